import {type ActorRefFrom, assign, sendParent, setup} from 'xstate'
import {absoluteText} from '../domain/timeRange/absoluteTime'
import {withRecentRange} from '../domain/timeRange/recentRanges'
import {openedRange, type ShownRange} from '../domain/timeRange/shownRange'
import {followsNow, type RawRange} from '../domain/timeRange/timeRange'
import {copiedRange, type RangeProblem, type TypedRange, typedRange, typedTimes} from '../domain/timeRange/typedRange'
import {call, type Given, missing} from './ports'

interface TimeRangeContext {
  /** Null before the control is opened for the first time. */
  shown: ShownRange | null
  /** The text in the field for a whole range. */
  text: string
  /** The texts in the two fields of times. */
  start: string
  end: string
  problem: {field: 'text' | 'times'; kind: RangeProblem} | null
  /** Ranges chosen lately, newest first. */
  recent: readonly RawRange[]
}

type TimeRangeEvent =
  | ({type: 'opened'} & ShownRange)
  | {type: 'closed'}
  | {type: 'text.typed'; text: string}
  | {type: 'start.typed'; text: string}
  | {type: 'end.typed'; text: string}
  | {type: 'text.entered'}
  | {type: 'times.entered'}
  | {type: 'range.picked'; range: RawRange}
  | {type: 'copy.requested'}
  | {type: 'paste.requested'}

/** A control of a time range sends this to its parent. */
export type RangeChosen = {type: 'range.chosen'; range: RawRange}

/** Holds the input of an open control of a time range. The range itself belongs to its parent. */
export const timeRangeMachine = setup({
  types: {} as {context: TimeRangeContext; events: TimeRangeEvent},
  actors: {
    loadRecent: call<readonly RawRange[]>('loadRecent'),
    /** Rejects where the browser doesn't allow it. */
    copyText: call<void, {text: string}>('copyText'),
    /** Rejects where the browser doesn't allow it. */
    readCopied: call<string>('readCopied'),
  },
  actions: {
    chooseRange: sendParent((_, {range}: {range: RawRange}): RangeChosen => ({type: 'range.chosen', range})),
    storeRecent: (_, _params: Given<{recent: readonly RawRange[]}>) => missing('storeRecent'),
  },
}).createMachine({
  id: 'timeRange',
  context: {shown: null, text: '', start: '', end: '', problem: null, recent: []},
  initial: 'closed',
  states: {
    closed: {
      on: {opened: {target: 'open', actions: assign(({event}) => drafts(event))}},
    },
    open: {
      invoke: {
        src: 'loadRecent',
        onDone: {actions: assign({recent: ({event}) => event.output})},
        onError: {},
      },
      on: {
        closed: 'closed',
        'text.typed': {actions: assign(({event: {text}}) => ({text, problem: null}))},
        'start.typed': {actions: assign(({event: {text}}) => ({start: text, problem: null}))},
        'end.typed': {actions: assign(({event: {text}}) => ({end: text, problem: null}))},
        'text.entered': [
          {
            guard: ({context}) => enteredText(context).range === undefined,
            actions: assign(({context}) => ({problem: problemOf('text', enteredText(context))})),
          },
          {target: 'chosen', actions: assign({shown: ({context}) => withTyped(context, enteredText(context))})},
        ],
        'times.entered': [
          {
            guard: ({context}) => enteredTimes(context).range === undefined,
            actions: assign(({context}) => ({problem: problemOf('times', enteredTimes(context))})),
          },
          {target: 'chosen', actions: assign({shown: ({context}) => withTyped(context, enteredTimes(context))})},
        ],
        'range.picked': {
          target: 'chosen',
          actions: assign({shown: ({context, event}) => ({...openedRange(context), range: event.range})}),
        },
        'copy.requested': '.copying',
        'paste.requested': '.pasting',
      },
      initial: 'idle',
      states: {
        idle: {},
        copying: {
          invoke: {
            src: 'copyText',
            input: ({context}) => ({text: copiedRange(openedRange(context).range)}),
            onDone: 'copied',
            onError: 'copyFailed',
          },
        },
        copied: {},
        copyFailed: {},
        pasting: {
          invoke: {
            src: 'readCopied',
            onDone: [
              {
                guard: ({context, event}) => typedRange(event.output, openedRange(context)).range === undefined,
                target: 'idle',
                actions: assign(({context, event}) => ({
                  text: event.output,
                  problem: problemOf('text', typedRange(event.output, openedRange(context))),
                })),
              },
              {
                target: '#timeRange.chosen',
                actions: assign({
                  shown: ({context, event}) => withTyped(context, typedRange(event.output, openedRange(context))),
                }),
              },
            ],
            onError: 'pasteFailed',
          },
        },
        pasteFailed: {},
      },
    },
    chosen: {
      entry: [
        {type: 'chooseRange', params: ({context}) => ({range: openedRange(context).range})},
        {
          type: 'storeRecent',
          params: ({context}) => ({recent: withRecentRange(context.recent, openedRange(context).range)}),
        },
      ],
      always: 'closed',
    },
  },
})

export type TimeRangeRef = ActorRefFrom<typeof timeRangeMachine>

function drafts(shown: ShownRange) {
  const {start, end, isNow} = shownTimes(shown)
  return {shown, text: '', start, end: isNow ? 'now' : end, problem: null}
}

/** The fields show times on the clock, but an end that is always now stays so, because a chart follows it. */
function shownTimes({range, resolved, ...clock}: ShownRange) {
  return {
    start: absoluteText(resolved.start, clock),
    end: absoluteText(resolved.end, clock),
    isNow: followsNow(range),
  }
}

/** An unchanged field keeps its exact time, of which it shows only the seconds. */
function enteredTimes({start, end, ...context}: TimeRangeContext): TypedRange {
  const shown = openedRange(context)
  const typed = typedTimes(start, end, shown)
  if (typed.range === undefined) return typed
  const before = shownTimes(shown)
  const isSameStart = start === before.start
  const isMoving = isSameStart && before.isNow && typed.range.to === 'now'
  const from = isMoving ? shown.range.from : isSameStart ? shown.resolved.start : typed.range.from
  return {range: {from, to: end === before.end ? shown.resolved.end : typed.range.to}}
}

const enteredText = (context: TimeRangeContext): TypedRange => typedRange(context.text, openedRange(context))

function withTyped(context: TimeRangeContext, {range}: TypedRange): ShownRange {
  const shown = openedRange(context)
  return {...shown, range: range ?? shown.range}
}

const problemOf = (field: 'text' | 'times', {problem}: TypedRange): TimeRangeContext['problem'] =>
  problem === undefined ? null : {field, kind: problem}
