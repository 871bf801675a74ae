import {distinctUntilChanged, EMPTY, filter, map, Observable, pairwise, shareReplay, switchMap, tap} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {isPulsewall} from '../../contract/rules/offer'
import type {Offer} from '../../contract/wire/capabilities'
import {hasComeUp} from '../domain/link'
import type {LinkChanged, retries} from '../machines/connectivity'
import {type LinkRef, linkState} from '../machines/link'
import type {SessionRef} from '../machines/session'
import type {SharedClock} from '../streams/clock'

/** Emits the state of the session's link, at once and whenever it changes, and nothing while nobody is signed in. */
export function linkChanges(session: SessionRef): Observable<LinkChanged> {
  return snapshotsOf(session).pipe(
    map(({children}) => children.link),
    distinctUntilChanged(),
    switchMap(link => (link === undefined ? EMPTY : changesOf(link))),
  )
}

/** Asks again each time that the link, which was down, is up. */
export const retriesOver = (links: Observable<LinkChanged>): typeof retries =>
  fromEventObservable(() =>
    links.pipe(
      pairwise(),
      filter(([before, now]) => hasComeUp(before.link, now.link)),
      map(() => ({type: 'retry.requested'})),
    ),
  )

/** The clock ticks before each change, so that nothing is evaluated by a time from before the link was there. */
export const afterTick = (changes: Observable<LinkChanged>, {tick}: SharedClock): Observable<LinkChanged> =>
  changes.pipe(tap(tick), shareReplay({bufferSize: 1, refCount: true}))

/** Reads as long as the server has the additions. It waits for a socket that is being opened, or all would be read twice. */
export const whileOffered = <T>(links: Observable<LinkChanged>, read: () => Observable<T>): Observable<T> =>
  links.pipe(
    map(({link, offer}) => link.kind !== 'probing' && isPulsewall(offer)),
    distinctUntilChanged(),
    switchMap(isOffered => (isOffered ? read() : EMPTY)),
  )

export function changesOf(link: LinkRef): Observable<LinkChanged> {
  return snapshotsOf(link).pipe(
    map((snapshot): LinkChanged => {
      const offer = snapshot.context.offer
      return {type: 'link.changed', link: linkState(snapshot), offer}
    }),
    distinctUntilChanged((last, next) => last.link === next.link && last.offer === next.offer),
  )
}

/** What the server offers; null before it was asked. */
export const offeredIn = (session: SessionRef): Offer | null =>
  session.getSnapshot().children.link?.getSnapshot().context.offer ?? null

/** An actor only emits changes, so its present snapshot is emitted first. */
export function snapshotsOf<S>(actor: SnapshotSource<S>): Observable<S> {
  return new Observable(subscriber => {
    subscriber.next(actor.getSnapshot())
    const subscription = actor.subscribe(snapshot => subscriber.next(snapshot))
    return () => subscription.unsubscribe()
  })
}

interface SnapshotSource<S> {
  getSnapshot(): S
  subscribe(next: (snapshot: S) => void): {unsubscribe(): void}
}
