import {type ActorRefFrom, assertEvent, assign, setup} from 'xstate'
import type {
  AppOffer,
  SecondFactor,
  SecondFactorAction,
  SecondFactorChange,
  SecondFactorOutcome,
  SecondFactorProof,
  WebAuthnOptions,
} from '../../domain/account/secondFactor'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {errorOf, failedWrite, setError} from '../failure'
import {call} from '../ports'

export const secondFactorTexts = textsOf('machines.secondFactor', {
  loadFailed: 'Failed to load your second factor',
  changeFailed: 'Failed to change your second factor. Please try again.',
  confirmFailed: 'Failed to check the code. Please try again.',
  passkeyFailed: 'No passkey was made. Please try again.',
  added: 'The app is set up. You are signed out everywhere else.',
  passkeyAdded: 'The passkey is set up. You are signed out everywhere else.',
  renewed: 'The new codes hold from now on, and the former ones no more.',
  removed: 'The app is removed.',
  passkeyRemoved: 'The passkey is removed.',
  switchedOff: 'Your second factor is off.',
})

type Text = keyof typeof secondFactorTexts

const setUnconfirmedError = {
  type: 'setError',
  params: ({context, event}: {context: {passkeyOffer: WebAuthnOptions | null}; event: {error: unknown}}) => ({
    error: event.error,
    text: context.passkeyOffer === null ? ('confirmFailed' as const) : ('passkeyFailed' as const),
  }),
} as const

/** Sets up further factors for sign-ins besides the password. */
export const secondFactorMachine = setup({
  types: {} as {
    context: {
      /** The state at the last read. */
      factor: SecondFactor | null
      action: SecondFactorAction | null
      /** The passkey to remove. */
      passkeyId: string | null
      offer: AppOffer | null
      passkeyOffer: WebAuthnOptions | null
      /** Shown once, until the user has stored them. */
      recoveryCodes: readonly string[]
      /** The last change. */
      done: string | null
      attempts: number
      message: string | null
      hint: string | null
    }
    events:
      | {type: 'action.requested'; action: SecondFactorAction; passkeyId?: string}
      | {type: 'password.submitted'; currentPassword: string}
      | {type: 'code.submitted'; code: string}
      | {type: 'name.submitted'; name: string}
      | {type: 'codes.saved'}
      | {type: 'action.cancelled'}
      | {type: 'retry.requested'}
  },
  actors: {
    retries,
    load: call<SecondFactor>('load'),
    change: call<SecondFactorOutcome, SecondFactorChange>('change'),
    /** Resolves with the recovery codes; with none where the former ones hold. */
    confirm: call<readonly string[], SecondFactorProof>('confirm'),
  },
  actions: {
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: Text}) =>
      errorOf(error, secondFactorTexts[text], context),
    ),
    setDone: assign({done: ({context}) => (context.action === null ? null : secondFactorTexts[DONE[context.action]])}),
    forgetSecrets: assign({action: null, passkeyId: null, offer: null, passkeyOffer: null, recoveryCodes: []}),
  },
  guards: {
    hasOffer: (_, outcome: SecondFactorOutcome) =>
      outcome !== null && ('offer' in outcome || 'passkeyOffer' in outcome),
    hasCodes: (_, outcome: SecondFactorOutcome) =>
      outcome !== null && 'recoveryCodes' in outcome && outcome.recoveryCodes.length > 0,
  },
}).createMachine({
  id: 'secondFactor',
  context: {
    factor: null,
    action: null,
    passkeyId: null,
    offer: null,
    passkeyOffer: null,
    recoveryCodes: [],
    done: null,
    attempts: 0,
    message: null,
    hint: null,
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'forgetSecrets',
      invoke: {
        src: 'load',
        onDone: {target: 'shown', actions: assign({factor: ({event}) => event.output})},
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
    shown: {
      entry: 'forgetSecrets',
      on: {
        'action.requested': {
          target: 'proving',
          actions: [
            'clearError',
            assign({action: ({event}) => event.action, passkeyId: ({event}) => event.passkeyId ?? null, done: null}),
          ],
        },
      },
    },
    /** The present password is asked for. */
    proving: {
      initial: 'typing',
      states: {
        typing: {
          on: {
            'password.submitted': {target: 'sending', actions: 'clearError'},
            'action.cancelled': {target: '#secondFactor.shown', actions: 'clearError'},
          },
        },
        sending: {
          invoke: {
            src: 'change',
            input: ({context: {action, passkeyId}, event}) => {
              assertEvent(event, 'password.submitted')
              if (action === null) throw new Error('nothing was asked for')
              return {action, passkeyId, currentPassword: event.currentPassword}
            },
            onDone: [
              {
                guard: {type: 'hasOffer', params: ({event}) => event.output},
                target: '#secondFactor.confirming',
                actions: assign({
                  offer: ({event: {output}}) => (output !== null && 'offer' in output ? output.offer : null),
                  passkeyOffer: ({event: {output}}) =>
                    output !== null && 'passkeyOffer' in output ? output.passkeyOffer : null,
                }),
              },
              {
                guard: {type: 'hasCodes', params: ({event}) => event.output},
                target: '#secondFactor.keeping',
                actions: [
                  'setDone',
                  assign({
                    recoveryCodes: ({event: {output}}) =>
                      output !== null && 'recoveryCodes' in output ? output.recoveryCodes : [],
                  }),
                ],
              },
              {target: '#secondFactor.loading', actions: 'setDone'},
            ],
            // Another tab has changed it.
            onError: failedWrite({conflict: '#secondFactor.loading', other: 'typing'}, setError('changeFailed')),
          },
        },
      },
    },
    /** The app is offered its secret, and shows by a code that it has it; or the browser makes a passkey. */
    confirming: {
      initial: 'typing',
      states: {
        typing: {
          on: {
            'code.submitted': {target: 'sending', actions: 'clearError'},
            'name.submitted': {target: 'sending', actions: 'clearError'},
            'action.cancelled': {target: '#secondFactor.shown', actions: 'clearError'},
          },
        },
        sending: {
          invoke: {
            src: 'confirm',
            input: ({context: {passkeyOffer}, event}) => {
              assertEvent(event, ['code.submitted', 'name.submitted'])
              if (event.type === 'code.submitted') return {code: event.code}
              return {name: event.name, options: passkeyOffer ?? {}}
            },
            onDone: [
              {
                guard: ({event}) => event.output.length > 0,
                target: '#secondFactor.keeping',
                actions: [
                  'setDone',
                  assign({recoveryCodes: ({event}) => event.output, offer: null, passkeyOffer: null}),
                ],
              },
              {target: '#secondFactor.loading', actions: 'setDone'},
            ],
            // The offer has expired, or another tab has changed it.
            onError: failedWrite({conflict: '#secondFactor.loading', other: 'typing'}, setUnconfirmedError),
          },
        },
      },
    },
    /** The recovery codes are shown, which the server will not tell again. */
    keeping: {on: {'codes.saved': 'loading'}},
  },
})

const DONE = {
  addApp: 'added',
  addPasskey: 'passkeyAdded',
  removePasskey: 'passkeyRemoved',
  renewCodes: 'renewed',
  removeApp: 'removed',
  switchOff: 'switchedOff',
} as const satisfies Record<SecondFactorAction, Text>

export type SecondFactorLogic = typeof secondFactorMachine
export type SecondFactorRef = ActorRefFrom<SecondFactorLogic>
