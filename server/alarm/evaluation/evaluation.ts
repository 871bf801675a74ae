import {isDeepStrictEqual} from 'node:util'
import {isRecord} from '../../../contract/rules/json'
import {isHistory, isNewest} from '../../../contract/rules/series/newest'
import {judge, type Threshold, thresholdsFrom} from '../../../contract/rules/thresholds'
import type {EpochMs, Json} from '../../../contract/wire/common'
import type {LatestStored} from '../../telemetry/repository'
import type {AlarmRule} from './lifeCycle'
import {type AlarmChange, Progress, type StoredAlarm} from './progress'

/** A value of a series in the order of arrival; null for anything but a number. */
export interface Arrival {
  ts: EpochMs
  receivedAt: EpochMs
  value: number | null
}

/** The rule that evaluates stored alarms. */
export interface Rule {
  threshold: Threshold
  /** The threshold as stored with the alarm. */
  written: Json
}

/** The threshold of an alarm to which none applies any more. */
export const NO_THRESHOLD: Json = {}

/** Whether a value would be beyond the limits of a series at rest. */
export const isSuspect = (threshold: Threshold, arrival: Arrival): boolean =>
  arrival.value !== null && !isHistory(arrival) && judge(threshold, arrival.value, null) !== null

/** The threshold stored with an alarm; undefined when it has none any more. */
export function storedThreshold({alarm: {threshold}}: StoredAlarm): Threshold | undefined {
  return thresholdsFrom({threshold}).thresholds.get('threshold')
}

/** The part of a threshold that an alarm uses. A silence has already lasted its time when it is reported. */
export function ruleOf({delay, isLatching, unusual}: Threshold, kind: StoredAlarm['alarm']['kind']): AlarmRule {
  if (kind === 'value') return {delay, isLatching}
  return {delay: (kind === 'unusual' && unusual?.delay) || {on: 0, off: 0}, isLatching}
}

/**
 * The arrivals that became the latest point of their series, one after the other, by the one that is the latest now
 * and the newest point before it. The others were filled in later, and are not evaluated.
 */
export function inOrder<Point extends Arrival>(arrivals: readonly Point[], latest: LatestStored): Point[] {
  const last = arrivals.findLastIndex(({ts, receivedAt}) => ts === latest.ts && receivedAt === latest.receivedAt)
  let newest = latest.before === null ? undefined : {ts: latest.before, receivedAt: latest.before}
  return arrivals.slice(0, last + 1).filter((arrival, index) => {
    if (index < last && newest !== undefined && !isNewest(arrival, newest)) return false
    newest = arrival
    return true
  })
}

/** The time of a value is the one that its device gives, unless that is still to come. */
export const timeOf = ({ts, receivedAt}: Arrival): EpochMs => Math.min(ts, receivedAt)

/** Applies values in order to an alarm. Values filled in from the past may let it return, but raise nothing. */
export function evaluateArrivals(
  stored: StoredAlarm,
  rule: Rule,
  arrivals: readonly Arrival[],
): AlarmChange | undefined {
  const progress = new Progress(stored)
  const [first] = arrivals
  if (first !== undefined && !isDeepStrictEqual(stored.alarm.threshold, rule.written)) {
    // A silent series returns when a value arrives, and an unusual one when it is evaluated as usual.
    const holds = stored.alarm.kind !== 'value' || holdsBy(progress, rule.threshold, first.value)
    adopt(progress, stored, rule, {at: first.receivedAt, holds})
  }
  for (const arrival of arrivals) {
    if (stored.alarm.kind === 'silence') endSilence(progress, rule.threshold, arrival.receivedAt)
    else if (stored.alarm.kind === 'value' && arrival.value !== null) {
      if (isHistory(arrival) && judge(rule.threshold, arrival.value, progress.meaning().evaluated) !== null) continue
      progress.evaluate(rule.threshold, arrival.value, timeOf(arrival))
    }
  }
  return progress.change()
}

/** A value has arrived. A series that is not silent is checked when that is due, and needs no write until then. */
export function endSilence(progress: Progress, {silentAfter}: Threshold, arrivedAt: EpochMs) {
  if (progress.meaning().evaluated === null) return
  progress.setSilence(null, arrivedAt)
  progress.expect(silentAfter === null ? null : arrivedAt + silentAfter)
}

/** The part of a written threshold by which values are evaluated. */
function evaluated(written: Json): Json {
  if (!isRecord(written)) return written
  const {runbook, ...rest} = written
  return rest
}

/** Takes another threshold for the alarm, or none (null). */
export function adopt(
  progress: Progress,
  {alarm}: StoredAlarm,
  rule: Rule | null,
  {at, holds}: {at: EpochMs; holds: boolean},
) {
  const next = rule && ruleOf(rule.threshold, alarm.kind)
  const isEvaluatedAlike = rule !== null && isDeepStrictEqual(evaluated(alarm.threshold), evaluated(rule.written))
  progress.takeThreshold(rule?.written ?? NO_THRESHOLD)
  if (isEvaluatedAlike) return
  progress.happen({type: 'rule.changed', rule: next, stillHolds: holds, at})
}

/** Whether an alarm that is active by the former threshold is active by this one, too. */
export function holdsBy(progress: Progress, threshold: Threshold, value: number | null): boolean {
  const {evaluated} = progress.meaning()
  return evaluated !== null && value !== null && judge(threshold, value, evaluated) !== null
}
