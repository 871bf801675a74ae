import type {ComponentType} from 'react'
import {createBrowserRouter} from 'react-router-dom'
import {merge, Subject, tap} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {ClientConfig} from '../../contract/config'
import {probeCapabilities} from '../api/capabilities'
import {createHttp, type Http} from '../api/http'
import {createLiveSockets} from '../api/liveSocket'
import {createServerClock} from '../api/serverClock'
import {loadCurrentUser} from '../api/user'
import type {Profile} from '../domain/profile'
import type {KeptDraft} from '../domain/records/draft'
import {linkMachine} from '../machines/link'
import {createLoadMachine, type LoadLogic} from '../machines/load'
import {type SessionRef, sessionMachine} from '../machines/session'
import {backOff} from '../streams/backOff'
import {clock} from '../streams/clock'
import {createLiveFeed, type LiveFeed} from '../streams/live'
import {networkChanges} from '../streams/network'
import {serverMisses} from '../streams/serverMisses'
import {SIGNED_OUT, signOutsElsewhere} from '../streams/tabs'
import type {Running} from '../ui/App'
import type {Application} from '../ui/application'
import {createRoutes} from '../ui/routes'
import {browserStorage, createAccessTokenMark} from './accessTokenMark'
import {createAccessTokenRenewal} from './accessTokenRenewal'
import type {AccountScreens} from './account'
import {type AddressRouter, createAddress} from './address'
import type {Connections} from './connections'
import type {ConsoleConnections} from './console'
import {createDrafts, type Drafts} from './drafts'
import {linkChanges} from './links'
import type {ProfileConnections} from './profile'
import {createSessionCalls, type SessionCalls} from './sessionCalls'
import {exclusiveInBrowser} from './tabLock'

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
  const router = createBrowserRouter(createRoutes(session))
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
      probeCapabilities: fromPromise(({signal}) => probeCapabilities(http, {signal})),
      liveConnection: fromEventObservable(() => feed.connection),
      renewAccess: fromPromise(async ({signal}) => {
        await loadCurrentUser(http, {signal})
      }),
      serverMisses: fromEventObservable(() => serverMisses(outcomes, () => probeCapabilities(http))),
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
    lazily(async () => (await import('./account')).createAccountScreens(connections)[name])
  return {
    dashboard: lazily(async () => {
      const {createDashboardScreen} = await import('./dashboard')
      return createDashboardScreen({...connections, address: createAddress(router(), '/dashboard')})
    }),
    home: lazily(async () => (await import('./home')).createHomeScreen(connections)),
    console: lazily(async () =>
      (await import('./console')).createConsoleScreen({...connections, ...kept.console, router}),
    ),
    profile: lazily(async () => (await import('./profile')).createProfileScreen({...connections, ...kept.profile})),
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
