import {LATE_AFTER} from '../../limits'
import type {EpochMs, Milliseconds} from '../../wire/common'

/** A text and the time through which it is known to have held. */
export interface StateRun {
  from: EpochMs
  to: EpochMs
  text: string
}

export interface States {
  /** The runs in order of time. Neighbours with the same text have a silence between them. */
  runs: readonly StateRun[]
  /** The time for which a text holds without a newer one. */
  holds: Milliseconds
}

export interface TextPoint {
  ts: EpochMs
  text: string
}

/** A longer silence than this many usual intervals says nothing of the state. */
export const STATE_INTERVALS = 3

/** Joins equal neighbours. `points` are all texts of a range, oldest first. A text holds until the next one. */
export function stateRuns(points: readonly TextPoint[]): States {
  const steps = points.slice(1).map(({ts}, index) => ts - (points[index]?.ts ?? ts))
  const holds = Math.max(LATE_AFTER, STATE_INTERVALS * thirdQuartile(steps))
  return points.reduce<States>(withState, {runs: [], holds})
}

/** Adds a newer text; an older one is left to the next answer of the server, and returns `states` itself. */
export function withState(states: States, {ts, text}: TextPoint): States {
  const {runs, holds} = states
  const last = runs.at(-1)
  if (last === undefined) return {runs: [{from: ts, to: ts, text}], holds}
  if (ts <= last.to) return states
  const isSilent = ts - last.to > holds
  if (!isSilent && text === last.text) return {runs: [...runs.slice(0, -1), {...last, to: ts}], holds}
  const before = isSilent ? runs : [...runs.slice(0, -1), {...last, to: ts}]
  return {runs: [...before, {from: ts, to: ts, text}], holds}
}

function thirdQuartile(steps: readonly Milliseconds[]): Milliseconds {
  const sorted = [...steps].sort((one, other) => one - other)
  return sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0
}
