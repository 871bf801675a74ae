import {useSelector} from '@xstate/react'
import type {EpochMs} from '../../../../contract/wire/common'
import {ageOf} from '../../../domain/format/age'
import {arrivalIn, arrivedAt} from '../../../domain/telemetry/readings/arrival'
import {NO_READINGS} from '../../../domain/telemetry/readings/reading'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {unitOf} from '../../telemetry/unitOf'
import {ValueText} from '../../telemetry/ValueText'
import {Mark} from './Mark'
import {texts} from './texts'

interface Props {
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

/** Shows whether the device has sent something since the page was opened. */
export function ArrivalMark({values, devices, deviceId}: Props) {
  const since = useSelector(values, ({context}) => context.openedAt)
  const telemetryKey = useSelector(devices, s => arrivalOf(s, deviceId, since)?.key ?? null)
  return (
    <Mark hasArrived={telemetryKey !== null} label={texts.send.hasArrived}>
      {telemetryKey === null ? texts.send.waiting : <Arrived {...{devices, deviceId, since, telemetryKey}} />}
    </Mark>
  )
}

interface ArrivedProps extends Omit<Props, 'values'> {
  since: EpochMs
  telemetryKey: string
}

function Arrived({devices, deviceId, since, telemetryKey}: ArrivedProps) {
  const age = useSelector(devices, s => arrivalAge(s, deviceId, since))
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return (
    <span>
      {texts.send.arrived(age)}{' '}
      <bdi>
        {telemetryKey} = <ValueText {...{value, unit}} />
      </bdi>
    </span>
  )
}

function arrivalOf({context: {readings, now}}: DevicesSnapshot, deviceId: string, since: EpochMs) {
  return arrivalIn(readings.get(deviceId) ?? NO_READINGS, {since, now})
}

function arrivalAge(snapshot: DevicesSnapshot, deviceId: string, since: EpochMs): string {
  const arrival = arrivalOf(snapshot, deviceId, since)
  const {now} = snapshot.context
  return ageOf((arrival && arrivedAt(arrival.reading)) ?? now, now)
}
