import {uuidv7} from 'uuidv7'
import {withoutTrailing} from '../../../contract/rules/text'
import {excessOf, judge, type Severity, type Threshold} from '../../../contract/rules/thresholds'
import type {ScreenTroubleWire} from '../../../contract/wire/alarm'
import type {EpochMs, Json} from '../../../contract/wire/common'
import type {alarm, alarmJournal, alarmOccurrence} from '../../database/schema/alarm'
import type {AlarmEvent} from './lifeCycle'
import {urgencyOf} from './standing'
import {type AlarmState, type Meaning, type Step, stepFrom} from './state'

export type AlarmRow = Omit<typeof alarm.$inferSelect, 'state' | 'threshold'> & {state: AlarmState; threshold: Json}
export type AlarmOccurrence = typeof alarmOccurrence.$inferSelect
export type JournalEntry = typeof alarmJournal.$inferSelect

/** An alarm with its newest occurrence that is active or needs attention. */
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

/** Applies events to an alarm, one after the other. It writes nothing. */
export class Progress {
  #occurrence
  #meaning
  readonly #alarm
  #silentAt
  #hasChanged = false
  readonly #entries: JournalEntry[] = []
  readonly #occurrences = new Map<string, AlarmOccurrence>()

  constructor(stored: StoredAlarm) {
    this.#occurrence = stored.occurrence
    this.#alarm = {...stored.alarm}
    this.#meaning = stepFrom(stored.alarm.state).meaning
    this.#silentAt = this.#alarm.kind === 'silence' && isAtRest(this.#meaning) ? this.#alarm.dueAt : null
  }

  /** Passes time to the alarm, and everything due by then happens. */
  pass(until: EpochMs): void {
    while (this.#meaning.dueAt !== null && this.#meaning.dueAt <= until)
      this.#step({type: 'time.due', at: this.#meaning.dueAt})
  }

  meaning(): Meaning {
    return this.#meaning
  }

  happen(event: AlarmEvent): void {
    this.pass(event.at)
    this.#step(event)
  }

  /** Begins the present wait again, because the clock was set. */
  setClock(at: EpochMs): void {
    this.#step({type: 'clock.set', at})
  }

  /** Evaluates a value by the threshold. Before it, delays that were over by then have passed. */
  evaluate(threshold: Threshold, value: number, at: EpochMs): void {
    this.pass(at)
    const severity = judge(threshold, value, this.#meaning.evaluated)
    if (this.#meaning.condition === 'normal' || this.#meaning.condition === 'latched') {
      if (this.#meaning.evaluated === null) this.#alarm.state = {...this.#alarm.state, peak: null}
    }
    if (severity !== null) this.#storePeak(threshold, value, at)
    this.#evaluated(severity, value, at)
  }

  /** Sets whether the series is silent. */
  setSilence(severity: Severity | null, at: EpochMs): void {
    this.pass(at)
    this.#evaluated(severity, null, at)
  }

  /** Sets whether the series is unusual, and by which value. */
  setUnusual(severity: Severity | null, value: number | null, at: EpochMs): void {
    this.pass(at)
    this.#evaluated(severity, value, at)
  }

  /** Sets what is wrong with a screen; null when nothing is. The former trouble is kept with its end. */
  setScreen(trouble: (ScreenTroubleWire & {severity: Severity}) | null, at: EpochMs): void {
    this.pass(at)
    if (trouble !== null) {
      const {severity, ...screen} = trouble
      this.#alarm.state = {...this.#alarm.state, screen}
      this.#hasChanged = true
    }
    this.#evaluated(trouble?.severity ?? null, null, at)
  }

  takeThreshold(threshold: Json): void {
    this.#alarm.threshold = threshold
    this.#hasChanged = true
  }

  /** Sets when a series has to be looked at next, if it is not silent then. */
  expect(at: EpochMs | null): void {
    this.#silentAt = at
  }

  comment(by: string, note: string, at: EpochMs): void {
    this.#enter('commented', {by, note, at})
  }

  /** Undefined when all is as it was. */
  change(): AlarmChange | undefined {
    const {context} = this.#alarm.state
    const dueAt = earliest(this.#meaning.dueAt, isAtRest(this.#meaning) ? this.#silentAt : null)
    if (!this.#hasChanged && dueAt === this.#alarm.dueAt) return undefined
    const isStored =
      isStanding(this.#meaning) || this.#meaning.condition === 'latched' || this.#meaning.isUnacknowledged
    const last = this.#entries.at(-1)
    const {standing} = this.#meaning
    const severity = isStanding(this.#meaning) ? context.severity : null
    const changedAt = last?.at ?? this.#alarm.changedAt
    const changed: AlarmRow = {
      ...this.#alarm,
      dueAt,
      standing,
      severity,
      changedAt,
      urgency: urgencyOf(standing, severity, changedAt),
      isResting: isAtRest(this.#meaning) && this.#alarm.changes === '',
      occurrenceId: isStored ? (this.#occurrence?.id ?? null) : null,
      version: this.#alarm.version + (last === undefined ? 0 : 1),
    }
    return {
      alarm: changed,
      occurrence: isStored ? this.#occurrence : null,
      entries: this.#entries,
      occurrences: [...this.#occurrences.values()],
    }
  }

  #enter(kind: JournalEntry['kind'], detail: {at: EpochMs} & Partial<JournalEntry>) {
    const {severity = this.#alarm.state.context.severity, value = null, by = null, note = null, until = null} = detail
    const occurrenceId = this.#occurrence?.id ?? null
    const version = this.#alarm.version + 1
    const entry = {id: uuidv7(), alarmId: this.#alarm.id, occurrenceId, at: detail.at, kind, severity}
    this.#entries.push({...entry, value, by, note, until, version})
    this.#hasChanged = true
  }

  #setOccurrence(changed: AlarmOccurrence) {
    this.#occurrence = changed
    this.#occurrences.set(changed.id, changed)
    this.#hasChanged = true
  }

  #step(event: AlarmEvent) {
    const severity = this.#alarm.state.context.severity
    const next = stepFrom(this.#alarm.state, event)
    const {peak, screen} = this.#alarm.state
    this.#alarm.state = {...next.state, peak, ...(screen && {screen})}
    this.#meaning = next.meaning
    this.#hasChanged = true
    for (const kind of next.kinds) {
      this.#follow(kind, event)
      this.#enter(kind, {severity: next.state.context.severity ?? severity, ...detailOf(event)})
    }
  }

  /** Applies the step to the occurrence. */
  #follow(kind: Step['kinds'][number], event: AlarmEvent) {
    const {peak, context} = this.#alarm.state
    if (kind === 'raised') {
      const severity = context.severity ?? 'warning'
      const value = valueIn(event) ?? peak?.value ?? null
      const begun = {id: uuidv7(), alarmId: this.#alarm.id, severity, raisedAt: event.at, value}
      return this.#setOccurrence({...begun, ...NOTHING_YET, peak: peak?.value ?? null, peakAt: peak?.at ?? null})
    }
    if (this.#occurrence === null) return
    const at = Math.max(event.at, this.#occurrence.raisedAt)
    switch (kind) {
      case 'severityChanged':
        return context.severity === 'critical'
          ? this.#setOccurrence({...this.#occurrence, severity: 'critical'})
          : undefined
      case 'returned':
        return this.#setOccurrence({...this.#occurrence, returnedAt: at})
      case 'cleared':
        return this.#setOccurrence({
          ...this.#occurrence,
          endedAt: at,
          endedBy: event.type === 'alarm.reset' ? 'reset' : 'returned',
        })
      case 'closed':
        if (this.#occurrence.endedAt !== null) return
        return this.#setOccurrence({...this.#occurrence, endedAt: at, endedBy: reasonOf(event)})
      case 'acknowledged':
        return this.#setOccurrence({...this.#occurrence, acknowledgedAt: at, acknowledgedBy: byOf(event)})
    }
  }

  #evaluateFlapping(isOther: boolean, at: EpochMs) {
    const {changes, isFlapping} = flappingAfter(this.#alarm, isOther)
    if (changes !== this.#alarm.changes) this.#hasChanged = true
    this.#alarm.changes = changes
    if (isFlapping === this.#alarm.isFlapping) return
    this.#alarm.isFlapping = isFlapping
    this.#enter(isFlapping ? 'flappingBegan' : 'flappingEnded', {at})
  }

  #storePeak(threshold: Threshold, value: number, at: EpochMs) {
    const {peak} = this.#alarm.state
    if (peak !== null && excessOf(threshold, value) <= excessOf(threshold, peak.value)) return
    this.#alarm.state = {...this.#alarm.state, peak: {value, at}}
    this.#hasChanged = true
    if (isStanding(this.#meaning) && this.#occurrence !== null)
      this.#setOccurrence({...this.#occurrence, peak: value, peakAt: at})
  }

  #evaluated(severity: Severity | null, value: number | null, at: EpochMs) {
    const isOther = severity !== this.#meaning.evaluated
    if (!saysTheSame(this.#meaning, severity)) this.#step({type: 'condition.evaluated', severity, value, at})
    this.#evaluateFlapping(isOther, at)
  }
}

const NOTHING_YET = {returnedAt: null, acknowledgedAt: null, acknowledgedBy: null, endedAt: null, endedBy: null}

const isStanding = ({condition}: Meaning): boolean => condition === 'active' || condition === 'returning'

const isAtRest = ({condition, evaluated}: Meaning): boolean =>
  evaluated === null && (condition === 'normal' || condition === 'latched')

/** Most values repeat the one before, while nothing is waited for. */
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

/**
 * Flapping is detected as in Icinga: of an alarm's last 20 evaluations, those that differed from the one before are
 * added up, the newest weighing most. It begins above 30 % and ends at 25 %. An evaluation of values is a value that
 * was evaluated; of silence it is each look at a series, once in the time after which it counts as silent, and each
 * return. An evaluation that changes nothing moves the earlier ones on. After 20 of them nothing is left to move, so
 * that a series at rest needs no write.
 */
const EVALUATIONS = 20
const BEGINS_ABOVE = 30
const ENDS_AT = 25

interface Flapping {
  /** Newest first: 1 for an evaluation that differed from the one before. */
  changes: string
  isFlapping: boolean
}

function flappingAfter({changes, isFlapping}: Flapping, hasChanged: boolean): Flapping {
  const shortened = withoutTrailing(`${hasChanged ? 1 : 0}${changes}`.slice(0, EVALUATIONS), '0')
  const share = shareOf(shortened)
  return {changes: shortened, isFlapping: isFlapping ? share > ENDS_AT : share > BEGINS_ABOVE}
}

const shareOf = (changes: string): number =>
  [...changes].reduce((sum, change, age) => sum + (change === '1' ? weightOf(age) : 0), 0) * (100 / EVALUATIONS)

const weightOf = (age: number): number => 0.8 + 0.02 * (EVALUATIONS - 1 - age)
