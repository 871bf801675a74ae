import {
  type ActorLogic,
  type ActorRefFrom,
  assertEvent,
  assign,
  type EventFromLogic,
  type SnapshotFrom,
  setup,
} from 'xstate'
import {endsSession, isRefusedWith, messageOf} from '../domain/failure'
import {textsOf} from '../domain/language'
import type {Credentials, CurrentUser, SecondStep, SecondStepAnswer, WallToken} from '../domain/user'
import {failureHint} from './failure'
import type {LinkSnapshot, linkMachine} from './link'
import {call, missing, source} from './ports'

export const sessionTexts = textsOf('machines.session', {
  loginFailed: 'Failed to login. Please check your credentials.',
  secondStepFailed: 'Failed to check the code. Please try again.',
  ended: 'You have been signed out.',
  leftAlone:
    'You are signed out here. The server could not be reached, and is notified when this page is opened again.',
})

type AccessTokenRejected = {type: 'accessToken.rejected'; token: string}
type SessionEnded = {type: 'session.ended'}

export type SignIn = Credentials | WallToken | SecondStepAnswer

/** The link is only needed, and its code only loaded, when a user is signed in. */
export type LinkLogic = ActorLogic<LinkSnapshot, EventFromLogic<typeof linkMachine>>

const session = setup({
  types: {} as {
    context: {
      user: CurrentUser | null
      renewalFailure: unknown
      failedRenewals: number
      /** The text of the form; `hint` adds what the server's message can't say. */
      message: string | null
      hint: string | null
      /** Why the last sign-in failed. */
      refusal: unknown
      attempts: number
      /** The last user has signed out, and was not signed out by others. */
      hasLeft: boolean
      /** The factors requested besides the password, until one is right, given up or too late. */
      secondStep: SecondStep | null
    }
    events:
      | AccessTokenRejected
      | SessionEnded
      | ({type: 'signIn.submitted'} & Credentials)
      /** A screen brings the link to its wall, which takes the place of the signed-in user. */
      | ({type: 'wallLink.opened'} & WallToken)
      | ({type: 'secondStep.answered'} & SecondStepAnswer)
      | {type: 'signIn.abandoned'}
      | {type: 'signOut.requested'}
      /** A page was opened that depends on who the user is now, so the user is read again. */
      | {type: 'user.requested'}
      /** The session has ended, and another user may be signed in by now, whose tokens all tabs share. */
      | {type: 'session.sought'}
      | {type: 'retry.requested'}
    tags: 'settled' | 'userBeingRead'
    children: {link: 'link'}
  },
  actors: {
    link: missingLink(),
    loadCurrentUser: call<CurrentUser>('loadCurrentUser'),
    signIn: call<CurrentUser | SecondStep, SignIn>('signIn'),
    signOut: call<void>('signOut'),
    refreshAccessToken: call<void, {rejected: string}>('refreshAccessToken'),
    sessionEnds: source<SessionEnded, void>('sessionEnds'),
  },
  actions: {
    rememberUser: assign({user: (_, {user}: {user: CurrentUser}) => user, message: null, hint: null}),
    beginAttempt: assign({attempts: ({context}) => context.attempts + 1, message: null, hint: null, refusal: null}),
    setRefusal: assign((_, {error, text}: {error: unknown; text: string}) => ({
      message: messageOf(error, text),
      hint: failureHint(error),
      refusal: error,
    })),
    rememberOutcome: assign((_, outcome: CurrentUser | SecondStep) =>
      'challenge' in outcome ? {secondStep: outcome} : {user: outcome, secondStep: null},
    ),
    forgetRenewalFailure: assign({renewalFailure: undefined}),
    rememberRenewalFailure: assign({
      renewalFailure: (_, {error}: {error: unknown}) => error,
      failedRenewals: ({context}) => context.failedRenewals + 1,
    }),
    /** A visitor who was not signed in sees no message that a session has ended. */
    setEndedMessage: assign({message: ({context}) => (context.user === null ? null : sessionTexts.ended), hint: null}),
    setLeftAloneMessage: assign({message: () => sessionTexts.leftAlone, hint: null}),
    clearError: assign({message: null, hint: null}),
    /** `wiring` provides an action that notifies the other tabs; a session without it has none. */
    announceSignOut: () => {},
  },
  guards: {
    endsSession: (_, {error}: {error: unknown}) => endsSession(error),
  },
  delays: {
    nextRead: 5000,
    renewalStuck: 30_000,
    leaveAnyway: 5000,
  },
})

const fresh = session.createStateConfig({
  tags: 'settled',
  on: {'accessToken.rejected': 'refreshing'},
})

const refreshing = session.createStateConfig({
  entry: 'forgetRenewalFailure',
  invoke: {
    src: 'refreshAccessToken',
    input: ({event}) => {
      assertEvent(event, 'accessToken.rejected')
      return {rejected: event.token}
    },
    onDone: 'fresh',
    onError: [
      {
        guard: {type: 'endsSession', params: ({event: {error}}) => ({error})},
        target: '#session.signedOut',
        actions: 'setEndedMessage',
      },
      {target: 'fresh', actions: {type: 'rememberRenewalFailure', params: ({event: {error}}) => ({error})}},
    ],
  },
  after: {
    renewalStuck: {
      target: 'fresh',
      actions: {type: 'rememberRenewalFailure', params: {error: new Error('the renewal was not answered')}},
    },
  },
})

const reading = session.createStateConfig({
  tags: 'userBeingRead',
  invoke: {
    src: 'loadCurrentUser',
    onDone: {
      target: '#session.signedIn',
      actions: {type: 'rememberUser', params: ({event}) => ({user: event.output})},
    },
    onError: [
      {guard: {type: 'endsSession', params: ({event: {error}}) => ({error})}, target: '#session.signedOut'},
      {target: '#session.unreadable'},
    ],
  },
  initial: 'fresh',
  states: {fresh, refreshing},
})

/**
 * Holds the signed-in user, and the lock on renewing the access token. While `refreshing`, every call answered with 401
 * waits for the tag `settled`; `renewalFailure` then says why a renewal failed without ending the session. In
 * `unreadable` the server didn't say who is signed in, and is asked again. In `signedOut.leaving` the sign-out is sent to
 * the server; in `signedOut.secondStep` the server has found the password right, and asks for more.
 */
export const sessionMachine = session.createMachine({
  id: 'session',
  context: {
    user: null,
    renewalFailure: undefined,
    failedRenewals: 0,
    message: null,
    hint: null,
    refusal: null,
    attempts: 0,
    hasLeft: false,
    secondStep: null,
  },
  initial: 'unknown',
  states: {
    unknown: reading,
    unreadable: {
      on: {
        'signIn.submitted': '#session.signedOut.submitting',
        'wallLink.opened': '#session.signedOut.submitting',
      },
      initial: 'waiting',
      states: {
        waiting: {
          tags: 'settled',
          on: {'retry.requested': 'asking'},
          after: {nextRead: 'asking'},
        },
        asking: reading,
      },
    },
    signedIn: {
      entry: assign({hasLeft: false}),
      invoke: [
        {id: 'link', src: 'link', onError: {}},
        {src: 'sessionEnds', onError: {}},
      ],
      on: {
        'signOut.requested': {target: 'signedOut.leaving', actions: ['clearError', 'announceSignOut']},
        'session.ended': {target: 'signedOut', actions: 'setEndedMessage'},
        'wallLink.opened': '#session.signedOut.submitting',
      },
      type: 'parallel',
      states: {
        accessToken: {initial: 'fresh', states: {fresh, refreshing}},
        user: {
          initial: 'known',
          states: {
            known: {on: {'user.requested': 'reading'}},
            reading: {
              tags: 'userBeingRead',
              invoke: {
                src: 'loadCurrentUser',
                onDone: {target: 'known', actions: {type: 'rememberUser', params: ({event}) => ({user: event.output})}},
                onError: [
                  {
                    guard: {type: 'endsSession', params: ({event: {error}}) => ({error})},
                    target: '#session.signedOut',
                    actions: 'setEndedMessage',
                  },
                  {target: 'unreadable'},
                ],
              },
            },
            /** The server did not answer, so the user stays signed in as the one who was read before. */
            unreadable: {
              on: {'user.requested': 'reading', 'retry.requested': 'reading'},
              after: {nextRead: 'reading'},
            },
          },
        },
      },
    },
    signedOut: {
      tags: 'settled',
      entry: [assign({user: null}), 'forgetRenewalFailure'],
      initial: 'idle',
      states: {
        idle: {
          entry: assign({secondStep: null}),
          on: {
            'signIn.submitted': 'submitting',
            'wallLink.opened': 'submitting',
            'signIn.abandoned': {actions: 'clearError'},
            'session.sought': '#session.unknown',
          },
        },
        submitting: {
          entry: 'beginAttempt',
          invoke: {
            src: 'signIn',
            input: ({event}) => {
              assertEvent(event, ['signIn.submitted', 'wallLink.opened', 'secondStep.answered'])
              const {type: _, ...signIn} = event
              return signIn
            },
            onDone: [
              {
                guard: ({event}) => 'challenge' in event.output,
                target: 'secondStep',
                actions: {type: 'rememberOutcome', params: ({event}) => event.output},
              },
              {
                target: '#session.signedIn',
                actions: {type: 'rememberOutcome', params: ({event}) => event.output},
              },
            ],
            onError: [
              {
                guard: ({context, event}) => context.secondStep !== null && !isRefusedWith(event.error, CHALLENGE_OVER),
                target: 'secondStep',
                actions: {
                  type: 'setRefusal',
                  params: ({event: {error}}) => ({error, text: sessionTexts.secondStepFailed}),
                },
              },
              {
                target: 'idle',
                actions: {
                  type: 'setRefusal',
                  params: ({event: {error}}) => ({error, text: sessionTexts.loginFailed}),
                },
              },
            ],
          },
        },
        secondStep: {
          on: {
            'secondStep.answered': 'submitting',
            'signIn.abandoned': {target: 'idle', actions: 'clearError'},
          },
        },
        leaving: {
          entry: assign({hasLeft: true}),
          invoke: {
            src: 'signOut',
            onDone: 'idle',
            onError: {target: 'idle', actions: 'setLeftAloneMessage'},
          },
          after: {leaveAnyway: {target: 'idle', actions: 'setLeftAloneMessage'}},
        },
      },
    },
  },
})

/** A user who is too late for the second step begins again. */
const CHALLENGE_OVER = 410

function missingLink(): LinkLogic {
  const fail = () => missing('link')
  return {getInitialSnapshot: fail, getPersistedSnapshot: fail, transition: fail}
}

export type SessionRef = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>
