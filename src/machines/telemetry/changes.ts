import {type ActorRefFrom, assign, setup} from 'xstate'
import {textsOf} from '../../domain/language'
import type {StretchChanges} from '../../domain/telemetry/usual'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call} from '../ports'

export const changesTexts = textsOf('machines.changes', {unloaded: 'What else changed could not be loaded.'})

interface ChangesContext {
  /** Null before it was asked for. */
  stretch: TimeRange | null
  answer: StretchChanges | null
  message: string | null
  hint: string | null
  attempts: number
}

const NOTHING = {answer: null, message: null, hint: null}

/** Finds the series within reach that have changed in a stretch of time. */
export const changesMachine = setup({
  types: {} as {
    context: ChangesContext
    events: {type: 'changes.requested'; stretch: TimeRange} | {type: 'retry.requested'} | {type: 'dialog.closed'}
  },
  actors: {
    retries,
    load: call<StretchChanges, {stretch: TimeRange}>('load'),
  },
  actions: {
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof changesTexts}) =>
      errorOf(error, changesTexts[text], context),
    ),
  },
}).createMachine({
  id: 'changes',
  context: {stretch: null, ...NOTHING, attempts: 0},
  initial: 'closed',
  on: {
    'changes.requested': {target: '.loading', actions: assign({stretch: ({event}) => event.stretch, ...NOTHING})},
    'dialog.closed': '.closed',
  },
  states: {
    closed: {},
    loading: {
      invoke: {
        src: 'load',
        input: ({context: {stretch}}) => ({stretch: stretch ?? {start: 0, end: 0}}),
        onDone: {target: 'shown', actions: assign(({event}) => ({...NOTHING, answer: event.output}))},
        onError: {target: 'failed', actions: setError('unloaded')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    shown: {},
  },
})

export type ChangesLogic = typeof changesMachine
export type ChangesRef = ActorRefFrom<ChangesLogic>
