import {createBrowserRouter} from 'react-router-dom'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {FormatSettings} from '../../contract/rules/format/formats'
import type {ClientConfig} from '../../contract/wire/config'
import {unreachable} from '../api/errors'
import {createHttp, type Http} from '../api/http'
import {createServerClock} from '../api/serverClock'
import type {Profile} from '../domain/account/profile'
import type {StoredDraft} from '../domain/console/records/draft'
import type {CurrentUser, SecondStep} from '../domain/user'
import {createLoadMachine} from '../machines/load'
import {connected} from '../machines/ports'
import {type LinkLogic, type SessionRef, sessionMachine} from '../machines/session'
import type {Running} from '../ui/App'
import type {Application} from '../ui/kit/application'
import {createRoutes} from '../ui/routes'
import {type AccessTokenMark, createAccessTokenMark, type KeyValueStorage} from './accessTokenMark'
import type {AccountScreens} from './account/account'
import type {AddressRouter} from './addressZone'
import type {AlarmsConnections} from './alarms/alarms'
import {createDrafts, type Drafts} from './drafts'
import {rememberDashboard} from './rememberedDashboard'
import {createAccessTokenRenewal} from './session/accessTokenRenewal'
import {land} from './session/currentUser'
import {createSessionCalls, type SessionCalls} from './session/sessionCalls'
import type {PagePreferences} from './session/storedPreferences'
import {createTabs, exclusiveInBrowser} from './session/tabs'
import type {SignedIn} from './signedIn'

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
    opening: config.apiBase === '' ? document.documentElement.dataset.opening : undefined,
  })
  let partsOfUser: SignedIn | undefined
  function signedIn(): SignedIn {
    if (partsOfUser === undefined) throw new Error('What signed-in users need has not been loaded')
    return partsOfUser
  }
  async function loadSignedIn(): Promise<void> {
    const {createSignedIn} = await import('./signedIn')
    partsOfUser ??= createSignedIn({
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
      loadBellPanel: () => import('./alarms/alarms'),
    })
  }
  const drafts = createDrafts()
  const tabs = createTabs(new BroadcastChannel('pulsewall.session'), () => {
    drafts.forgetAll()
    session.send({type: 'session.ended'})
  })
  const session: SessionRef = createSession({
    signedIn,
    loadSignedIn,
    calls: createSessionCalls({
      http,
      mark,
      storage,
      exclusively: exclusiveInBrowser(navigator.locks),
      isNobody: isNobody(config, mark),
    }),
    announceSignOut() {
      drafts.forgetAll()
      rememberDashboard(null)
      tabs.announceSignOut()
    },
  })
  const router = createBrowserRouter(createRoutes({session, land: () => land(session)}))
  const {timeZone: zone} = Intl.DateTimeFormat().resolvedOptions()
  const createFormats = (settings: FormatSettings) => signedIn().createFormats(settings)
  const application: Application = {
    config,
    zone,
    unknownZone: null,
    now: serverClock.now,
    session,
    screens: createScreens({http, signedIn, session, router, drafts, storage}),
    thresholdInPlace: async () =>
      (await import('./thresholdInPlace')).createThresholdInPlace({...signedIn().connections, session}),
    lazily: createLoadMachine,
    createFormats,
    get formats() {
      return createFormats({zone, hours: null, language: 'en', locale: navigator.language})
    },
    get preferences() {
      return signedIn().preferences
    },
    shell: () => signedIn().shell,
  }
  session.start()
  return {application, router}
}

/** The server of the page knows of no cookies that belong to an API elsewhere, and sees no cookie of a renewal. */
const isNobody = ({apiBase}: ClientConfig, mark: AccessTokenMark): boolean =>
  apiBase === '' && document.documentElement.dataset.visitor === 'nobody' && mark.read() === ''

interface SessionParts {
  /** Throws before `loadSignedIn` has succeeded. */
  signedIn: () => SignedIn
  loadSignedIn: () => Promise<void>
  calls: SessionCalls
  announceSignOut: () => void
}

function createSession({signedIn, loadSignedIn, calls, announceSignOut}: SessionParts): SessionRef {
  async function withItsParts<Read extends CurrentUser | SecondStep>(read: Promise<Read>): Promise<Read> {
    const outcome = await read
    if ('challenge' in outcome) return outcome
    await loadSignedIn().catch((cause: unknown) => {
      throw unreachable('The code for signed-in users', cause)
    })
    return outcome
  }
  return createActor(
    connected(sessionMachine)({
      actors: {
        link: lateLink(() => signedIn().link),
        loadCurrentUser: fromPromise(({signal}) => withItsParts(calls.loadCurrentUser(signal))),
        signIn: fromPromise(({input, signal}) => withItsParts(calls.signIn(input, signal))),
        signOut: fromPromise(({signal}) => calls.signOut(signal)),
        refreshAccessToken: fromPromise(({input, signal}) => calls.refreshAccessToken(input.rejected, signal)),
        sessionEnds: fromEventObservable(() => signedIn().connections.feed.sessionEnds),
      },
      actions: {announceSignOut},
    }),
  )
}

/** A machine takes its actors before the code of the link is there, which comes with the user. */
const lateLink = (loaded: () => LinkLogic): LinkLogic => ({
  getInitialSnapshot: (scope, input) => loaded().getInitialSnapshot(scope, input),
  getPersistedSnapshot: (snapshot, options) => loaded().getPersistedSnapshot(snapshot, options),
  transition: (snapshot, event, scope) => loaded().transition(snapshot, event, scope),
  start: (snapshot, scope) => loaded().start?.(snapshot, scope),
})

interface ScreenParts {
  http: Http
  signedIn: () => SignedIn
  session: SessionRef
  router: AddressRouter
  drafts: Drafts
  storage: KeyValueStorage
}

/** The card beside a wall, loaded with the first device that is chosen on it. */
const withDeviceCard = <Connections extends AlarmsConnections>(connections: Connections) => ({
  ...connections,
  deviceCard: async () => (await import('./alarms/alarms')).createDeviceCard(connections),
})

/** The code of each screen, and what it alone needs, is loaded when the screen is opened. */
function createScreens({http, signedIn, session, router, drafts, storage}: ScreenParts): Application['screens'] {
  const consoleDrafts = drafts.of<StoredDraft>()
  const profileDrafts = drafts.of<Profile>()
  const account = (name: keyof AccountScreens) => async () =>
    (await import('./account/account')).createAccountScreens({http})[name]
  const connections = () => ({...signedIn().connections, session, router})
  const shown = () => ({...signedIn().shownConnections(), session, router})
  return {
    dashboard: async () => (await import('./telemetry/dashboard')).createDashboardScreen(shown()),
    media: async () => (await import('./media/media')).createMediaScreen(connections()),
    alarms: async () => (await import('./alarms/alarms')).createAlarmsScreen(shown()),
    wall: async () =>
      (await import('./wall/wall')).createWallScreen({
        ...withDeviceCard(shown()),
        preferences: signedIn().preferences,
      }),
    overview: async () => (await import('./wall/overview')).createOverviewScreen(withDeviceCard(connections())),
    wallLink: async () => (await import('./wall/wallLink')).createWallLinkScreen(session),
    linkedWall: async () => (await import('./wall/linkedWall')).createLinkedWallScreen(connections()),
    home: async () => (await import('./telemetry/home')).createHomeScreen(connections()),
    async console() {
      const {createConsoleScreen} = await import('./console/console')
      return createConsoleScreen({
        ...connections(),
        drafts: consoleDrafts,
        storage,
        router: () => router,
        deviceMaintenance: async () =>
          (await import('./alarms/deviceMaintenance')).createDeviceMaintenance(connections()),
      })
    },
    async profile() {
      const {createProfileScreen} = await import('./account/profile')
      return createProfileScreen({
        ...connections(),
        drafts: profileDrafts,
        storage,
        firstWall: async () => (await import('./wall/firstWall')).createFirstWall(connections()),
      })
    },
    security: async () => (await import('./account/security')).createSecurityScreen(connections()),
    register: account('register'),
    passwordReset: account('passwordReset'),
    newPassword: account('newPassword'),
    verification: account('verification'),
    acknowledgement: account('acknowledgement'),
    firstAdmin: account('firstAdmin'),
    serverHealth: account('serverHealth'),
  }
}
