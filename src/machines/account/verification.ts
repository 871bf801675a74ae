import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import {VERIFICATION_REDIRECT_SECONDS} from '../../../contract/limits'
import {mayPass, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {SET_ERROR} from '../failure'
import {call} from '../ports'

export const verificationTexts = textsOf('machines.verification', {
  tokenMissing: 'Verification token is missing.',
  verified: 'Account successfully verified. Redirecting to login...',
  emailChanged: 'Your new email is verified and in force. Redirecting to login...',
  failed: 'Verification failed. Please try again.',
})

/** Verifies by the link of a mail. `isChange` means a new email of the account. `verified.left` follows a countdown. */
export const verificationMachine = setup({
  types: {} as {
    input: {token: string; isChange: boolean}
    context: {token: string; isChange: boolean; message: string; secondsLeft: number}
    events: {type: 'retry.requested'}
  },
  actors: {
    verifyEmail: call<void, {token: string}>('verifyEmail'),
  },
  actions: {
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, verificationTexts.failed)}),
  },
  guards: {
    hasToken: ({context}) => context.token !== '',
    isLastSecond: ({context}) => context.secondsLeft <= 1,
    mayPass: (_, {error}: {error: unknown}) => mayPass(error),
  },
  delays: {second: 1000},
}).createMachine({
  id: 'verification',
  context: ({input}) => ({...input, message: '', secondsLeft: VERIFICATION_REDIRECT_SECONDS}),
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'hasToken', target: 'verifying'}, {target: 'tokenMissing'}]},
    tokenMissing: {entry: assign({message: () => verificationTexts.tokenMissing})},
    verifying: {
      invoke: {
        src: 'verifyEmail',
        input: ({context}) => ({token: context.token}),
        onDone: 'verified',
        onError: [
          {
            guard: {type: 'mayPass', params: ({event: {error}}) => ({error})},
            target: 'unanswered',
            actions: SET_ERROR,
          },
          {target: 'refused', actions: SET_ERROR},
        ],
      },
    },
    /** The server was away or too busy, so the link may still be valid and can be tried again. */
    unanswered: {
      initial: 'waiting',
      states: {
        waiting: {on: {'retry.requested': 'retrying'}},
        retrying: {
          invoke: {
            src: 'verifyEmail',
            input: ({context}) => ({token: context.token}),
            onDone: '#verification.verified',
            onError: [
              {
                guard: {type: 'mayPass', params: ({event: {error}}) => ({error})},
                target: 'waiting',
                actions: SET_ERROR,
              },
              {target: '#verification.refused', actions: SET_ERROR},
            ],
          },
        },
      },
    },
    refused: {},
    verified: {
      entry: assign({message: ({context}) => verificationTexts[context.isChange ? 'emailChanged' : 'verified']}),
      initial: 'counting',
      states: {
        counting: {
          after: {
            second: [
              {guard: 'isLastSecond', target: 'left'},
              {
                target: 'counting',
                reenter: true,
                actions: assign({secondsLeft: ({context}) => context.secondsLeft - 1}),
              },
            ],
          },
        },
        left: {},
      },
    },
  },
})

export type VerificationLogic = typeof verificationMachine
export type VerificationRef = ActorRefFrom<VerificationLogic>
export type VerificationSnapshot = SnapshotFrom<VerificationLogic>
