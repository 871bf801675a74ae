import {initialTransition, type StateValue, transition} from 'xstate'
import * as z from 'zod/mini'
import {SEVERITIES, type Severity} from '../../../contract/rules/thresholds'
import {screenTrouble} from '../../../contract/wire/alarm'
import type {EpochMs} from '../../../contract/wire/common'
import {
  type AlarmContext,
  type AlarmEvent,
  type AlarmRule,
  type AlarmSnapshot,
  alarmMachine,
  type JournalKind,
} from './lifeCycle'
import {type AlarmStanding, dueAt, standingOf} from './standing'

const context: z.ZodMiniType<AlarmContext> = z.object({
  rule: z.object({delay: z.object({on: z.number(), off: z.number()}), isLatching: z.boolean()}),
  severity: z.nullable(z.enum(SEVERITIES)),
  since: z.nullable(z.number()),
  shelf: z.nullable(z.object({since: z.number(), until: z.number(), by: z.string(), reason: z.string()})),
})
const stateValue: z.ZodMiniType<StateValue> = z.union([
  z.string(),
  z.record(
    z.string(),
    z.lazy(() => stateValue),
  ),
])

/**
 * The stored state of an alarm from one event to the next: the state of the life cycle, and the value that was farthest
 * beyond its limits since it went beyond them, or what is wrong with a screen.
 */
export const alarmState = z.object({
  value: stateValue,
  context,
  peak: z.nullable(z.object({value: z.number(), at: z.number()})),
  screen: z.optional(screenTrouble),
})
export type AlarmState = z.infer<typeof alarmState>

/** The frequently used meaning of a state. */
export interface Meaning {
  standing: AlarmStanding
  condition: 'normal' | 'pending' | 'active' | 'returning' | 'latched'
  isUnacknowledged: boolean
  /** The severity of the newest evaluated value. */
  evaluated: Severity | null
  dueAt: EpochMs | null
}

export interface Step {
  state: Pick<AlarmState, 'value' | 'context'>
  /** The kinds of its journal entries, in order. */
  kinds: readonly JournalKind[]
  meaning: Meaning
}

/** The number of steps in the cache. Thousands of alarms mostly make the same few. */
const REMEMBERED = 5000

let remembered = new Map<string, Step>()

/** The first state of an alarm. */
export function firstStep(rule: AlarmRule): Step {
  const [snapshot] = initialTransition(alarmMachine, {rule})
  return stepTo(snapshot, [])
}

/**
 * Applies an event to a state, or reads the meaning of the state without an event. The machine knows times only by
 * their distances. So equal steps of many alarms at different times are the same step, which is made once, as if at
 * time 0.
 */
export function stepFrom({value, context}: Step['state'], event?: AlarmEvent): Step {
  const at = event?.at ?? context.since ?? 0
  const [from, cause] = [{value, context: movedBy(context, -at)}, event && movedEvent(event, -at)]
  const key = JSON.stringify([from, cause])
  const known = remembered.get(key) ?? remember(key, make(from, cause))
  const {state, meaning} = known
  return {
    kinds: known.kinds,
    state: {value: state.value, context: movedBy(state.context, at)},
    meaning: meaning.dueAt === null ? meaning : {...meaning, dueAt: meaning.dueAt + at},
  }
}

function remember(key: string, step: Step): Step {
  if (remembered.size >= REMEMBERED) remembered = new Map()
  remembered.set(key, step)
  return step
}

function make(state: Step['state'], event: AlarmEvent | undefined): Step {
  const before = alarmMachine.resolveState(state)
  if (event === undefined) return stepTo(before, [])
  const kinds: JournalKind[] = []
  const [after, actions] = transition(alarmMachine, before, event)
  for (const {type, params} of actions) if (type === 'journal') kinds.push(journaled.parse(params).kind)
  return stepTo(after, kinds)
}

const journaled = z.object({kind: z.custom<JournalKind>(kind => typeof kind === 'string')})

function stepTo(snapshot: AlarmSnapshot, kinds: readonly JournalKind[]): Step {
  const {value, context} = snapshot
  const condition = conditionOf(snapshot)
  return {
    state: {value, context},
    kinds,
    meaning: {
      standing: standingOf(snapshot),
      condition,
      isUnacknowledged: snapshot.matches({acknowledgement: 'unacknowledged'}),
      evaluated: condition === 'returning' ? null : context.severity,
      dueAt: dueAt(snapshot),
    },
  }
}

function conditionOf(snapshot: AlarmSnapshot): Meaning['condition'] {
  if (snapshot.matches({condition: {raised: 'latched'}})) return 'latched'
  if (snapshot.matches({condition: {raised: 'returning'}})) return 'returning'
  if (snapshot.matches({condition: 'raised'})) return 'active'
  return snapshot.matches({condition: 'pending'}) ? 'pending' : 'normal'
}

const movedBy = (context: AlarmContext, time: number): AlarmContext => ({
  rule: context.rule,
  severity: context.severity,
  since: context.since === null ? null : context.since + time,
  shelf: context.shelf && {
    ...context.shelf,
    since: context.shelf.since + time,
    until: context.shelf.until + time,
  },
})

/** A value is for the journal only; the machine uses its severity. */
function movedEvent(event: AlarmEvent, time: number): AlarmEvent {
  const moved = {...event, at: event.at + time}
  if (moved.type === 'condition.evaluated') return {...moved, value: null}
  if (moved.type === 'alarm.shelved') return {...moved, shelf: {...moved.shelf, until: moved.shelf.until + time}}
  return moved
}
