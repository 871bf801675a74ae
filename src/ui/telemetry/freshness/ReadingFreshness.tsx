import {useSelector} from '@xstate/react'
import {ageOf, freshness} from '../../../domain/telemetry/freshness'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {FreshnessMark} from './FreshnessMark'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

/** Renders when its words change, not at each tick. */
export function ReadingFreshness({devices, deviceId, telemetryKey}: Props) {
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const age = useSelector(devices, s => readingAge(s, deviceId, telemetryKey))
  return <FreshnessMark freshness={state} age={age} />
}

export const readingFreshness = ({context}: DevicesSnapshot, deviceId: string, key: string) =>
  freshness(context.readings.get(deviceId)?.get(key), context)

export function readingAge({context}: DevicesSnapshot, deviceId: string, key: string): string | null {
  const receivedAt = context.readings.get(deviceId)?.get(key)?.receivedAt ?? null
  return receivedAt === null ? null : ageOf(receivedAt, context.now)
}
