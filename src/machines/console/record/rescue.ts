import {assign, setup} from 'xstate'
import {isRefusedWith} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {RETRIES, retries} from '../../connectivity'
import {errorOf, setError} from '../../failure'
import {call} from '../../ports'

export const rescueTexts = textsOf('machines.rescue', {
  loadFailed: 'Failed to load whether the user has a second factor',
  removeFailed: 'Failed to remove the second factor',
})

interface RescueInput {
  userId: string
}

/** An admin removes the second factor of a user who has lost it. */
export const rescueMachine = setup({
  types: {} as {
    context: RescueInput & {attempts: number; message: string | null; hint: string | null}
    events:
      | {type: 'removal.requested'}
      | {type: 'removal.confirmed'}
      | {type: 'question.cancelled'}
      | {type: 'retry.requested'}
    input: RescueInput
  },
  actors: {
    retries,
    loadIsOn: call<boolean, RescueInput>('loadIsOn'),
    remove: call<void, RescueInput>('remove'),
  },
  actions: {
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof rescueTexts}) =>
      errorOf(error, rescueTexts[text], context),
    ),
  },
}).createMachine({
  id: 'rescue',
  context: ({input}) => ({...input, attempts: 0, message: null, hint: null}),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadIsOn',
        input: ({context: {userId}}) => ({userId}),
        onDone: [{guard: ({event}) => event.output, target: 'on'}, {target: 'off'}],
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
    off: {},
    on: {on: {'removal.requested': {target: 'asking', actions: 'clearError'}}},
    asking: {
      on: {
        'removal.confirmed': {target: 'removing', actions: 'clearError'},
        'question.cancelled': {target: 'on', actions: 'clearError'},
      },
    },
    removing: {
      invoke: {
        src: 'remove',
        input: ({context: {userId}}) => ({userId}),
        onDone: 'removed',
        onError: [
          // Another user has removed it.
          {guard: ({event}) => isRefusedWith(event.error, 409), target: 'removed'},
          {target: 'asking', actions: setError('removeFailed')},
        ],
      },
    },
    removed: {},
  },
})

export type RescueLogic = typeof rescueMachine
