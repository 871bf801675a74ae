import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import {ageOf, freshness, newestArrival} from '../../../domain/telemetry/freshness'
import type {HomeRef, HomeSnapshot} from '../../../machines/telemetry/home'
import {FreshnessMark} from '../freshness/FreshnessMark'

/** Whether the device is heard of; nothing as long as its values are not read. */
export function DeviceStatus({home, device: {id, keys, isRead}}: {home: HomeRef; device: DeviceEntry}) {
  const state = useSelector(home, s => freshness(lastHeard(s, id), s.context))
  const age = useSelector(home, s => ageOfLast(s, id))
  const hasValues = useSelector(home, s => s.context.readings.has(id))
  return hasValues || (isRead && keys.length === 0) ? <FreshnessMark freshness={state} age={age} isInFull /> : null
}

const lastHeard = ({context}: HomeSnapshot, id: string) => newestArrival(context.readings.get(id)?.values() ?? [])

function ageOfLast(snapshot: HomeSnapshot, id: string): string | null {
  const receivedAt = lastHeard(snapshot, id)?.receivedAt ?? null
  return receivedAt === null ? null : ageOf(receivedAt, snapshot.context.now)
}
