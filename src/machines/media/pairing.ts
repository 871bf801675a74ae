import {type ActorRefFrom, assign, setup} from 'xstate'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {Pairing} from '../../domain/media/pairing'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {call} from '../ports'

export const pairingTexts = textsOf('machines.pairing', {
  failed: 'Failed to pair the screen',
  done: 'The screen is paired. It starts to play within a few seconds.',
})

interface PairingInput {
  /** Null for a new device. */
  deviceId: string | null
}

/** Gives a device to the screen that shows the code. Ends with a new device, which the parent adds to its list. */
export const pairingMachine = setup({
  types: {} as {
    context: PairingInput & {message: string | null; sent: Pairing | null; created: DeviceEntry | null}
    events: {type: 'form.submitted'; values: Pairing} | {type: 'replacement.requested'}
    input: PairingInput
    output: DeviceEntry | null
  },
  actors: {
    /** Answers with the device if it is new. */
    pair: call<DeviceEntry | null, Pairing>('pair'),
  },
  actions: {
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, pairingTexts.failed)}),
  },
  guards: {
    isNew: (_, {device}: {device: DeviceEntry | null}) => device !== null,
    hasScreen: ({context}, {error}: {error: unknown}) => context.sent?.kind === 'device' && isRefusedWith(error, 409),
  },
}).createMachine({
  id: 'pairing',
  context: ({input}) => ({...input, message: null, sent: null, created: null}),
  output: ({context}) => context.created,
  initial: 'filling',
  on: {
    'form.submitted': {target: '.submitting', actions: assign({sent: ({event}) => event.values, message: null})},
  },
  states: {
    filling: {},
    submitting: {
      on: {'form.submitted': {}},
      invoke: {
        src: 'pair',
        input: ({context: {sent}}) => {
          if (sent === null) throw new Error('Nothing was typed')
          return sent
        },
        onDone: [
          {
            guard: {type: 'isNew', params: ({event}) => ({device: event.output})},
            target: 'created',
            actions: assign({created: ({event}) => event.output}),
          },
          {target: 'done', actions: assign({message: () => pairingTexts.done})},
        ],
        onError: [
          {guard: {type: 'hasScreen', params: ({event}) => event}, target: 'taken'},
          {target: 'filling', actions: {type: 'setError', params: ({event}) => event}},
        ],
      },
    },
    /** The device has a screen already. The code is still of use. */
    taken: {
      on: {
        'replacement.requested': {
          target: 'submitting',
          actions: assign({
            sent: ({context: {sent}}) => (sent?.kind === 'device' ? {...sent, replace: true} : sent),
          }),
        },
      },
    },
    done: {on: {'form.submitted': {}}},
    created: {type: 'final'},
  },
})

export type PairingRef = ActorRefFrom<typeof pairingMachine>
