import {createBrowserRouter} from 'react-router-dom'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {ClientConfig} from '../../contract/wire/config'
import {ApiError} from '../api/errors'
import {createHttp, type Http} from '../api/http'
import {createServerClock} from '../api/serverClock'
import type {Profile} from '../domain/account/profile'
import type {StoredDraft} from '../domain/console/records/draft'
import type {FormatSettings} from '../domain/format/formats'
import type {CurrentUser, SecondStep} from '../domain/session/user'
import {createLoadMachine, type LoadLogic} from '../machines/load'
import {connected} from '../machines/ports'
import {type LinkLogic, type SessionRef, sessionMachine} from '../machines/session/session'
import type {Running} from '../ui/App'
import type {Application} from '../ui/kit/application'
import {createRoutes} from '../ui/routes'
import type {AccountScreens} from './account/account'
import type {ProfileConnections} from './account/profile'
import type {AddressRouter} from './addressZone'
import type {ConsoleConnections} from './console/console'
import {createDrafts} from './drafts'
import {createAccessTokenMark, type KeyValueStorage} from './session/accessTokenMark'
import {createAccessTokenRenewal} from './session/accessTokenRenewal'
import {land} from './session/landing'
import {rememberDashboard} from './session/rememberedDashboard'
import {createSessionCalls, type SessionCalls} from './session/sessionCalls'
import type {SignedIn} from './session/signedIn'
import type {PagePreferences} from './session/storedPreferences'
import {exclusiveInBrowser} from './session/tabLock'
import {createTabs} from './session/tabs'

/** What the page has before the application. */
export interface ApplicationParts {
  storage: KeyValueStorage
  preferences: PagePreferences
}

/** Creates and starts all that lives as long as the page. What only signed-in users need is loaded with the user. */
export function createApplication(config: ClientConfig, {storage, preferences}: ApplicationParts): Running {
  const serverClock = createServerClock()
  const calls = new EventTarget()
  const mark = createAccessTokenMark(storage)
  const http = createHttp({
    apiBase: config.apiBase,
    renewal: createAccessTokenRenewal(() => session, mark),
    clock: serverClock,
    onOutcome: outcome => calls.dispatchEvent(new Event(outcome)),
  })
  const signedIn = createLate<SignedIn>('session/signedIn', async () =>
    (await import('./session/signedIn')).createSignedIn({
      config,
      http,
      serverClock,
      calls,
      session,
      preferences,
      storage,
      router: () => router,
      loadUploads: () => import('./media/uploads'),
      loadBell: () => import('./alarms/bell'),
    }),
  )
  const drafts = createDrafts()
  const tabs = createTabs(new BroadcastChannel('pulsewall.session'), () => {
    drafts.forgetAll()
    session.send({type: 'session.ended'})
  })
  const session: SessionRef = createSession({
    signedIn,
    calls: createSessionCalls({
      ...{http, mark, storage, exclusively: exclusiveInBrowser(navigator.locks)},
      // The server of the page knows of no cookies that belong to an API elsewhere, and sees no cookie of a renewal.
      isNobody: config.apiBase === '' && document.documentElement.dataset.visitor === 'nobody' && mark.read() === '',
    }),
    announceSignOut() {
      drafts.forgetAll()
      rememberDashboard(null)
      tabs.announceSignOut()
    },
  })
  const kept = {profile: {drafts: drafts.of<Profile>(), storage}, console: {drafts: drafts.of<StoredDraft>(), storage}}
  const screens = createScreens({http, signedIn}, kept, {router: () => router, session: () => session})
  const router = createBrowserRouter(createRoutes({session, land: () => land(session)}))
  const {timeZone: zone} = Intl.DateTimeFormat().resolvedOptions()
  const createFormats = (settings: FormatSettings) => signedIn.get().createFormats(settings)
  const application = {
    ...{config, zone, unknownZone: null, session, screens, createFormats, lazily},
    get formats() {
      return createFormats({zone, hours: null, language: 'en', locale: navigator.language})
    },
    get preferences() {
      return signedIn.get().preferences
    },
    shell: () => signedIn.get().shell,
  }
  session.start()
  return {application, router}
}

/** A part that is loaded when it is first needed, and kept from then on. */
interface Late<T> {
  load(): Promise<T>
  /** Throws before the part has been loaded. */
  get(): T
}

function createLate<T>(name: string, load: () => Promise<T>): Late<T> {
  let loaded: {part: T} | undefined
  return {
    async load() {
      try {
        loaded ??= {part: await load()}
        return loaded.part
      } catch (cause) {
        throw new ApiError({kind: 'unreachable', status: null, serverMessage: null}, `${name} was not loaded`, {cause})
      }
    },
    get() {
      if (loaded === undefined) throw new Error(`${name} has not been loaded`)
      return loaded.part
    },
  }
}

interface SessionParts {
  signedIn: Late<SignedIn>
  calls: SessionCalls
  announceSignOut: () => void
}

function createSession({signedIn, calls, announceSignOut}: SessionParts): SessionRef {
  async function withItsParts<Read extends CurrentUser | SecondStep>(read: Promise<Read>): Promise<Read> {
    const outcome = await read
    if (!('challenge' in outcome)) await signedIn.load()
    return outcome
  }
  return createActor(
    connected(sessionMachine)({
      actors: {
        link: lateLink(() => signedIn.get().link),
        loadCurrentUser: fromPromise(({signal}) => withItsParts(calls.loadCurrentUser(signal))),
        signIn: fromPromise(({input, signal}) => withItsParts(calls.signIn(input, signal))),
        signOut: fromPromise(({signal}) => calls.signOut(signal)),
        refreshAccessToken: fromPromise(({input, signal}) => calls.refreshAccessToken(input.rejected, signal)),
        sessionEnds: fromEventObservable(() => signedIn.get().connections.feed.sessionEnds),
      },
      actions: {announceSignOut},
    }),
  )
}

/** The link starts after the user was read, and so after its code was loaded. */
function lateLink(loaded: () => LinkLogic): LinkLogic {
  return {
    getInitialSnapshot: (scope, input) => loaded().getInitialSnapshot(scope, input),
    getPersistedSnapshot: (snapshot, options) => loaded().getPersistedSnapshot(snapshot, options),
    transition: (snapshot, event, scope) => loaded().transition(snapshot, event, scope),
    start: (snapshot, scope) => loaded().start?.(snapshot, scope),
  }
}

/** The code of each screen, and what it alone needs, is loaded when the screen is opened. */
function createScreens(
  {http, signedIn}: {http: Http; signedIn: Late<SignedIn>},
  kept: {
    profile: Pick<ProfileConnections, 'drafts' | 'storage'>
    console: Pick<ConsoleConnections, 'drafts' | 'storage'>
  },
  {router, session}: {router: () => AddressRouter; session: () => SessionRef},
): Application['screens'] {
  const account = (name: keyof AccountScreens) =>
    lazily(async () => (await import('./account/account')).createAccountScreens({http})[name])
  const connections = () => signedIn.get().connections
  const shown = () => signedIn.get().shownConnections()
  const ofWall = () => ({router: router(), session: session()})
  return {
    dashboard: lazily(async () => {
      const {createDashboardScreen} = await import('./telemetry/dashboard')
      return createDashboardScreen({...shown(), router: router()})
    }),
    media: lazily(async () => (await import('./media/media')).createMediaScreen({...connections(), router: router()})),
    alarms: lazily(async () => {
      const {createAlarmsScreen} = await import('./alarms/alarms')
      return createAlarmsScreen({...shown(), router: router()})
    }),
    wall: lazily(async () => (await import('./wall/wall')).createWallScreen({...shown(), ...ofWall()})),
    wallLink: lazily(async () => (await import('./wall/wallLink')).createWallLinkScreen(session())),
    linkedWall: lazily(async () =>
      (await import('./wall/linkedWall')).createLinkedWallScreen({...connections(), ...ofWall()}),
    ),
    home: lazily(async () => {
      const {createHomeScreen} = await import('./telemetry/home')
      return createHomeScreen({...connections(), router: router()})
    }),
    console: lazily(async () =>
      (await import('./console/console')).createConsoleScreen({...connections(), ...kept.console, router}),
    ),
    profile: lazily(async () =>
      (await import('./account/profile')).createProfileScreen({...connections(), ...kept.profile}),
    ),
    security: lazily(async () =>
      (await import('./account/security')).createSecurityScreen({...connections(), session: session()}),
    ),
    register: account('register'),
    passwordReset: account('passwordReset'),
    newPassword: account('newPassword'),
    verification: account('verification'),
    firstAdmin: account('firstAdmin'),
  }
}

function lazily<Part>(load: () => Promise<Part>): LoadLogic<Part> {
  return connected(createLoadMachine<Part>())({actors: {load: fromPromise(load)}})
}
