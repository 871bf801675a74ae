import {fromPromise} from 'xstate'
import type {SecondFactorChange, SecondFactorOutcome} from '../../src/domain/account/secondFactor'
import {ownSessionsMachine} from '../../src/machines/account/ownSessions'
import {pushMachine} from '../../src/machines/account/push'
import {secondFactorMachine} from '../../src/machines/account/secondFactor'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, DONE, refusal} from './given'
import type {Parts} from './parts'
import {FACTOR_ON, OWN_SESSIONS, PUSH_BLOCKED, PUSH_ON} from './securityWorld'

const [, other] = OWN_SESSIONS
const request = {type: 'action.requested', action: 'addApp'} as const
const password = {type: 'password.submitted', currentPassword: 'the one until now'} as const
const code = {type: 'code.submitted', code: '123456'} as const
const at = '/security'

type FactorActors = NonNullable<Parameters<Parts['secondFactor']['provide']>[0]['actors']>

const factorOf =
  (actors: FactorActors) =>
  ({secondFactor}: Parts) => ({secondFactor: secondFactor.provide({actors})})

type PushActors = NonNullable<Parameters<Parts['push']['provide']>[0]['actors']>

const pushOf =
  (actors: PushActors) =>
  ({push}: Parts) => ({push: push.provide({actors})})
const [here, phone] = PUSH_ON.browsers

/** The sections of the page of security that are more than a form. */
export const security: readonly Entry[] = [
  {
    name: 'factor-loading',
    at,
    given: factorOf({load: answers()}),
    shows: shows(secondFactorMachine, 'loading'),
  },
  {
    name: 'factor-failed',
    at,
    given: factorOf({load: answers(AWAY)}),
    shows: shows(secondFactorMachine, 'failed'),
  },
  {name: 'factor-off', at, shows: shows(secondFactorMachine, 'shown'), until: 'Set up the app'},
  {
    name: 'factor-on',
    at,
    given: factorOf({load: answers(FACTOR_ON)}),
    shows: shows(secondFactorMachine, 'shown'),
    until: 'Switch off the second factor',
  },
  {
    name: 'factor-proving',
    at,
    steps: tell(secondFactorMachine, request),
    shows: shows(secondFactorMachine, 'proving.typing'),
  },
  {
    name: 'factor-proving-refused',
    at,
    given: factorOf({change: answers(refusal(403, 'This is not your present password.'))}),
    steps: tell(secondFactorMachine, request, password),
    shows: shows(secondFactorMachine, 'proving.typing'),
    until: 'This is not your present password.',
  },
  {
    name: 'factor-proving-sent',
    at,
    given: factorOf({change: answers()}),
    steps: tell(secondFactorMachine, request, password),
    shows: shows(secondFactorMachine, 'proving.sending'),
  },
  {
    name: 'factor-confirming',
    at,
    steps: tell(secondFactorMachine, request, password),
    shows: shows(secondFactorMachine, 'confirming.typing'),
  },
  {
    name: 'factor-confirming-sent',
    at,
    given: factorOf({confirm: answers()}),
    steps: tell(secondFactorMachine, request, password, code),
    shows: shows(secondFactorMachine, 'confirming.sending'),
  },
  {
    name: 'factor-naming-passkey',
    at,
    given: factorOf({change: fromPromise<SecondFactorOutcome, SecondFactorChange>(async () => ({passkeyOffer: {}}))}),
    steps: tell(secondFactorMachine, {type: 'action.requested', action: 'addPasskey'}, password),
    shows: shows(secondFactorMachine, 'confirming.typing'),
    until: 'Make the passkey',
  },
  {
    name: 'factor-keeping',
    at,
    steps: tell(secondFactorMachine, request, password, code),
    shows: shows(secondFactorMachine, 'keeping'),
  },
  {
    name: 'sessions-loading',
    at,
    given: ({ownSessions}) => ({ownSessions: ownSessions.provide({actors: {load: answers()}})}),
    shows: shows(ownSessionsMachine, 'loading'),
  },
  {
    name: 'sessions-failed',
    at,
    given: ({ownSessions}) => ({ownSessions: ownSessions.provide({actors: {load: answers(AWAY)}})}),
    shows: shows(ownSessionsMachine, 'failed'),
  },
  {name: 'sessions', at, shows: shows(ownSessionsMachine, 'shown')},
  {
    name: 'sessions-ending',
    at,
    steps: tell(ownSessionsMachine, {type: 'end.requested', ended: other?.id ?? ''}),
    shows: shows(ownSessionsMachine, 'ending'),
  },
  {
    name: 'sessions-ended',
    at,
    given: ({ownSessions}) => ({ownSessions: ownSessions.provide({actors: {end: answers(DONE)}})}),
    steps: tell(ownSessionsMachine, {type: 'end.requested', ended: 'others'}),
    shows: shows(ownSessionsMachine, 'shown'),
    until: 'All other sessions are ended.',
  },
  {name: 'push-loading', at, given: pushOf({load: answers()}), shows: shows(pushMachine, 'loading')},
  {name: 'push-failed', at, given: pushOf({load: answers(AWAY)}), shows: shows(pushMachine, 'failed')},
  {name: 'push-off', at, shows: shows(pushMachine, 'shown.off'), until: 'Switch on'},
  {
    name: 'push-asking',
    at,
    steps: tell(pushMachine, {type: 'notifications.requested'}),
    shows: shows(pushMachine, 'asking'),
  },
  {
    name: 'push-not-allowed',
    at,
    given: pushOf({subscribe: answers({here: 'off', browsers: []})}),
    steps: tell(pushMachine, {type: 'notifications.requested'}),
    shows: shows(pushMachine, 'shown.off'),
    until: 'The browser was not allowed to show notifications.',
  },
  {
    name: 'push-on',
    at,
    given: pushOf({subscribe: answers(PUSH_ON)}),
    steps: tell(pushMachine, {type: 'notifications.requested'}),
    shows: shows(pushMachine, 'shown.on'),
    until: 'Alarms are pushed to this browser from now on',
  },
  {
    name: 'push-blocked',
    at,
    given: pushOf({load: answers(PUSH_BLOCKED)}),
    shows: shows(pushMachine, 'shown.blocked'),
    until: 'Blocked',
  },
  {
    name: 'push-not-offered',
    at,
    given: pushOf({load: answers({here: 'insecure', browsers: []})}),
    shows: shows(pushMachine, 'shown.notOffered'),
    until: 'Not offered: browsers show notifications only',
  },
  {
    name: 'push-ending',
    at,
    given: pushOf({load: answers(PUSH_ON)}),
    steps: tell(pushMachine, {type: 'end.requested', ended: phone?.id ?? ''}),
    shows: shows(pushMachine, 'ending'),
  },
  {
    name: 'push-testing',
    at,
    given: pushOf({load: answers(PUSH_ON)}),
    steps: tell(pushMachine, {type: 'test.requested'}),
    shows: shows(pushMachine, 'testing'),
  },
  {
    name: 'push-tested',
    at,
    given: pushOf({
      load: answers(PUSH_ON),
      test: answers([
        {id: here?.id ?? '', name: null, error: null},
        {id: phone?.id ?? '', name: null, error: 'the browser is not there any more: answered 410'},
      ]),
    }),
    steps: tell(pushMachine, {type: 'test.requested'}),
    shows: shows(pushMachine, 'shown.on'),
    until: 'not sent: the browser is not there any more',
  },
]
