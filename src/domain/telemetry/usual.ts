import type {EpochMs} from '../../../contract/wire/common'
import type {TimeRange} from '../timeRange/timeRange'
import {type Freshness, isInTime} from './readings/freshness'

/** What a band is learned from: that hour of the week, of working days or weekends, of all days; or all hours. */
export type UsualBasis = 'weekHour' | 'dayKindHour' | 'dayHour' | 'lastDays'

/** Values between `low` and `high` are usual, in the unit of the stored values. */
export interface UsualBand {
  low: number
  high: number
  centre: number
  basis: UsualBasis
}

/** What is usual from one moment until another. */
export interface UsualPart extends UsualBand {
  start: EpochMs
  end: EpochMs
}

/** What is usual for a series in a range. Of hours that too little is known of there are no parts. */
export interface UsualReceived {
  type: 'usual.received'
  parts: readonly UsualPart[]
}

/** A counter is judged by its rise in a second, for which nothing can be drawn behind its values. */
export const NOTHING_USUAL: readonly UsualPart[] = []

/** Why the latest value of a series is usual or not, and how sure that is. */
export interface UsualReason {
  /** `none`: what is no number, or has no value, is never judged. `late`: nor is what is late. */
  verdict: 'none' | 'late' | 'learning' | 'usual' | 'unusual'
  /** Of a counter its rise in a second. */
  value: number | null
  ts: EpochMs | null
  unusualSince: EpochMs | null
  /** How far the value is from the centre, in usual spreads. */
  score: number | null
  band: UsualBand | null
  /** What the band was learned from. */
  days: number
  hours: number
  /** What is missing while it is learned. */
  missing: {hours: number; days: number} | null
  isCounter: boolean
  /** By which hours and weekdays are told apart. */
  zone: string | null
  /** How often it would have been told in the last days of its own past. */
  expected: {told: number; days: number} | null
  accepted: {at: EpochMs; by: string; reason: string} | null
}

/** A series that is unusual, or is so no longer: then `since` is null. */
export interface UnusualChange {
  deviceId: string
  key: string
  since: EpochMs | null
  /** How far its value is from the centre, in usual spreads. */
  score: number | null
}

/** All that are unusual, or some that have changed since. */
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

/** Null for a value that is usual, and for one that is not fresh: nobody knows what it is now. */
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
 * How far a series was from its own past in a stretch of time: `by` is `during` − `before`, which are means, in usual
 * spreads. Of a counter they are its rises in a second.
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
  /** As it was compared, in whole pieces. */
  stretch: TimeRange
  /** Since when the past counts. */
  pastFrom: EpochMs
  changes: readonly SeriesChange[]
  compared: number
  tooLittle: number
}
