import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import {freshness, newestArrival} from '../../../domain/telemetry/freshness'
import {NO_READINGS} from '../../../domain/telemetry/reading'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {FreshnessMark} from './FreshnessMark'
import {ageAt} from './ReadingFreshness'

/** Shows when the device last sent a value, and nothing as long as its values are not read. */
export function DeviceStatus({devices, device}: {devices: DevicesRef; device: DeviceEntry}) {
  const state = useSelector(devices, s => freshness(lastHeard(s, device), s.context))
  const age = useSelector(devices, s => ageAt(lastHeard(s, device), s.context.now))
  return state === 'notRead' ? null : <FreshnessMark freshness={state} age={age} isInFull />
}

function lastHeard({context: {readings, now}}: DevicesSnapshot, {id, keys, isRead}: DeviceEntry) {
  const known = readings.get(id) ?? NO_READINGS
  const hasNone = isRead && keys.every(key => known.has(key))
  return newestArrival(known.values(), now) ?? (hasNone ? null : undefined)
}
