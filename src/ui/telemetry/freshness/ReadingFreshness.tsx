import {useSelector} from '@xstate/react'
import type {EpochMs} from '../../../../contract/wire/common'
import {ageOf} from '../../../domain/format/age'
import {
  type Arrival,
  type FreshnessConditions,
  freshness,
  remarkOn,
  validAt,
} from '../../../domain/telemetry/readings/freshness'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {FreshnessMark} from './FreshnessMark'
import {texts} from './texts'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

/** Renders when its words change, and not at each tick of the clock. */
export function ReadingFreshness({devices, deviceId, telemetryKey}: Props) {
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const age = useSelector(devices, s => readingAge(s, deviceId, telemetryKey))
  const remark = useSelector(devices, s => remarkText(readingOf(s, deviceId, telemetryKey), s.context))
  return <FreshnessMark freshness={state} age={age} remark={remark} />
}

/** All keys of a device in view are read in one answer, so that one that is missing from it has no value. */
function readingOf({context}: DevicesSnapshot, deviceId: string, key: string) {
  const known = context.readings.get(deviceId)?.get(key)
  if (known !== undefined || !context.isOfView) return known
  return context.devices.find(({id}) => id === deviceId)?.isRead ? null : undefined
}

export const readingFreshness = (snapshot: DevicesSnapshot, deviceId: string, key: string) =>
  freshness(readingOf(snapshot, deviceId, key), snapshot.context)

export const readingAge = (snapshot: DevicesSnapshot, deviceId: string, key: string): string | null =>
  ageAt(readingOf(snapshot, deviceId, key), snapshot.context.now)

/** Returns null when nothing tells how old the value is. */
export function ageAt(latest: Arrival | null | undefined, now: EpochMs): string | null {
  const at = latest ? validAt(latest, now) : null
  return at === null ? null : ageOf(at, now)
}

/** Returns null when there is nothing to say beside the age. */
export function remarkText(latest: Arrival | null | undefined, conditions: FreshnessConditions): string | null {
  const remark = remarkOn(latest, conditions)
  switch (remark?.kind) {
    case 'arrived':
      return texts.arrived(ageOf(remark.at, conditions.now))
    case 'clockAhead':
    case 'clockNotSet':
      return texts[remark.kind]
    case undefined:
      return null
  }
}
