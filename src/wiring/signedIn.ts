import type {ComponentType} from 'react'
import {fromEvent, map, merge, type Observable} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {Milliseconds} from '../../contract/wire/common'
import type {ClientConfig} from '../../contract/wire/config'
import type {Http} from '../api/http'
import type {ServerClock} from '../api/serverClock'
import {findServer, probeOffer} from '../api/session/offer'
import {loadCurrentUser} from '../api/session/user'
import {createLiveSockets} from '../api/telemetry/liveSocket'
import {createFormats} from '../domain/format/formats'
import {linkMachine} from '../machines/link'
import {connected} from '../machines/ports'
import type {PreferencesRef} from '../machines/preferences'
import type {ReplayRef} from '../machines/replay/replay'
import type {SessionRef} from '../machines/session'
import {toastsMachine} from '../machines/shell/toasts'
import {backOff} from '../streams/backOff'
import {createClock, type SharedClock} from '../streams/clock'
import {networkChanges} from '../streams/session/network'
import {serverMisses} from '../streams/session/serverMisses'
import {createLiveFeed, type LiveFeed} from '../streams/telemetry/live'
import {pollTicks, visibility} from '../streams/ticks'
import type {KeyValueStorage} from './accessTokenMark'
import {type AddressRouter, storeZone} from './addressZone'
import {ask} from './ask'
import type {Connections} from './connections'
import {afterTick, linkChanges, retriesOver} from './links'
import {createReplay} from './replay/replay'
import {createPreferences} from './session/preferences'
import type {PagePreferences} from './session/storedPreferences'
import {createBellOfUser, type LoadBell, type LoadBellPanel} from './shell/bellOfUser'
import {createShell} from './shell/shell'
import {createUploadsOfUser, type LoadUploads} from './shell/uploadsOfUser'

export interface SignedInOptions {
  config: ClientConfig
  http: Http
  serverClock: ServerClock
  /** Dispatches `reached` or `missed` after each call, which says whether it was answered. */
  calls: EventTarget
  session: SessionRef
  preferences: PagePreferences
  storage: KeyValueStorage
  router: () => AddressRouter
  loadUploads: LoadUploads
  loadBell: LoadBell
  loadBellPanel: LoadBellPanel
}

/** What only signed-in users need: the live feed, the streams of the link, and what actors of screens are made of. */
export interface SignedIn {
  connections: Connections
  /** For screens that have a past: in a replay they receive that. */
  shownConnections(): Connections
  replay: ReplayRef
  createFormats: typeof createFormats
  preferences: PreferencesRef
  shell: ComponentType
  link: typeof linkMachine
}

export function createSignedIn(options: SignedInOptions): SignedIn {
  const {config, http, serverClock, calls, session, preferences} = options
  storeZone(options.router())
  const feed = createLiveFeed(createLiveSockets({apiBase: config.apiBase}))
  const clock = createClock({monotonic: () => performance.now()})
  const links = afterTick(linkChanges(session), clock)
  const toasts = createActor(toastsMachine).start()
  const ownPreferences = createPreferences({http, links, session, page: preferences})
  const uploads = createUploadsOfUser(
    {config, http, links, storage: options.storage},
    {session, load: options.loadUploads},
  )
  const bell = createBellOfUser({...options, feed, links}, {session, load: options.loadBell})
  const polls = (period: Milliseconds) => pollTicks(period, visibility(document), serverClock.now)
  const connections = {
    config,
    http,
    clock,
    serverClock,
    feed,
    links,
    retries: retriesOver(links),
    polls,
    isReplay: false,
    toasts,
    uploads,
    bell,
  }
  const {replay, shownConnections} = createReplay({...connections, session, router: options.router})
  return {
    connections,
    shownConnections,
    replay,
    createFormats,
    preferences: ownPreferences,
    shell: createShell({
      ...options,
      links,
      polls,
      toasts,
      uploads,
      bell,
      replay,
      preferences: ownPreferences,
      connections,
    }),
    link: createLinkLogic({http, clock, feed, outcomes: outcomesOf(calls)}),
  }
}

interface LinkParts {
  http: Http
  clock: SharedClock
  feed: LiveFeed
  outcomes: Observable<'reached' | 'missed'>
}

function createLinkLogic({http, clock, feed, outcomes}: LinkParts): typeof linkMachine {
  return connected(linkMachine)({
    actors: {
      networkChanges: fromEventObservable(() => networkChanges(window)),
      clock: fromEventObservable(() => clock.ticks()),
      probeOffer: ask(http, probeOffer),
      findServer: fromPromise(({signal}) => findServer(http, {signal})),
      liveConnection: fromEventObservable(() => feed.connection),
      renewAccess: fromPromise(async ({signal}) => {
        await loadCurrentUser(http, {signal})
      }),
      serverMisses: fromEventObservable(() => serverMisses(outcomes, () => findServer(http))),
      backOff: fromEventObservable(({input}) => backOff(input.tries, Math.random)),
    },
  })
}

function outcomesOf(calls: EventTarget): Observable<'reached' | 'missed'> {
  return merge(...(['reached', 'missed'] as const).map(outcome => fromEvent(calls, outcome).pipe(map(() => outcome))))
}
