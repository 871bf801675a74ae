import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import {ageOf, freshness, newestArrival} from '../../../domain/telemetry/freshness'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import {FreshnessMark} from '../freshness/FreshnessMark'

/** Whether the device is heard of; nothing as long as its values are not read. */
export function DeviceStatus({devices, device: {id, keys, isRead}}: {devices: DevicesRef; device: DeviceEntry}) {
  const state = useSelector(devices, s => freshness(lastHeard(s, id), s.context))
  const age = useSelector(devices, s => ageOfLast(s, id))
  const hasValues = useSelector(devices, s => s.context.readings.has(id))
  return hasValues || (isRead && keys.length === 0) ? <FreshnessMark freshness={state} age={age} isInFull /> : null
}

const lastHeard = ({context}: DevicesSnapshot, id: string) => newestArrival(context.readings.get(id)?.values() ?? [])

function ageOfLast(snapshot: DevicesSnapshot, id: string): string | null {
  const receivedAt = lastHeard(snapshot, id)?.receivedAt ?? null
  return receivedAt === null ? null : ageOf(receivedAt, snapshot.context.now)
}
