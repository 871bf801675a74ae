import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../domain/device'
import {ageOf, freshness, newestArrival} from '../../domain/freshness'
import type {HomeRef, HomeSnapshot} from '../../machines/home'
import {FreshnessMark} from '../freshness/FreshnessMark'

/** Whether the device is heard of; nothing as long as it was not asked about. */
export function DeviceStatus({home, device: {id, isRead}}: {home: HomeRef; device: DeviceEntry}) {
  const state = useSelector(home, s => freshness(lastHeard(s, id), s.context))
  const age = useSelector(home, s => ageOfLast(s, id))
  return isRead ? <FreshnessMark freshness={state} age={age} isInFull /> : null
}

const lastHeard = ({context}: HomeSnapshot, id: string) => newestArrival(context.readings.get(id)?.values() ?? [])

function ageOfLast(snapshot: HomeSnapshot, id: string): string | null {
  const receivedAt = lastHeard(snapshot, id)?.receivedAt ?? null
  return receivedAt === null ? null : ageOf(receivedAt, snapshot.context.now)
}
