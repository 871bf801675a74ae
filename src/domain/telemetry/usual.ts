import type {EpochMs} from '../../../contract/wire/common'
import type {TimeRange} from '../timeRange/timeRange'
import {type Freshness, isInTime} from './readings/freshness'

/**
 * The values that a band is learned from: that hour of the week, of working days or weekends, of all days; or all hours.
 */
export type UsualBasis = 'weekHour' | 'dayKindHour' | 'dayHour' | 'lastDays'

/** Values between `low` and `high` are usual, in the unit of the stored values. */
export interface UsualBand {
  low: number
  high: number
  centre: number
  basis: UsualBasis
}

/** The usual band from one moment until another. */
export interface UsualPart extends UsualBand {
  start: EpochMs
  end: EpochMs
}

/** The usual bands of a series in a range. Hours with too little data have no parts. */
export interface UsualReceived {
  type: 'usual.received'
  parts: readonly UsualPart[]
}

/** A counter is evaluated by its rise per second, for which nothing can be drawn behind its values. */
export const NOTHING_USUAL: readonly UsualPart[] = []

/** Why the latest value of a series is usual or not, and how sure that is. */
export interface UsualReason {
  /** `none`: a value that is missing or not a number is never evaluated. `late`: nor is a late one. */
  verdict: 'none' | 'late' | 'learning' | 'usual' | 'unusual'
  /** The value; of a counter, its rise per second. */
  value: number | null
  ts: EpochMs | null
  unusualSince: EpochMs | null
  /** The distance of the value from the centre, in usual spreads. */
  score: number | null
  band: UsualBand | null
  /** The amount of data that the band was learned from. */
  days: number
  hours: number
  /** The amount of data missing while it is learned. */
  missing: {hours: number; days: number} | null
  isCounter: boolean
  /** The zone of the hours and weekdays. */
  zone: string | null
  /** The number of notifications it would have sent in the last days of its own past. */
  expected: {told: number; days: number} | null
  accepted: {at: EpochMs; by: string; reason: string} | null
}

/** A series that is unusual, or is so no longer: then `since` is null. */
export interface UnusualChange {
  deviceId: string
  key: string
  since: EpochMs | null
  /** The distance of its value from the centre, in usual spreads. */
  score: number | null
}

/** All unusual series, or some that have changed since. */
export interface UnusualReceived {
  type: 'unusual.received'
  changes: readonly UnusualChange[]
  isAll: boolean
}

export interface Unusual {
  since: EpochMs
  score: number
}

/** The keys of each device that are unusual. */
export type UnusualByDevice = ReadonlyMap<string, ReadonlyMap<string, Unusual>>

export const NOTHING_UNUSUAL: UnusualByDevice = new Map()

/** Devices without a change stay the same objects. */
export function unusualAfter(known: UnusualByDevice, {changes, isAll}: UnusualReceived): UnusualByDevice {
  const after = new Map(isAll ? [] : known)
  for (const {deviceId, key, since, score} of changes) {
    const keys = new Map(after.get(deviceId))
    if (since === null) keys.delete(key)
    else keys.set(key, {since, score: score ?? 0})
    if (keys.size === 0) after.delete(deviceId)
    else after.set(deviceId, keys)
  }
  return after
}

/** Null for a usual value, and for one that is not fresh, as its present state is unknown. */
export const unusualNow = (
  unusual: UnusualByDevice,
  {deviceId, key, freshness}: {deviceId: string; key: string; freshness: Freshness},
): Unusual | null => (isInTime(freshness) ? (unusual.get(deviceId)?.get(key) ?? null) : null)

/** The most unusual of a device's keys; null without any. */
export function mostUnusual(unusual: UnusualByDevice, deviceId: string, freshness: Freshness): Unusual | null {
  if (!isInTime(freshness)) return null
  let most: Unusual | null = null
  for (const each of unusual.get(deviceId)?.values() ?? []) if (each.score > (most?.score ?? -1)) most = each
  return most
}

/**
 * The change of a series against its own past in a stretch of time: `by` is `during` − `before`, which are means, in
 * usual spreads. Of a counter they are its rises per second.
 */
export interface SeriesChange {
  deviceId: string
  key: string
  before: number
  during: number
  by: number
  isCounter: boolean
}

/** The most changed come first. `compared` counts all, and `tooLittle` those with too few numbers. */
export interface StretchChanges {
  /** The compared stretch, in whole pieces. */
  stretch: TimeRange
  /** The start of the past. */
  pastFrom: EpochMs
  changes: readonly SeriesChange[]
  compared: number
  tooLittle: number
}

/** The usual band of a series that is unusual. Of a counter these are rises per second. */
export interface UsualNow {
  low: number
  high: number
  value: number
  isCounter: boolean
}

export interface UnusualFacts {
  /** The bands by the ids of the series. */
  usual: ReadonlyMap<string, UsualNow>
  /** The number of a device's series with a known usual band, by the ids of the devices; null when it is unknown. */
  learned: ReadonlyMap<string, number> | null
}
