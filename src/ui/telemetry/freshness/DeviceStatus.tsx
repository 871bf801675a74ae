import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {freshness, newestArrival} from '../../../domain/telemetry/readings/freshness'
import {NO_READINGS} from '../../../domain/telemetry/readings/reading'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {FreshnessMark} from './FreshnessMark'
import {ageAt, remarkText} from './ReadingFreshness'

/** Shows how old the newest value of the device is, and nothing as long as its values are not read. */
export function DeviceStatus({devices, device}: {devices: DevicesRef; device: DeviceEntry}) {
  const state = useSelector(devices, s => freshness(newestArrivalOf(s, device), s.context))
  const age = useSelector(devices, s => ageAt(newestArrivalOf(s, device), s.context.now))
  const remark = useSelector(devices, s => remarkText(newestArrivalOf(s, device), s.context))
  return state === 'notRead' ? null : <FreshnessMark freshness={state} age={age} remark={remark} isInFull />
}

function newestArrivalOf({context: {readings, now}}: DevicesSnapshot, {id, keys, isRead}: DeviceEntry) {
  const known = readings.get(id) ?? NO_READINGS
  const hasNone = isRead && keys.every(key => known.has(key))
  return newestArrival(known.values(), now) ?? (hasNone ? null : undefined)
}
