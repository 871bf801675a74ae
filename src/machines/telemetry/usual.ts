import {type ActorRefFrom, assign, setup} from 'xstate'
import {DAY, HOUR} from '../../../contract/rules/time/durations'
import type {UsualPart, UsualReceived} from '../../domain/telemetry/usual'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {source} from '../ports'
import {type UsualInput, usualReasonMachine} from './usualReason'

export interface UsualQuestion extends UsualInput {
  /** In whole hours. */
  range: TimeRange
}

interface UsualContext extends UsualInput {
  /** The range of the known usual bands; null before any are requested, and for one that is too long. */
  range: TimeRange | null
  parts: readonly UsualPart[]
  areShown: boolean
}

type UsualEvent = UsualReceived | {type: 'range.shown'; range: TimeRange} | {type: 'parts.toggled'}

/** The longest range in which single hours are visible. */
const LONGEST = 31 * DAY

const NOTHING = {range: null, parts: []}

const wholeHours = ({start, end}: TimeRange): TimeRange => ({
  start: Math.floor(start / HOUR) * HOUR,
  end: (Math.floor(end / HOUR) + 1) * HOUR,
})

/** Loads the usual bands of the series of a chart, hour by hour. */
export const usualMachine = setup({
  types: {} as {context: UsualContext; events: UsualEvent; input: UsualInput; children: {reason: 'reason'}},
  actors: {
    parts: source<UsualReceived, UsualQuestion>('parts'),
    reason: usualReasonMachine,
  },
  guards: {
    isKnown: ({context}, {range: {start, end}}: {range: TimeRange}) =>
      context.range !== null && context.range.start <= start && end < context.range.end,
    isTooLong: (_, {range: {start, end}}: {range: TimeRange}) => end - start > LONGEST,
  },
}).createMachine({
  id: 'usual',
  context: ({input}) => ({...input, ...NOTHING, areShown: true}),
  invoke: {id: 'reason', src: 'reason', input: ({context: {deviceId, key}}) => ({deviceId, key}), onError: {}},
  on: {
    'parts.toggled': {actions: assign({areShown: ({context}) => !context.areShown})},
    'range.shown': [
      {guard: {type: 'isKnown', params: ({event}) => event}},
      {guard: {type: 'isTooLong', params: ({event}) => event}, target: '.unwatched', actions: assign(NOTHING)},
      {target: '.watched', reenter: true, actions: assign({range: ({event}) => wholeHours(event.range)})},
    ],
  },
  initial: 'unwatched',
  states: {
    unwatched: {},
    watched: {
      invoke: {
        src: 'parts',
        input: ({context: {deviceId, key, range}}) => ({deviceId, key, range: range ?? {start: 0, end: 0}}),
        onError: {},
      },
      on: {'usual.received': {actions: assign({parts: ({event}) => event.parts})}},
    },
  },
})

export type UsualLogic = typeof usualMachine
export type UsualRef = ActorRefFrom<UsualLogic>
