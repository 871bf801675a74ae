import {useSelector} from '@xstate/react'
import type {DevicesRef} from '../../machines/telemetry/devices'
import {unitOf} from './unitOf'
import {ValueText} from './ValueText'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
  className?: string | undefined
}

/** The latest value of a key. It alone renders when another one arrives, and not what surrounds it. */
export function LatestValue({devices, deviceId, telemetryKey, className}: Props) {
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return <ValueText className={className} value={value} unit={unit} />
}
