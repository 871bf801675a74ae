import type {ComponentType} from 'react'
import {createBrowserRouter} from 'react-router-dom'
import {merge, Subject, tap} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {ClientConfig} from '../../contract/wire/config'
import {createHttp, type Http} from '../api/http'
import {createServerClock} from '../api/serverClock'
import {findServer, probeCapabilities} from '../api/session/capabilities'
import {loadCurrentUser} from '../api/session/user'
import {createLiveSockets} from '../api/telemetry/liveSocket'
import type {Profile} from '../domain/account/profile'
import type {KeptDraft} from '../domain/console/records/draft'
import {createLoadMachine, type LoadLogic} from '../machines/load'
import {linkMachine} from '../machines/session/link'
import {type SessionRef, sessionMachine} from '../machines/session/session'
import {backOff} from '../streams/backOff'
import {clock} from '../streams/clock'
import {networkChanges} from '../streams/session/network'
import {serverMisses} from '../streams/session/serverMisses'
import {SIGNED_OUT, signOutsElsewhere} from '../streams/session/tabs'
import {createLiveFeed, type LiveFeed} from '../streams/telemetry/live'
import type {Running} from '../ui/App'
import type {Application} from '../ui/kit/application'
import {createRoutes} from '../ui/routes'
import type {AccountScreens} from './account/account'
import type {ProfileConnections} from './account/profile'
import {type AddressRouter, createAddress} from './address'
import type {Connections} from './connections'
import type {ConsoleConnections} from './console/console'
import {createDrafts, type Drafts} from './drafts'
import {browserStorage, createAccessTokenMark} from './session/accessTokenMark'
import {createAccessTokenRenewal} from './session/accessTokenRenewal'
import {land} from './session/landing'
import {linkChanges} from './session/links'
import {createSessionCalls, type SessionCalls} from './session/sessionCalls'
import {exclusiveInBrowser} from './session/tabLock'

/** Everything that lives as long as the page, running. */
export function createApplication(config: ClientConfig): Running {
  const serverClock = createServerClock()
  const outcomes = new Subject<'reached' | 'missed'>()
  const storage = browserStorage()
  const mark = createAccessTokenMark(storage)
  const http = createHttp({
    apiBase: config.apiBase,
    renewal: createAccessTokenRenewal(() => session, mark),
    clock: serverClock,
    onOutcome: outcome => outcomes.next(outcome),
  })
  const feed = createLiveFeed(createLiveSockets({apiBase: config.apiBase, clock: serverClock}))
  const drafts = createDrafts()
  const exclusively = exclusiveInBrowser(navigator.locks)
  const session = createSession({
    link: createLinkLogic({http, feed, outcomes}),
    calls: createSessionCalls({http, mark, storage, exclusively}),
    feed,
    drafts,
  })
  const kept = {profile: {drafts: drafts.of<Profile>(), storage}, console: {drafts: drafts.of<KeptDraft>()}}
  const screens = createScreens({config, http, serverClock, feed, links: linkChanges(session)}, kept, () => router)
  const router = createBrowserRouter(createRoutes({session, land: () => land(session)}))
  const {timeZone: zone} = Intl.DateTimeFormat().resolvedOptions()
  session.start()
  return {application: {config, zone, session, screens}, router}
}

interface SessionParts {
  link: typeof linkMachine
  calls: SessionCalls
  feed: LiveFeed
  drafts: Drafts
}

function createSession({link, calls, feed, drafts}: SessionParts): SessionRef {
  const tabs = new BroadcastChannel('pulsewall.session')
  return createActor(
    sessionMachine.provide({
      actors: {
        link,
        loadCurrentUser: fromPromise(({signal}) => calls.loadCurrentUser(signal)),
        signIn: fromPromise(({input, signal}) => calls.signIn(input, signal)),
        signOut: fromPromise(({signal}) => calls.signOut(signal)),
        refreshAccessToken: fromPromise(({input, signal}) => calls.refreshAccessToken(input.rejected, signal)),
        sessionEnds: fromEventObservable(() =>
          merge(feed.sessionEnds, signOutsElsewhere(tabs).pipe(tap(() => drafts.forgetAll()))),
        ),
      },
      actions: {
        announceSignOut: () => {
          drafts.forgetAll()
          tabs.postMessage(SIGNED_OUT)
        },
      },
    }),
  )
}

interface LinkParts {
  http: Http
  feed: LiveFeed
  outcomes: Subject<'reached' | 'missed'>
}

function createLinkLogic({http, feed, outcomes}: LinkParts): typeof linkMachine {
  return linkMachine.provide({
    actors: {
      networkChanges: fromEventObservable(() => networkChanges(window)),
      clock: fromEventObservable(() => clock({monotonic: () => performance.now()})),
      probeCapabilities: fromPromise(({input: {known}, signal}) => probeCapabilities(http, {known, signal})),
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

/** Each screen's code, and what it alone needs, is loaded when it is opened. */
function createScreens(
  connections: Connections,
  kept: {profile: Omit<ProfileConnections, 'http'>; console: Pick<ConsoleConnections, 'drafts'>},
  router: () => AddressRouter,
): Application['screens'] {
  const account = (name: keyof AccountScreens) =>
    lazily(async () => (await import('./account/account')).createAccountScreens(connections)[name])
  return {
    dashboard: lazily(async () => {
      const {createDashboardScreen} = await import('./telemetry/dashboard')
      return createDashboardScreen({...connections, address: createAddress(router(), '/dashboard')})
    }),
    home: lazily(async () => (await import('./telemetry/home')).createHomeScreen(connections)),
    console: lazily(async () =>
      (await import('./console/console')).createConsoleScreen({...connections, ...kept.console, router}),
    ),
    profile: lazily(async () =>
      (await import('./account/profile')).createProfileScreen({...connections, ...kept.profile}),
    ),
    register: account('register'),
    passwordReset: account('passwordReset'),
    newPassword: account('newPassword'),
    verification: account('verification'),
    firstAdmin: account('firstAdmin'),
  }
}

function lazily(load: () => Promise<ComponentType>): LoadLogic<ComponentType> {
  return createLoadMachine<ComponentType>().provide({actors: {load: fromPromise(load)}})
}
