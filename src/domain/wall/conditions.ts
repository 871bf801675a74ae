import {judge, type Severity, type Thresholds} from '../../../contract/rules/thresholds'
import type {DeviceEntry} from '../telemetry/device'
import type {Freshness, FreshnessConditions} from '../telemetry/freshness'
import type {ReadingsByDevice} from '../telemetry/reading'
import {type Standing, type Standings, standingsOf} from '../telemetry/standing'

/** How something stands on the wall, the worst first. What is silent may hide anything, so it outweighs a warning. */
export const WALL_STATUSES = ['linkDown', 'critical', 'late', 'warning', 'never', 'notRead', 'fresh'] as const
export type WallStatus = (typeof WALL_STATUSES)[number]

export type ThresholdsByDevice = ReadonlyMap<string, Thresholds>

/** How a device stands, and how severe each of its values is that has a threshold. */
export interface Condition {
  standing: Standing
  severities: ReadonlyMap<string, Severity>
  /** The worst of them. */
  severity: Severity | null
}

export type Conditions = ReadonlyMap<string, Condition>

const NONE_SEVERE: Condition['severities'] = new Map()

interface Judged {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  thresholds: ThresholdsByDevice
  conditions: Conditions
  standings: Standings
}

/** Judges the devices anew. One without news keeps its condition; without any news, `conditions` itself returns. */
export function withJudged(
  {devices, readings, thresholds, conditions, standings: before}: Judged,
  at: FreshnessConditions,
): Pick<Judged, 'standings' | 'conditions'> {
  const standings = standingsOf(devices, readings, at, before)
  if (standings === before) return {standings, conditions}
  const judged = new Map<string, Condition>()
  for (const [id, standing] of standings) {
    const known = conditions.get(id)
    judged.set(id, known?.standing === standing ? known : conditionOf(standing, thresholds.get(id), known))
  }
  return {standings, conditions: judged}
}

/** Judges all values anew, by other thresholds. */
export function judgedBy(thresholds: ThresholdsByDevice, conditions: Conditions): Conditions {
  return new Map(Array.from(conditions, ([id, known]) => [id, conditionOf(known.standing, thresholds.get(id), known)]))
}

function conditionOf(standing: Standing, thresholds: Thresholds | undefined, before: Condition | undefined): Condition {
  if (thresholds === undefined) return {standing, severities: NONE_SEVERE, severity: null}
  const severities = new Map<string, Severity>()
  for (const [key, threshold] of thresholds) {
    const value = standing.readings?.get(key)?.value
    if (typeof value !== 'number') continue
    const severity = judge(threshold, value, before?.severities.get(key) ?? null)
    if (severity !== null) severities.set(key, severity)
  }
  const all = [...severities.values()]
  return {standing, severities, severity: all.includes('critical') ? 'critical' : (all[0] ?? null)}
}

/** What is said of a device or a value that is this severe and this fresh. */
export function statusOf(severity: Severity | null, freshness: Freshness): WallStatus {
  if (freshness === 'linkDown' || freshness === 'never' || freshness === 'notRead') return freshness
  if (severity === 'critical') return 'critical'
  return freshness === 'late' ? 'late' : (severity ?? 'fresh')
}

export const statusOfDevice = (condition: Condition | undefined): WallStatus =>
  condition === undefined ? 'notRead' : statusOf(condition.severity, condition.standing.status)

export type WallCounts = Readonly<Record<WallStatus, number>>

export const NO_WALL_COUNTS: WallCounts = {
  ...{linkDown: 0, critical: 0, late: 0, warning: 0, never: 0, notRead: 0, fresh: 0},
}

export function countsOf(devices: readonly DeviceEntry[], conditions: Conditions): WallCounts {
  const counts = {...NO_WALL_COUNTS}
  for (const {id} of devices) counts[statusOfDevice(conditions.get(id))]++
  return counts
}
