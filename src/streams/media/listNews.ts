import {distinctUntilChanged, filter, from, map, merge, mergeMap, type Observable, skip, switchMap} from 'rxjs'
import type {AttributeNews} from '../../domain/telemetry/attributeNews'

interface Heard<List> {
  /** The entity whose attribute keeps the list. */
  ownerId: string
  key: string
  attributes: Observable<readonly AttributeNews[]>
  read: (news: AttributeNews) => List
  /** Whether pushed attributes arrive; each time they begin to, some may have been missed. */
  isPushed: Observable<boolean>
  /** Each value asks again while nothing is pushed. */
  polls: Observable<unknown>
}

/** Tells a list as others write it, and when it may have changed unheard. */
export function listNews<List>({ownerId, key, attributes, read, isPushed, polls}: Heard<List>) {
  const heard = attributes.pipe(
    mergeMap(batch => from(batch)),
    filter(news => news.deviceId === ownerId && news.key === key),
    map(news => ({type: 'list.heard' as const, list: read(news)})),
  )
  const pushed = isPushed.pipe(distinctUntilChanged())
  const missed = pushed.pipe(
    skip(1),
    filter(isOn => isOn),
  )
  const polled = pushed.pipe(switchMap(isOn => (isOn ? [] : polls)))
  return merge(heard, merge(missed, polled).pipe(map(() => ({type: 'news.suspected' as const}))))
}
