import type {SystemNotice} from '../../src/domain/shell/notice'
import type {SecondStep} from '../../src/domain/user'
import {linkMachine} from '../../src/machines/link'
import {createLoadMachine} from '../../src/machines/load'
import {preferencesMachine} from '../../src/machines/preferences'
import {serverHealthMachine} from '../../src/machines/serverHealth'
import {sessionMachine} from '../../src/machines/session'
import {noticesMachine} from '../../src/machines/shell/notices'
import {paletteMachine} from '../../src/machines/shell/palette'
import {shellMachine} from '../../src/machines/shell/shell'
import {toastsMachine} from '../../src/machines/shell/toasts'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, BROKEN, calls, DONE, NOBODY, PENDING, refusal, says} from './given'
import {LONG, NOW, PLANT_ADMIN, SYS_ADMIN} from './world'

/** Below the form, the server is ready. */
const SERVED = shows(serverHealthMachine, 'well.resting')
const load = createLoadMachine(async () => null)
const credentials = {type: 'signIn.submitted', email: 'petra@harbour.test', password: 'a fine new password'} as const
const ASKED: SecondStep = {challenge: 'challenge', kinds: ['totp', 'recoveryCode']}
const reached = {type: 'account.reached', userId: PLANT_ADMIN.id} as const
const denser = {type: 'preferences.changed', change: {density: 'compact'}} as const
const saved = {
  type: 'outcome.reported',
  kind: 'done',
  text: 'Device created.',
  next: {label: 'Open', to: '/dashboard'},
} as const
const unsaved = {type: 'outcome.reported', kind: 'failed', text: LONG} as const
const FILLING: SystemNotice = {
  kind: 'disk',
  level: 'warning',
  holds: ['data'],
  folder: '/var/lib/pulsewall',
  usedPercent: 83,
  freeBytes: 17 * 1024 ** 3,
}
const FULL: SystemNotice = {
  kind: 'disk',
  level: 'critical',
  holds: ['backups'],
  folder: '/mnt/backups',
  usedPercent: 92,
  freeBytes: 640 * 1024 ** 2,
}
const UNSAVED: SystemNotice = {kind: 'backup', level: 'warning', folder: '/mnt/backups', newestAt: null}
const rejected = {type: 'accessToken.rejected', token: 'old'} as const

/** The start of the page, the sign-in, and what becomes of a session and its link. */
export const session: readonly Entry[] = [
  {
    name: 'start-loading',
    at: '/login',
    given: () => ({loadConfig: calls()}),
    shows: shows(load, 'loading'),
  },
  {
    name: 'start-failed',
    at: '/login',
    given: () => ({loadConfig: calls(AWAY)}),
    shows: shows(load, 'failed.waiting'),
  },
  {
    name: 'start-retrying',
    at: '/login',
    given: () => ({loadConfig: calls(BROKEN, PENDING)}),
    steps: tell(load, {type: 'retry.requested'}),
    shows: shows(load, 'failed.retrying'),
  },
  {
    name: 'screen-loading',
    at: '/profile',
    given: () => ({loadCode: calls()}),
    shows: [...shows(sessionMachine, 'signedIn'), ...shows(load, 'loading')],
  },
  {
    name: 'screen-failed',
    at: '/profile',
    given: () => ({loadCode: calls(AWAY)}),
    shows: shows(load, 'failed.waiting'),
  },
  {
    name: 'unknown',
    at: '/login',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers()}})}),
    shows: shows(sessionMachine, 'unknown.fresh'),
  },
  {
    name: 'unknown-refreshing',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers()}})}),
    steps: tell(sessionMachine, rejected),
    shows: shows(sessionMachine, 'unknown.refreshing'),
  },
  {
    name: 'unreadable',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(AWAY)}})}),
    shows: shows(sessionMachine, 'unreadable.waiting'),
  },
  {
    name: 'unreadable-asking',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(AWAY, PENDING)}})}),
    steps: tell(sessionMachine, {type: 'retry.requested'}),
    shows: shows(sessionMachine, 'unreadable.asking.fresh'),
  },
  {
    name: 'unreadable-refreshing',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(AWAY, PENDING)}})}),
    steps: tell(sessionMachine, {type: 'retry.requested'}, rejected),
    shows: shows(sessionMachine, 'unreadable.asking.refreshing'),
  },
  {
    name: 'login',
    at: '/login',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(NOBODY)}})}),
    shows: [...shows(sessionMachine, 'signedOut.idle'), ...SERVED],
  },
  ...(
    [
      ['asking', 'asking', PENDING],
      ['asking-again', 'well.asking', DONE, PENDING],
      ['ill', 'ill.resting', refusal(503, 'The database does not answer.')],
      ['ill-asking', 'ill.asking', refusal(503, 'The database does not answer.'), PENDING],
      ['away', 'away.resting', AWAY],
      ['away-asking', 'away.asking', AWAY, PENDING],
      ['silent', 'silent', refusal(404, 'Not found.')],
    ] as const
  ).map(
    ([name, state, ...answered]): Entry => ({
      name: `login-server-${name}`,
      at: '/login',
      given: ({session, serverHealth}) => ({
        session: session.provide({actors: {loadCurrentUser: answers(NOBODY)}}),
        serverHealth: serverHealth.provide({
          actors: {loadHealth: answers(...answered)},
          ...(state.endsWith('.asking') && {delays: {pause: 0}}),
        }),
      }),
      shows: shows(serverHealthMachine, state),
    }),
  ),
  {
    name: 'login-submitting',
    at: '/login',
    given: ({session}) => ({
      session: session.provide({actors: {loadCurrentUser: answers(NOBODY), signIn: answers()}}),
    }),
    steps: tell(sessionMachine, credentials),
    shows: [...shows(sessionMachine, 'signedOut.submitting'), ...SERVED],
  },
  {
    name: 'login-refused',
    at: '/login',
    given: ({session}) => ({
      session: session.provide({
        actors: {loadCurrentUser: answers(NOBODY), signIn: answers(refusal(401, 'Invalid email or password.'))},
      }),
    }),
    steps: tell(sessionMachine, credentials),
    shows: [...shows(sessionMachine, 'signedOut.idle'), ...SERVED],
    until: 'Invalid email or password.',
  },
  {
    name: 'second-step',
    at: '/login',
    given: ({session}) => ({
      session: session.provide({actors: {loadCurrentUser: answers(NOBODY), signIn: answers(ASKED)}}),
    }),
    steps: tell(sessionMachine, credentials),
    shows: shows(sessionMachine, 'signedOut.secondStep'),
    until: 'Back to the log in',
  },
  {
    name: 'second-step-refused',
    at: '/login',
    given: ({session}) => ({
      session: session.provide({
        actors: {
          loadCurrentUser: answers(NOBODY),
          signIn: answers(ASKED, refusal(401, 'This code or passkey is not right, or was used already.')),
        },
      }),
    }),
    steps: tell(sessionMachine, credentials, {type: 'secondStep.answered', challenge: ASKED.challenge, code: '000000'}),
    shows: shows(sessionMachine, 'signedOut.secondStep'),
    until: 'This code or passkey is not right',
  },
  {
    name: 'login-away',
    at: '/login',
    given: ({session}) => ({
      session: session.provide({actors: {loadCurrentUser: answers(NOBODY), signIn: answers(AWAY)}}),
    }),
    steps: tell(sessionMachine, credentials),
    shows: [...shows(sessionMachine, 'signedOut.idle'), ...SERVED],
    until: 'What you typed is kept.',
  },
  {
    name: 'session-ended',
    at: '/profile',
    steps: tell(sessionMachine, {type: 'session.ended'}),
    shows: shows(sessionMachine, 'signedOut.idle'),
    until: 'Forgot your password?',
  },
  {
    name: 'leaving',
    at: '/profile',
    steps: tell(sessionMachine, {type: 'signOut.requested'}),
    shows: shows(sessionMachine, 'signedOut.leaving'),
    until: 'Logging out…',
  },
  {
    name: 'left-alone',
    at: '/profile',
    given: ({session}) => ({session: session.provide({actors: {signOut: answers(AWAY)}})}),
    steps: tell(sessionMachine, {type: 'signOut.requested'}),
    shows: shows(sessionMachine, 'signedOut.idle'),
    until: 'You are signed out here.',
  },
  {
    name: 'historical',
    at: '/historical',
    shows: [
      ...shows(sessionMachine, 'signedIn.accessToken.fresh', 'signedIn.user.known'),
      ...shows(linkMachine, 'live.open'),
    ],
  },
  {
    name: 'refreshing',
    at: '/historical',
    steps: tell(sessionMachine, rejected),
    shows: shows(sessionMachine, 'signedIn.accessToken.refreshing'),
  },
  {
    name: 'user-reading',
    at: '/dashboard',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(PLANT_ADMIN, PENDING)}})}),
    steps: tell(sessionMachine, {type: 'user.requested'}),
    shows: shows(sessionMachine, 'signedIn.user.reading'),
  },
  {
    name: 'user-unreadable',
    at: '/dashboard',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(PLANT_ADMIN, AWAY)}})}),
    steps: tell(sessionMachine, {type: 'user.requested'}),
    shows: shows(sessionMachine, 'signedIn.user.unreadable'),
  },
  {
    name: 'forbidden',
    at: '/sys_admin',
    shows: shows(sessionMachine, 'signedIn'),
  },
  {
    name: 'no-such-page',
    at: '/no/such/page',
    shows: shows(sessionMachine, 'signedIn'),
  },
  {
    name: 'preferences-reading',
    at: '/profile',
    given: ({preferences}) => ({preferences: preferences.provide({actors: {loadPreferences: answers()}})}),
    steps: tell(preferencesMachine, reached),
    shows: shows(preferencesMachine, 'reading'),
  },
  {
    name: 'preferences-unread',
    at: '/profile',
    given: ({preferences}) => ({preferences: preferences.provide({actors: {loadPreferences: answers(AWAY)}})}),
    steps: tell(preferencesMachine, reached),
    shows: shows(preferencesMachine, 'unread'),
  },
  {
    name: 'preferences-saving',
    at: '/profile',
    given: ({preferences}) => ({preferences: preferences.provide({actors: {savePreferences: answers()}})}),
    steps: tell(preferencesMachine, reached, denser),
    shows: shows(preferencesMachine, 'saving'),
  },
  {
    name: 'preferences-kept',
    at: '/profile',
    steps: tell(preferencesMachine, reached, denser),
    shows: shows(preferencesMachine, 'saved'),
  },
  {
    name: 'preferences-unsaved',
    at: '/profile',
    given: ({preferences}) => ({preferences: preferences.provide({actors: {savePreferences: answers(BROKEN)}})}),
    steps: tell(preferencesMachine, reached, denser),
    shows: shows(preferencesMachine, 'unsaved'),
  },
  {
    name: 'keys',
    at: '/historical',
    steps: tell(shellMachine, {type: 'help.requested'}),
    shows: shows(shellMachine, 'helping'),
  },
  {
    name: 'keys-leading',
    at: '/historical',
    steps: tell(shellMachine, {type: 'letter.pressed', letter: 'g'}),
    shows: shows(shellMachine, 'leading'),
  },
  {
    name: 'palette-loading',
    at: '/historical',
    given: ({palette}) => ({palette: palette.provide({actors: {entries: says()}})}),
    steps: tell(shellMachine, {type: 'palette.requested'}),
    shows: shows(paletteMachine, 'loading'),
  },
  {
    name: 'palette',
    at: '/historical',
    steps: tell(shellMachine, {type: 'palette.requested'}),
    shows: [...shows(shellMachine, 'finding'), ...shows(paletteMachine, 'ready')],
  },
  {
    name: 'palette-found',
    at: '/historical',
    steps: [
      ...tell(shellMachine, {type: 'palette.requested'}),
      ...tell(paletteMachine, {type: 'query.changed', query: 'temp boil'}),
    ],
    shows: shows(paletteMachine, 'ready'),
  },
  {
    name: 'palette-nothing',
    at: '/historical',
    steps: [
      ...tell(shellMachine, {type: 'palette.requested'}),
      ...tell(paletteMachine, {type: 'query.changed', query: 'nothing of this name'}),
    ],
    shows: shows(paletteMachine, 'ready'),
  },
  {
    name: 'rail-narrow',
    at: '/historical',
    given: () => ({shellInput: {rail: 'narrow', letters: 'heard'}}),
    shows: shows(shellMachine, 'watching'),
  },
  {
    name: 'notices',
    at: '/sys_admin',
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}})}),
    steps: tell(noticesMachine, {type: 'notices.received', notices: [FILLING, FULL, UNSAVED]}),
    shows: [],
    until: 'The server’s disk is 92 % full.',
  },
  {
    name: 'toasts',
    at: '/historical',
    steps: tell(toastsMachine, saved, unsaved),
    shows: shows(toastsMachine, 'counting'),
  },
  {
    name: 'toasts-held',
    at: '/historical',
    steps: tell(toastsMachine, saved, {type: 'toasts.held'}),
    shows: shows(toastsMachine, 'held'),
  },
  {
    name: 'toasts-failure',
    at: '/historical',
    steps: tell(toastsMachine, unsaved),
    shows: shows(toastsMachine, 'quiet'),
  },
  {
    name: 'link-probing',
    at: '/historical',
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers()}})}),
    shows: shows(linkMachine, 'probing'),
  },
  {
    name: 'link-connecting',
    at: '/historical',
    given: ({link}) => ({link: link.provide({actors: {liveConnection: says()}})}),
    shows: shows(linkMachine, 'live.connecting'),
  },
  {
    name: 'link-renewing',
    at: '/historical',
    given: ({link}) => ({link: link.provide({actors: {liveConnection: says({type: 'socket.rejected'})}})}),
    shows: shows(linkMachine, 'renewing'),
  },
  {
    name: 'link-polling',
    at: '/historical',
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers('specified' as const)}})}),
    shows: shows(linkMachine, 'polling'),
  },
  {
    name: 'link-finding',
    at: '/historical',
    given: ({link}) => ({
      link: link.provide({actors: {probeOffer: answers('specified' as const), findServer: answers()}}),
    }),
    steps: tell(linkMachine, {type: 'server.missed'}, {type: 'retry.requested'}),
    shows: shows(linkMachine, 'finding'),
  },
  {
    name: 'link-down',
    at: '/historical',
    given: ({link}) => ({
      link: link.provide({actors: {backOff: says({type: 'retry.scheduled', at: NOW + 4000})}}),
    }),
    steps: tell(linkMachine, {type: 'socket.closed'}),
    shows: shows(linkMachine, 'waiting'),
  },
  {
    name: 'link-offline',
    at: '/historical',
    steps: tell(linkMachine, {type: 'network.lost'}),
    shows: shows(linkMachine, 'waiting'),
  },
]
