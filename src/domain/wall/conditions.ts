import type {DeviceEntry} from '../telemetry/device'
import type {FreshnessConditions} from '../telemetry/freshness'
import {type Mark, type Marks, type MarksByDevice, worstMark} from '../telemetry/marks'
import type {ReadingsByDevice} from '../telemetry/reading'
import {type Counts, counted, type Standing, type Standings, standingsOf, uncounted} from '../telemetry/standing'
import {MARKED_STATUSES, type MarkedStatus, statusOf} from '../telemetry/worstFirst'

/** Whether nothing is wrong, now or at the past moment that is shown. */
export const isNormal = (status: MarkedStatus): boolean => status === 'fresh' || status === 'replay'

/** How a device stands, and those of its series of which somebody is told. */
export interface Condition {
  standing: Standing
  marks: Marks
  /** The one that speaks for the device. */
  mark: Mark
}

export type Conditions = ReadonlyMap<string, Condition>

const NO_MARKS: Marks = new Map()

interface Judged {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  marks: MarksByDevice
  conditions: Conditions
  standings: Standings
}

/** Judges the devices anew. One without news keeps its condition; without any news, `conditions` itself returns. */
export function withJudged(
  {devices, readings, marks, conditions, standings: before}: Judged,
  at: FreshnessConditions,
): Pick<Judged, 'standings' | 'conditions'> {
  const standings = standingsOf(devices, readings, at, before)
  let isChanged = standings.size !== conditions.size
  const judged = new Map<string, Condition>()
  for (const [id, standing] of standings) {
    const [known, ofDevice] = [conditions.get(id), marks.get(id) ?? NO_MARKS]
    const isKnown = known?.standing === standing && known.marks === ofDevice
    judged.set(id, isKnown ? known : {standing, marks: ofDevice, mark: worstMark(ofDevice.values())})
    isChanged ||= !isKnown
  }
  return {standings, conditions: isChanged ? judged : conditions}
}

export const statusOfDevice = (condition: Condition | undefined): MarkedStatus =>
  condition === undefined ? 'notRead' : statusOf(condition.mark.severity, condition.standing.status)

export type WallCounts = Counts<MarkedStatus>

export const NO_WALL_COUNTS: WallCounts = uncounted(MARKED_STATUSES)

export const countsOf = (devices: readonly DeviceEntry[], conditions: Conditions): WallCounts =>
  counted(
    devices.map(({id}) => statusOfDevice(conditions.get(id))),
    MARKED_STATUSES,
  )
