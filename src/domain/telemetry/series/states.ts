import {type States, stateRuns, type TextPoint, withState} from '../../../../contract/rules/series/states'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {TimeRange} from '../../timeRange/timeRange'
import type {TelemetryValue} from '../readings/reading'

interface RawPoint {
  ts: EpochMs
  value: TelemetryValue
}

/** The texts of a range as states. `total` counts the runs of the range, which may be more than `runs` holds. */
export interface SeriesStates extends States {
  total: number
}

/** A piece of a band of states. Its text is null where nothing is known of the state. */
export interface StateRegion extends TimeRange {
  text: string | null
}

/** Joins the texts among raw points. */
export function statesOf(points: readonly RawPoint[]): SeriesStates {
  const byTime = new Map(textsAmong(points).map(point => [point.ts, point]))
  const states = stateRuns([...byTime.values()].sort((one, other) => one.ts - other.ts))
  return {...states, total: states.runs.length}
}

export const textsAmong = (points: readonly RawPoint[]): TextPoint[] =>
  points.flatMap(({ts, value}) => (typeof value === 'string' ? [{ts, text: value}] : []))

/** Adds texts that were pushed, in the order of their arrival. */
export function withTexts(states: SeriesStates, texts: readonly TextPoint[]): SeriesStates {
  const {runs, holds} = texts.reduce<States>(withState, states)
  return runs === states.runs ? states : {runs, holds, total: states.total + runs.length - states.runs.length}
}

/** Replaces the states of a part in the states of the whole range. */
export function withStatesOfPart(whole: SeriesStates, {start, end}: TimeRange, part: SeriesStates): SeriesStates {
  const before = whole.runs.filter(({to}) => to < start)
  const after = whole.runs.filter(({from}) => from > end)
  return {...whole, runs: [...before, ...part.runs, ...after]}
}

interface Present {
  now: EpochMs
  /** The time for which a value is fresh: the last state is drawn so much longer than it is known, and no more. */
  lateAfter: Milliseconds
}

/** Covers all of the range with regions. */
export function stateRegions(
  {runs}: Pick<States, 'runs'>,
  {start, end}: TimeRange,
  {now, lateAfter}: Present,
): StateRegion[] {
  const regions: StateRegion[] = []
  let covered = start
  const cover = (until: EpochMs, text: string | null) => {
    const to = Math.min(until, end)
    if (to <= covered) return
    regions.push({start: covered, end: to, text})
    covered = to
  }
  for (const [index, {from, to, text}] of runs.entries()) {
    cover(from, null)
    cover(index === runs.length - 1 ? Math.max(to, Math.min(to + lateAfter, now)) : to, text)
  }
  cover(end, null)
  return regions
}

/** The texts of several answers, in an order that doesn't change with the time in view: a text keeps its colour. */
export const stateNames = (...answers: readonly (SeriesStates | undefined)[]): string[] =>
  [...new Set(answers.flatMap(answer => answer?.runs.map(({text}) => text) ?? []))].sort()
