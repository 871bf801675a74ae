import {setImmediate as nextTurn} from 'node:timers/promises'
import {DRY_RUN_OCCURRENCES, DRY_RUN_POINTS} from '../../../contract/limits'
import {type Threshold, type ThresholdFault, thresholdsFrom} from '../../../contract/rules/thresholds'
import type {DryRunWire} from '../../../contract/wire/alarm'
import type {EpochMs, Json} from '../../../contract/wire/common'
import {badRequest} from '../../http/failures/errors'
import type {NumberPoint, TelemetryRepository} from '../../telemetry/repository'
import type {Range} from '../report'
import {type AlarmOccurrence, restingAlarm, type StoredAlarm} from '../store'
import {ruleOf} from './evaluation'
import {passPoint, passSilence} from './past'
import {Progress} from './progress'

export interface DryRunRequest {
  deviceNumber: number
  key: string
  /** The threshold as written in the attribute. */
  threshold: Json
  range: Range
}

/** Computes the alarms that a threshold would have raised. Throws 400 for one that can't be applied. */
export type DryRun = (request: DryRunRequest) => Promise<DryRunWire>

export interface DryRunOptions {
  telemetry: Pick<TelemetryRepository, 'findKeys' | 'pagesOfNumbers'>
  now: () => EpochMs
}

/** Small enough that other calls don't wait for it. */
const POINTS_PER_TURN = 1000

export function createDryRun({telemetry, now}: DryRunOptions): DryRun {
  async function newest({deviceNumber, key, range}: DryRunRequest): Promise<NumberPoint[]> {
    const keyId = (await telemetry.findKeys(deviceNumber, [key])).get(key)
    if (keyId === undefined) return []
    const pages: NumberPoint[][] = []
    let points = 0
    for await (const page of telemetry.pagesOfNumbers({deviceNumber, keyId}, range)) {
      pages.push(page)
      points += page.length
      if (points > DRY_RUN_POINTS) break
    }
    // The additional point shows that there are more.
    return pages
      .flat()
      .slice(0, DRY_RUN_POINTS + 1)
      .reverse()
  }

  return async request => {
    const threshold = readThreshold(request.threshold)
    const found = await newest(request)
    const points = found.slice(-DRY_RUN_POINTS)
    const occurrences = await occurrencesOf(threshold, points, Math.min(request.range.endTs, now()))
    return {
      raised: occurrences.length,
      occurrences: occurrences.slice(-DRY_RUN_OCCURRENCES),
      points: points.length,
      is_whole: points.length === found.length,
    }
  }
}

const FAULTS: Readonly<Record<ThresholdFault, string>> = {
  shape: 'is not written as in the attribute',
  nothing: 'says nothing of values or silence',
  order: 'has a lower limit that is not below the upper one',
  severity: 'has a critical limit that is nearer than that of the warning',
  clear: 'lets no value be normal again: clear is too large',
}

function readThreshold(json: Json): Threshold {
  const {thresholds, faults} = thresholdsFrom({threshold: json})
  const threshold = thresholds.get('threshold')
  if (threshold === undefined) throw badRequest(`threshold: ${FAULTS[faults.get('threshold') ?? 'shape']}`)
  return threshold
}

type Occurrence = DryRunWire['occurrences'][number]

/** `points` are given from the oldest to the newest, and `until` is when the run ends. */
export async function occurrencesOf(
  threshold: Threshold,
  points: readonly NumberPoint[],
  until: EpochMs,
): Promise<Occurrence[]> {
  const values = createRun(threshold, 'value')
  const silences = createRun(threshold, 'silence')
  for (let start = 0; start < points.length; start += POINTS_PER_TURN) {
    await nextTurn()
    const turn = points.slice(start, start + POINTS_PER_TURN)
    for (const run of [values, silences]) {
      run.go((progress, kind) => {
        for (const [index, point] of turn.entries()) {
          passPoint(progress, kind, threshold, point, points[start + index - 1]?.ts)
        }
      })
    }
  }
  values.go(progress => progress.pass(until))
  silences.go(progress => passSilence(progress, threshold, points.at(-1)?.ts, until))
  return [...values.occurrences(), ...silences.occurrences()].sort((one, other) => one.raised_at - other.raised_at)
}

/** An alarm that goes through its life cycle as if it were stored. */
function createRun(threshold: Threshold, kind: Occurrence['kind']) {
  let stored: StoredAlarm = {alarm: restingAlarm({...NOWHERE, kind, rule: ruleOf(threshold, kind)}), occurrence: null}
  const occurrences = new Map<string, AlarmOccurrence>()
  return {
    go(on: (progress: Progress, kind: Occurrence['kind']) => void) {
      const progress = new Progress(stored)
      on(progress, kind)
      const change = progress.change()
      if (change === undefined) return
      stored = change
      for (const occurrence of change.occurrences) occurrences.set(occurrence.id, occurrence)
    },
    occurrences: (): Occurrence[] =>
      [...occurrences.values()].map(({severity, raisedAt, endedAt, peak}) => ({
        kind,
        severity,
        raised_at: raisedAt,
        ended_at: endedAt,
        peak,
      })),
  }
}

const NOWHERE = {deviceId: '', deviceNumber: 0, keyId: 0, threshold: {}, dueAt: null, at: 0}
