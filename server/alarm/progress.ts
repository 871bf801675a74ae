import {uuidv7} from 'uuidv7'
import {excessOf, judge, type Severity, type Threshold} from '../../contract/rules/thresholds'
import type {EpochMs, Json} from '../../contract/wire/common'
import type {alarm, alarmJournal, alarmOccurrence} from '../database/schema'
import {flappingAfter} from './flapping'
import type {AlarmEvent} from './lifeCycle'
import {urgencyOf} from './standing'
import {type AlarmState, type Meaning, type Step, stepFrom} from './state'

export type AlarmRow = Omit<typeof alarm.$inferSelect, 'state' | 'threshold'> & {state: AlarmState; threshold: Json}
export type AlarmOccurrence = typeof alarmOccurrence.$inferSelect
export type JournalEntry = typeof alarmJournal.$inferSelect

/** An alarm with its newest occurrence that stands or needs attention. */
export interface StoredAlarm {
  alarm: AlarmRow
  occurrence: AlarmOccurrence | null
}

/** An alarm after a change, with the journal entries of the change in order. */
export interface AlarmChange extends StoredAlarm {
  entries: readonly JournalEntry[]
  /** The occurrences that have changed or begun, oldest first. */
  occurrences: readonly AlarmOccurrence[]
}

/** The alarms that look different now. Most checks for silence change nothing that is shown. */
export const shownIn = (changes: readonly AlarmChange[]): string[] =>
  changes.flatMap(({alarm, entries, occurrences}) => (entries.length > 0 || occurrences.length > 0 ? [alarm.id] : []))

/** Lets events happen to an alarm, one after the other. Nothing is written by it. */
export interface Progress {
  meaning(): Meaning
  happen(event: AlarmEvent): void
  /** Evaluates a value by the threshold. Before it, delays that were over by then have passed. */
  evaluate(threshold: Threshold, value: number, at: EpochMs): void
  /** Says whether the series is silent. */
  setSilence(severity: Severity | null, at: EpochMs): void
  /** Passes time to the alarm: what was due by then happens. */
  pass(until: EpochMs): void
  /** Lets what is waited for begin again, because the clock was set. */
  setClock(at: EpochMs): void
  takeThreshold(threshold: Json): void
  /** When a series has to be looked at next, if it is not silent then. */
  expect(silentAt: EpochMs | null): void
  comment(by: string, note: string, at: EpochMs): void
  /** Undefined when all is as it was. */
  change(): AlarmChange | undefined
}

export function progressOf(stored: StoredAlarm): Progress {
  let {occurrence} = stored
  const alarm = {...stored.alarm}
  let {meaning} = stepFrom(alarm.state)
  let silentAt = alarm.kind === 'silence' && isAtRest(meaning) ? alarm.dueAt : null
  let hasChanged = false
  const entries: JournalEntry[] = []
  const occurrences = new Map<string, AlarmOccurrence>()

  function enter(kind: JournalEntry['kind'], detail: {at: EpochMs} & Partial<JournalEntry>) {
    const {severity = alarm.state.context.severity, value = null, by = null, note = null, until = null} = detail
    const occurrenceId = occurrence?.id ?? null
    const version = alarm.version + 1
    const entry = {id: uuidv7(), alarmId: alarm.id, occurrenceId, at: detail.at, kind, severity}
    entries.push({...entry, value, by, note, until, version})
    hasChanged = true
  }

  function setOccurrence(changed: AlarmOccurrence) {
    occurrence = changed
    occurrences.set(changed.id, changed)
    hasChanged = true
  }

  function step(event: AlarmEvent) {
    const severity = alarm.state.context.severity
    const next = stepFrom(alarm.state, event)
    alarm.state = {...next.state, peak: alarm.state.peak}
    meaning = next.meaning
    hasChanged = true
    for (const kind of next.kinds) {
      follow(kind, event)
      enter(kind, {severity: next.state.context.severity ?? severity, ...detailOf(event)})
    }
  }

  /** What the step means for the occurrence. */
  function follow(kind: Step['kinds'][number], event: AlarmEvent) {
    const {peak, context} = alarm.state
    if (kind === 'raised') {
      const severity = context.severity ?? 'warning'
      const value = valueIn(event) ?? peak?.value ?? null
      const begun = {id: uuidv7(), alarmId: alarm.id, severity, raisedAt: event.at, value}
      return setOccurrence({...begun, ...NOTHING_YET, peak: peak?.value ?? null, peakAt: peak?.at ?? null})
    }
    if (occurrence === null) return
    const at = Math.max(event.at, occurrence.raisedAt)
    switch (kind) {
      case 'severityChanged':
        return context.severity === 'critical' ? setOccurrence({...occurrence, severity: 'critical'}) : undefined
      case 'returned':
        return setOccurrence({...occurrence, returnedAt: at})
      case 'cleared':
        return setOccurrence({...occurrence, endedAt: at, endedBy: event.type === 'alarm.reset' ? 'reset' : 'returned'})
      case 'closed':
        if (occurrence.endedAt !== null) return
        return setOccurrence({...occurrence, endedAt: at, endedBy: reasonOf(event)})
      case 'acknowledged':
        return setOccurrence({...occurrence, acknowledgedAt: at, acknowledgedBy: byOf(event)})
    }
  }

  function evaluateFlapping(isOther: boolean, at: EpochMs) {
    const {changes, isFlapping} = flappingAfter(alarm, isOther)
    if (changes !== alarm.changes) hasChanged = true
    alarm.changes = changes
    if (isFlapping === alarm.isFlapping) return
    alarm.isFlapping = isFlapping
    enter(isFlapping ? 'flappingBegan' : 'flappingEnded', {at})
  }

  function storePeak(threshold: Threshold, value: number, at: EpochMs) {
    const {peak} = alarm.state
    if (peak !== null && excessOf(threshold, value) <= excessOf(threshold, peak.value)) return
    alarm.state = {...alarm.state, peak: {value, at}}
    hasChanged = true
    if (isStanding(meaning) && occurrence !== null) setOccurrence({...occurrence, peak: value, peakAt: at})
  }

  function evaluated(severity: Severity | null, value: number | null, at: EpochMs) {
    const isOther = severity !== meaning.evaluated
    if (!saysTheSame(meaning, severity)) step({type: 'condition.evaluated', severity, value, at})
    evaluateFlapping(isOther, at)
  }

  function pass(until: EpochMs) {
    while (meaning.dueAt !== null && meaning.dueAt <= until) step({type: 'time.due', at: meaning.dueAt})
  }

  return {
    meaning: () => meaning,
    happen(event) {
      pass(event.at)
      step(event)
    },
    pass,
    setClock: at => step({type: 'clock.set', at}),
    evaluate(threshold, value, at) {
      pass(at)
      const severity = judge(threshold, value, meaning.evaluated)
      if (meaning.condition === 'normal' || meaning.condition === 'latched') {
        if (meaning.evaluated === null) alarm.state = {...alarm.state, peak: null}
      }
      if (severity !== null) storePeak(threshold, value, at)
      evaluated(severity, value, at)
    },
    setSilence(severity, at) {
      pass(at)
      evaluated(severity, null, at)
    },
    takeThreshold(threshold) {
      alarm.threshold = threshold
      hasChanged = true
    },
    expect(at) {
      silentAt = at
    },
    comment: (by, note, at) => enter('commented', {by, note, at}),
    change() {
      const {context} = alarm.state
      const dueAt = earliest(meaning.dueAt, isAtRest(meaning) ? silentAt : null)
      if (!hasChanged && dueAt === alarm.dueAt) return undefined
      const isStored = isStanding(meaning) || meaning.condition === 'latched' || meaning.isUnacknowledged
      const last = entries.at(-1)
      const {standing} = meaning
      const severity = isStanding(meaning) ? context.severity : null
      const changedAt = last?.at ?? alarm.changedAt
      const changed: AlarmRow = {
        ...alarm,
        ...{dueAt, standing, severity, changedAt, urgency: urgencyOf(standing, severity, changedAt)},
        isResting: isAtRest(meaning) && alarm.changes === '',
        occurrenceId: isStored ? (occurrence?.id ?? null) : null,
        version: alarm.version + (last === undefined ? 0 : 1),
      }
      return {alarm: changed, occurrence: isStored ? occurrence : null, entries, occurrences: [...occurrences.values()]}
    },
  }
}

const NOTHING_YET = {returnedAt: null, acknowledgedAt: null, acknowledgedBy: null, endedAt: null, endedBy: null}

const isStanding = ({condition}: Meaning): boolean => condition === 'active' || condition === 'returning'

const isAtRest = ({condition, evaluated}: Meaning): boolean =>
  evaluated === null && (condition === 'normal' || condition === 'latched')

/** Most values say what the one before has said, while nothing is waited for. */
const saysTheSame = (meaning: Meaning, severity: Severity | null): boolean =>
  severity === meaning.evaluated && (meaning.condition === 'active' || isAtRest(meaning))

const valueIn = (event: AlarmEvent): number | null => (event.type === 'condition.evaluated' ? event.value : null)

const byOf = (event: AlarmEvent): string | null => ('by' in event ? event.by : null)

const reasonOf = (event: AlarmEvent): 'ruleChanged' | 'ruleRemoved' =>
  event.type === 'rule.changed' && event.rule !== null ? 'ruleChanged' : 'ruleRemoved'

function detailOf(event: AlarmEvent): {at: EpochMs} & Partial<JournalEntry> {
  const {at} = event
  switch (event.type) {
    case 'condition.evaluated':
      return {at, value: event.value}
    case 'alarm.shelved':
      return {at, by: event.shelf.by, note: event.shelf.reason, until: event.shelf.until}
    case 'alarm.acknowledged':
      return {at, by: event.by, note: event.note === '' ? null : event.note}
    case 'service.left':
      return {at, by: event.by, note: event.reason}
    case 'rule.changed':
      return {at, note: reasonOf(event)}
    default:
      return {at, by: byOf(event)}
  }
}

function earliest(...times: readonly (EpochMs | null)[]): EpochMs | null {
  const known = times.filter(time => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}
