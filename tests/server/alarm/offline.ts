import fc from 'fast-check'
import {faultOf, judge, type Severity, type Threshold} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'

/** A value with the times at which its device measured it and at which it arrived. */
export interface Sent {
  ts: EpochMs
  receivedAt: EpochMs
  value: number
}

export interface Period {
  kind: 'value' | 'silence'
  severity: Severity
  from: EpochMs
  to: EpochMs | null
}

/**
 * The alarms of a series, computed afterwards from all that was sent, by the plain words of the rules: an alarm is raised
 * when values have been beyond for the delay, and ends when they have been back for the other one.
 */
export function alarmsOf(sent: readonly Sent[], threshold: Threshold, until: EpochMs): Period[] {
  return [...valueAlarms(inOrder(sent), threshold, until), ...silences(inOrder(sent), threshold, until)]
}

/** A value after a newer one is history only. */
function inOrder(sent: readonly Sent[]): Sent[] {
  let newest = Number.NEGATIVE_INFINITY
  return sent.filter(({ts}) => {
    const isNewest = ts >= newest
    if (isNewest) newest = ts
    return isNewest
  })
}

interface Run {
  severity: Severity | null
  from: EpochMs
  to: EpochMs
}

/** The judgements of the values, each as long as it lasted. */
function runsOf(sent: readonly Sent[], threshold: Threshold, until: EpochMs): Run[] {
  const runs: Run[] = []
  let before: Severity | null = null
  for (const {ts, value} of sent) {
    const severity = judge(threshold, value, before)
    const last = runs.at(-1)
    if (last !== undefined) last.to = ts
    if (severity !== before || last === undefined) runs.push({severity, from: ts, to: until})
    const current = runs.at(-1)
    if (current !== undefined) current.to = until
    before = severity
  }
  return runs
}

function valueAlarms(sent: readonly Sent[], threshold: Threshold, until: EpochMs): Period[] {
  const {on, off} = threshold.delay
  const periods: Period[] = []
  let beyondSince: EpochMs | null = null
  let open: Period | null = null
  for (const {severity, from, to} of runsOf(sent, threshold, until)) {
    if (severity === null) {
      beyondSince = null
      if (open === null || !lasts(from, off, to, until)) continue
      open.to = from + off
      open = null
      continue
    }
    beyondSince ??= from
    if (open === null && lasts(beyondSince, on, to, until)) {
      open = {kind: 'value', severity, from: Math.max(beyondSince + on, from), to: null}
      periods.push(open)
    } else if (open !== null && severity === 'critical') open.severity = 'critical'
  }
  return periods
}

/** Whether what began at `since` was so for the whole delay: the value at whose time it is over may already differ. */
const lasts = (since: EpochMs, delay: number, to: EpochMs, until: EpochMs): boolean =>
  since + delay <= Math.min(to, until)

function silences(sent: readonly Sent[], {silentAfter}: Threshold, until: EpochMs): Period[] {
  if (silentAfter === null) return []
  return sent.flatMap(({receivedAt}, index) => {
    const next = sent[index + 1]?.receivedAt
    const from = receivedAt + silentAfter
    const isSilent = from <= (next === undefined ? until : next - 1)
    return isSilent ? [{kind: 'silence' as const, severity: 'critical' as const, from, to: next ?? null}] : []
  })
}

const SECOND = 1000
const limit = fc.option(fc.integer({min: 0, max: 100}))
const limits = fc.option(fc.record({above: limit, below: limit}), {freq: 4})
const delay = fc.integer({min: 0, max: 5}).map(seconds => seconds * SECOND)

/** Any threshold for values between 0 and 100, with delays of some seconds. */
export const anyThreshold: fc.Arbitrary<Threshold> = fc
  .record({
    warning: limits,
    critical: limits,
    clear: fc.integer({min: 0, max: 10}),
    delay: fc.record({on: delay, off: delay}),
    silentAfter: fc.option(fc.integer({min: 2, max: 6}).map(seconds => seconds * SECOND)),
    isLatching: fc.constant(false),
  })
  .map(({warning, critical, ...rest}) => ({...rest, warning: said(warning), critical: said(critical)}))
  .filter(each => faultOf(each) === null)

const said = (sides: {above: number | null; below: number | null} | null) =>
  sides === null || (sides.above === null && sides.below === null) ? null : sides
