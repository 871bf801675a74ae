import {type ActorRefFrom, assign, setup} from 'xstate'
import {DAY, HOUR} from '../../../contract/rules/time/durations'
import {textsOf} from '../../domain/language'
import {NOTHING_USUAL, type UsualPart, type UsualReason, type UsualReceived} from '../../domain/telemetry/usual'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {errorOf, setError} from '../failure'
import {call, source} from '../ports'

export const usualTexts = textsOf('machines.usual', {
  unloaded: 'What is usual could not be loaded.',
  unaccepted: 'This could not be saved as normal.',
})

export interface UsualInput {
  deviceId: string
  key: string
}

export interface UsualQuestion extends UsualInput {
  range: TimeRange
}

interface UsualContext extends UsualInput {
  /** Of which it is known what is usual, in whole hours; null before any is wanted. */
  range: TimeRange | null
  parts: readonly UsualPart[]
  areShown: boolean
  /** Null before it was asked for. */
  reason: UsualReason | null
  draft: string
  message: string | null
  hint: string | null
  attempts: number
}

type UsualEvent =
  | UsualReceived
  | {type: 'range.shown'; range: TimeRange}
  | {type: 'parts.toggled'}
  | {type: 'reason.requested'}
  | {type: 'retry.requested'}
  | {type: 'acceptance.requested'}
  | {type: 'draft.changed'; change: {draft: string}}
  | {type: 'save.requested'}
  | {type: 'dialog.closed'}

/** The longest range of which hours can be told apart. */
const LONGEST = 32 * DAY

const wholeHours = ({start, end}: TimeRange): TimeRange => ({
  start: Math.floor(start / HOUR) * HOUR,
  end: (Math.floor(end / HOUR) + 1) * HOUR,
})
const series = ({context: {deviceId, key}}: {context: UsualContext}) => ({deviceId, key})

/** What is usual for the series of a chart, why its latest value is usual or not, and what somebody calls normal. */
export const usualMachine = setup({
  types: {} as {context: UsualContext; events: UsualEvent; input: UsualInput; tags: 'busy'},
  actors: {
    parts: source<UsualReceived, UsualQuestion>('parts'),
    loadReason: call<UsualReason, UsualInput>('loadReason'),
    accept: call<UsualReason, UsualInput & {reason: string}>('accept'),
  },
  actions: {
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof usualTexts}) =>
      errorOf(error, usualTexts[text], context),
    ),
  },
  guards: {
    isKnown: ({context: {range: known}}, {range: {start, end}}: {range: TimeRange}) =>
      known !== null && known.start <= start && end < known.end,
    isTooLong: (_, {range: {start, end}}: {range: TimeRange}) => end - start > LONGEST - HOUR,
  },
}).createMachine({
  id: 'usual',
  context: ({input}) => ({
    ...input,
    ...{range: null, parts: NOTHING_USUAL, areShown: true},
    ...{reason: null, draft: '', message: null, hint: null, attempts: 0},
  }),
  type: 'parallel',
  states: {
    parts: {
      initial: 'none',
      on: {
        'parts.toggled': {actions: assign({areShown: ({context}) => !context.areShown})},
        'range.shown': [
          {guard: {type: 'isKnown', params: ({event}) => event}},
          {
            guard: {type: 'isTooLong', params: ({event}) => event},
            target: '.none',
            actions: assign({range: null, parts: NOTHING_USUAL}),
          },
          {target: '.watched', reenter: true, actions: assign({range: ({event}) => wholeHours(event.range)})},
        ],
      },
      states: {
        none: {},
        watched: {
          invoke: {
            src: 'parts',
            input: ({context}) => ({...series({context}), range: context.range ?? {start: 0, end: 0}}),
            onError: {},
          },
          on: {'usual.received': {actions: assign({parts: ({event}) => event.parts})}},
        },
      },
    },
    reason: {
      initial: 'closed',
      on: {'dialog.closed': '.closed'},
      states: {
        closed: {on: {'reason.requested': 'loading'}},
        loading: {
          entry: ['clearError', assign({reason: null})],
          invoke: {
            src: 'loadReason',
            input: series,
            onDone: {target: 'shown', actions: assign({reason: ({event}) => event.output})},
            onError: {target: 'failed', actions: setError('unloaded')},
          },
        },
        failed: {on: {'retry.requested': 'loading'}},
        shown: {on: {'acceptance.requested': {target: 'form', actions: assign({draft: ''})}}},
        form: {
          initial: 'typing',
          exit: 'clearError',
          states: {
            typing: {
              on: {
                'draft.changed': {actions: assign(({event}) => event.change)},
                'save.requested': {guard: ({context}) => context.draft.trim() !== '', target: 'sending'},
              },
            },
            sending: {
              tags: 'busy',
              entry: 'clearError',
              invoke: {
                src: 'accept',
                input: ({context}) => ({...series({context}), reason: context.draft.trim()}),
                onDone: {
                  target: ['#usual.reason.shown', '#usual.parts.watched'],
                  reenter: true,
                  actions: assign({reason: ({event}) => event.output}),
                },
                onError: {target: 'typing', actions: setError('unaccepted')},
              },
            },
          },
        },
      },
    },
  },
})

export type UsualLogic = typeof usualMachine
export type UsualRef = ActorRefFrom<UsualLogic>
