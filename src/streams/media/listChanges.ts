import {distinctUntilChanged, filter, from, map, merge, mergeMap, type Observable, skip, switchMap} from 'rxjs'
import type {AttributeUpdate} from '../../domain/telemetry/readings/live'

interface ListSource<List> {
  /** The entity whose attribute keeps the list. */
  ownerId: string
  key: string
  attributes: Observable<readonly AttributeUpdate[]>
  read: (update: AttributeUpdate) => List
  /** Whether pushed attributes arrive; each time they begin to, some may have been missed. */
  isPushed: Observable<boolean>
  /** Each value asks again while nothing is pushed. */
  polls: Observable<unknown>
}

/** Tells a list as others write it, and when it may have changed unheard. */
export function listChanges<List>({ownerId, key, attributes, read, isPushed, polls}: ListSource<List>) {
  const received = attributes.pipe(
    mergeMap(batch => from(batch)),
    filter(update => update.deviceId === ownerId && update.key === key),
    map(update => ({type: 'list.received' as const, list: read(update)})),
  )
  const pushed = isPushed.pipe(distinctUntilChanged())
  const missed = pushed.pipe(
    skip(1),
    filter(isOn => isOn),
  )
  const polled = pushed.pipe(switchMap(isOn => (isOn ? [] : polls)))
  return merge(received, merge(missed, polled).pipe(map(() => ({type: 'change.suspected' as const}))))
}
