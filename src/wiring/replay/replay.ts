import {
  concatMap,
  distinctUntilChanged,
  EMPTY,
  from,
  interval,
  map,
  merge,
  Observable,
  of,
  Subject,
  share,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Http} from '../../api/http'
import {dashboardVariant} from '../../domain/landing'
import {isLinkUp, PROBING, REPLAY} from '../../domain/link'
import {isReplayable, momentFromSearch, searchWithMoment} from '../../domain/moment'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import type {LinkChanged} from '../../machines/connectivity'
import {connected} from '../../machines/ports'
import {type ReplayAddressChanged, type ReplayRef, replayMachine} from '../../machines/replay/replay'
import type {SessionRef} from '../../machines/session'
import type {ClockEvent, SharedClock} from '../../streams/clock'
import type {AddressRouter} from '../addressZone'
import type {Connections} from '../connections'

export interface ReplayConnections extends Connections {
  session: SessionRef
  router: () => AddressRouter
}

export interface Replay {
  replay: ReplayRef
  /** What screens are made of that have a past. They have to start again when the replay jumps. */
  shownConnections(): Connections
}

/** How often it is looked what the present is, which nobody can pass. */
const PRESENT_PERIOD: Milliseconds = 10_000

/** Starts what follows the address to a past moment. */
export function createReplay({session, router, ...live}: ReplayConnections): Replay {
  const {http, links, serverClock, config} = live
  const time = createReplayTime(serverClock.now())
  const user = () => session.getSnapshot().context.user
  const organisationId = () => user()?.organisationId ?? null
  const hasPast = () => dashboardVariant(organisationId(), config) !== 'media'
  const replay = createActor(
    connected(replayMachine)({
      actors: {
        linkChanges: fromEventObservable(() =>
          links.pipe(
            map(({offer, ...changed}) => ({
              ...changed,
              offer: hasPast() ? offer : ('specified' as const),
            })),
          ),
        ),
        presents: fromEventObservable(() =>
          timer(0, PRESENT_PERIOD).pipe(map(() => ({type: 'present.ticked' as const, at: serverClock.now()}))),
        ),
        addressChanges: fromEventObservable(() => addressChanges(router())),
        // Only who looks at the past loads its code.
        playback: fromEventObservable(({input}) =>
          from(import('./history')).pipe(
            switchMap(({startPlayback}) => startPlayback({http, serverClock, organisationId: organisationId()}, input)),
          ),
        ),
        loadFacts: fromPromise(async ({input: {range}, signal}) => {
          const {loadReplayFacts} = await import('./history')
          return await loadReplayFacts({http, organisationId: organisationId()}, range, signal)
        }),
      },
      actions: {
        publishTime: (_, passed) => time.pass(passed),
        catchUp: () => time.catchUps.next(),
        pushToUrl(_, {moment, history}) {
          const {pathname, search, hash} = router().state.location
          const requested = searchWithMoment(search, moment)
          if (requested !== search)
            router().navigate({pathname, search: requested, hash}, {replace: history === 'replace'})
        },
        warn: (_, {error}) => console.warn('Failed to load what has happened', error),
      },
    }),
    {input: {now: serverClock.now()}},
  ).start()

  const past: Connections = {
    ...live,
    http: asOf(http, time.now),
    clock: time.clock,
    serverClock: {...serverClock, now: time.now},
    feed: {
      ...live.feed,
      telemetry: time.telemetry,
      attributes: EMPTY,
      alarms: EMPTY,
      alarmsMoved: EMPTY,
      statistics: EMPTY,
      devices: EMPTY,
      keySettingsChanged: EMPTY,
      unusual: EMPTY,
      subscribe: async () => [],
      watchAlarms: async () => {},
      watchStatistics: () => {},
    },
    links: pastLinks(links, time.catchUps),
    polls: time.polls,
    isReplay: true,
  }
  return {replay, shownConnections: () => (replay.getSnapshot().matches({on: 'shown'}) ? past : live)}
}

export function addressChanges(router: AddressRouter): Observable<ReplayAddressChanged> {
  return new Observable<AddressRouter['state']>(subscriber => {
    subscriber.next(router.state)
    return router.subscribe(state => subscriber.next(state))
  }).pipe(
    distinctUntilChanged((one, other) => one.location === other.location),
    map(({location: {pathname, search}, historyAction}) => ({
      type: 'address.changed',
      asked: momentFromSearch(search),
      isFollowed: historyAction !== 'POP',
      isReplayable: isReplayable(pathname),
    })),
  )
}

/** Asks all questions as of a past moment. */
const asOf = (http: Http, at: () => EpochMs): Http => ({
  ...http,
  call: (route, asked) => http.call(route, route.method === 'GET' ? {...asked, at: at()} : asked),
})

/** A second is as often as anybody needs to read what isn't pushed, however fast the past is played. */
const LEAST_PAUSE: Milliseconds = 1000

interface ReplayTime {
  now(): EpochMs
  /** The time has become another one, and this has come by then. */
  pass(passed: {at: EpochMs; updates: readonly TelemetryUpdate[]}): void
  clock: SharedClock
  telemetry: Observable<readonly TelemetryUpdate[]>
  polls(period: Milliseconds): Observable<MinuteTicked>
  catchUps: Subject<void>
}

/** The time of a replay, which goes by its commands. Before them it is the present. */
export function createReplayTime(present: EpochMs): ReplayTime {
  let at = present
  const now = () => at
  const passes = new Subject<void>()
  // Screens take up at a tick what they received in the meantime, so there are some even while the time stands still.
  const ticks = merge(passes, interval(LEAST_PAUSE)).pipe(share())
  const telemetry = new Subject<readonly TelemetryUpdate[]>()
  return {
    now,
    telemetry,
    catchUps: new Subject<void>(),
    pass(passed) {
      at = passed.at
      if (passed.updates.length > 0) telemetry.next(passed.updates)
      passes.next()
    },
    clock: {
      tick: () => passes.next(),
      ticks: () => merge(of(undefined), ticks).pipe(map((): ClockEvent => ({type: 'clock.ticked', at}))),
    },
    polls: period =>
      new Observable(subscriber => {
        let last = at
        return passes.pipe(throttleTime(LEAST_PAUSE, undefined, {leading: true, trailing: true})).subscribe(() => {
          if (at - last < period) return
          last = at
          subscriber.next({type: 'minute.ticked', at})
        })
      }),
  }
}

/** What was played was seen in part, so screens read all again by what they do after a lost link. */
export const pastLinks = (links: Observable<LinkChanged>, catchUps: Observable<void>): Observable<LinkChanged> =>
  links.pipe(
    map(changed => (isLinkUp(changed.link) ? {...changed, link: REPLAY} : changed)),
    switchMap(changed => merge(of(changed), catchUps.pipe(concatMap(() => of({...changed, link: PROBING}, changed))))),
  )
