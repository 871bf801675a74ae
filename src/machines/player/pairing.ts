import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {isRefusedWith} from '../../domain/failure'
import {call, source} from '../ports'

/** A code for a person to type in, and a secret by which the player learns what came of it. */
export interface PairingCode {
  code: string
  secret: string
  expiresAt: EpochMs
}

/** A screen's access to its server. The name is that of the device, empty where it is unknown. */
export interface Pairing {
  token: string
  deviceName: string
  /** The identity of the player: made with the pairing, and no secret. */
  player: string
}

type PairingEvent =
  | {type: 'device.paired'; pairing: Pairing}
  | {type: 'code.expired'}
  | {type: 'token.typed'; token: string}
  | {type: 'retry.due'}
  | {type: 'retry.scheduled'; at: EpochMs}

/** Finds the access token of a screen: by a code that is typed in elsewhere, or by a token that is given here. */
export const pairingMachine = setup({
  types: {} as {
    context: {
      code: PairingCode | null
      /** The token that is tried; null before one is given. */
      token: string | null
      tries: number
      pairing: Pairing | null
    }
    events: PairingEvent
    /** The token in the link of the page; null when there is none. */
    input: {token: string | null}
    output: Pairing | null
  },
  actors: {
    askForCode: call<PairingCode>('askForCode'),
    pairings: source<PairingEvent, {code: PairingCode | null}>('pairings'),
    /** Answers with the access when the server knows the token. */
    checkToken: call<Pairing, {token: string}>('checkToken'),
    backOff: source<PairingEvent, {tries: number}>('backOff'),
  },
  actions: {
    countTry: assign({tries: ({context}) => context.tries + 1}),
  },
  guards: {
    hasNoToken: ({context}) => context.token === null,
    hasToken: ({context}) => context.token !== null,
    isRefused: (_, {error}: {error: unknown}) => isRefusedWith(error, 401, 404),
  },
}).createMachine({
  id: 'pairing',
  context: ({input}) => ({code: null, token: input.token, tries: 0, pairing: null}),
  output: ({context}) => context.pairing,
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      on: {
        'device.paired': {target: 'paired', actions: assign({pairing: ({event}) => event.pairing})},
      },
      states: {
        code: {
          initial: 'unasked',
          states: {
            /** As long as the token of a link may be a good one, nobody needs a code. */
            unasked: {always: {guard: 'hasNoToken', target: 'asking'}},
            asking: {
              invoke: {
                src: 'askForCode',
                onDone: {target: 'shown', actions: assign({code: ({event}) => event.output, tries: 0})},
                onError: 'unanswered',
              },
            },
            shown: {
              invoke: {
                src: 'pairings',
                input: ({context}) => ({code: context.code}),
                onDone: 'asking',
                onError: 'asking',
              },
              on: {'code.expired': 'asking'},
            },
            unanswered: {
              entry: ['countTry', assign({code: null})],
              invoke: {src: 'backOff', input: ({context}) => ({tries: context.tries}), onDone: 'asking', onError: {}},
            },
          },
        },
        token: {
          initial: 'awaited',
          on: {'token.typed': {target: '.checking', actions: assign({token: ({event}) => event.token})}},
          states: {
            awaited: {always: {guard: 'hasToken', target: 'checking'}},
            checking: {
              invoke: {
                src: 'checkToken',
                input: ({context}) => ({token: context.token ?? ''}),
                onDone: {
                  target: '#pairing.paired',
                  actions: assign({pairing: ({event}) => event.output}),
                },
                onError: [
                  {guard: {type: 'isRefused', params: ({event}) => event}, target: 'refused'},
                  {target: 'unchecked'},
                ],
              },
            },
            refused: {entry: assign({token: null})},
            /** The server was not reached, so nobody knows yet whether the token is a good one. */
            unchecked: {
              entry: 'countTry',
              invoke: {src: 'backOff', input: ({context}) => ({tries: context.tries}), onDone: 'checking', onError: {}},
            },
          },
        },
      },
    },
    paired: {type: 'final'},
  },
})

export type PairingRef = ActorRefFrom<typeof pairingMachine>
export type PairingSnapshot = SnapshotFrom<typeof pairingMachine>
