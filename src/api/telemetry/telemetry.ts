import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {plainValue} from '../../../contract/rules/series/point'
import type {TemperatureUnit} from '../../../contract/wire/common'
import {type InClientNames, inClientNames} from '../../../contract/wire/names'
import {liveStatistics} from '../../../contract/wire/telemetry/liveStatistics'
import {
  type LatestOfManyWire,
  type LatestWire,
  listKeys,
  type PointWire,
  readCsv,
  readLatest,
  readLatestOfMany,
  readSeries,
  readStatistics,
  type StateRunsWire,
} from '../../../contract/wire/telemetry/telemetry'
import type {Reading, Readings, ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import type {SeriesAnswer, SeriesQuestion, TelemetryPoint} from '../../domain/telemetry/series/seriesAnswer'
import type {SeriesStatistics, StatisticsOf, StatisticsReader} from '../../domain/telemetry/series/seriesStatistics'
import type {SeriesStates} from '../../domain/telemetry/series/states'
import {ownerParams} from '../attributeJson'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'

export async function loadKeys(http: Http, {deviceId}: {deviceId: string}, options: Options = {}): Promise<string[]> {
  return await http.call(listKeys, {params: ofDevice(deviceId), ...options})
}

/** A key that could not be read is missing from the readings; then `failure` holds the reason, and else null. */
export interface LatestOfKeys {
  readings: Readings
  failure: ApiError | null
}

/** Loads the latest readings of the given keys with one call each, and stops as soon as the server is away. */
export async function loadLatest(
  http: Http,
  {deviceId, keys}: {deviceId: string; keys: readonly string[]},
  options: Options = {},
): Promise<LatestOfKeys> {
  const readings = new Map<string, Reading | null>()
  let failure: ApiError | null = null
  for (const key of keys) {
    try {
      const latest = await http.call(readLatest, {params: {...ofDevice(deviceId), key}, ...options})
      readings.set(key, readingFrom(latest))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) readings.set(key, null)
      else failure ??= error
      if (error.kind === 'unreachable') break
    }
  }
  return {readings, failure}
}

/**
 * Loads the latest readings of all devices that an organisation has or the caller may see, or of those that are named.
 * Needs a server with additions.
 */
export async function loadLatestOfMany(
  http: Http,
  asked: {organisationId: string | null} | {deviceIds: readonly string[]},
  options: Options = {},
): Promise<ReadingsByDevice> {
  const query =
    'deviceIds' in asked ? {deviceIds: asked.deviceIds.join(',')} : {organisationId: asked.organisationId ?? undefined}
  return readingsFrom(await http.call(readLatestOfMany, {query, ...options}))
}

export function readingsFrom(rows: InClientNames<LatestOfManyWire>): ReadingsByDevice {
  const byDevice = new Map<string, Map<string, Reading | null>>()
  for (const {deviceId, ...latest} of rows) {
    const readings = byDevice.get(deviceId) ?? new Map<string, Reading | null>()
    byDevice.set(deviceId, readings)
    readings.set(latest.key, readingFrom(latest))
  }
  return byDevice
}

/**
 * Loads at most 1000 points, of which the server makes buckets. With `hasDetails` it also makes states of texts, and
 * sends what the points leave out. Needs a server with additions.
 */
export async function loadSeries(
  http: Http,
  {hasDetails = false, ...question}: SeriesQuestion & {hasDetails?: boolean},
  options: Options = {},
): Promise<SeriesAnswer> {
  const {aggregation, windowMinutes, zone} = question
  const details = hasDetails ? {texts: true, envelope: true} : {}
  const buckets = {agg: aggregation, window: windowMinutes, timeZone: zone}
  const item = await askSeries(http, question, {...buckets, ...details}, options)
  return {
    window: item?.window ?? null,
    hasOlder: false,
    points: (item?.values ?? []).map(pointFrom),
    aggregation: item?.agg ?? null,
    total: item?.total ?? null,
    gaps: item?.gaps ?? null,
    ...(item?.envelope !== undefined && {envelope: item.envelope}),
    ...(item?.rollupsUntil !== undefined && {rollupsUntil: item.rollupsUntil}),
    ...(item?.others !== undefined && {others: item.others}),
    ...(item?.texts !== undefined && {states: statesFrom(item.texts)}),
  }
}

const statesFrom = ({runs, ...rest}: StateRunsWire): SeriesStates => ({
  ...rest,
  runs: runs.map(({from, to, ...typed}) => ({from, to, text: String(plainValue(typed) ?? '')})),
})

type PointsQuestion = Pick<SeriesQuestion, 'deviceId' | 'key' | 'start' | 'end'>

/** Loads the newest raw points of a range, at most 1000. */
export async function loadPoints(
  http: Http,
  {limit = CHART_POINT_LIMIT, ...question}: PointsQuestion & {limit?: number},
  options: Options = {},
): Promise<SeriesAnswer['points']> {
  return ((await askSeries(http, question, {limit}, options))?.values ?? []).map(pointFrom)
}

async function askSeries(http: Http, {deviceId, key, start, end}: PointsQuestion, additions: object, options: Options) {
  const query = {keys: key, startTs: start, endTs: end, limit: CHART_POINT_LIMIT, ...additions}
  const [item] = await http.call(readSeries, {params: ofDevice(deviceId), query, ...options})
  return item
}

const pointFrom = ({ts, ...typed}: PointWire): TelemetryPoint => ({ts, value: plainValue(typed)})

/** Loads every raw point of a range as a CSV text, with times in the zone. The server must have the addition `csv`. */
export async function loadCsv(
  http: Http,
  {deviceId, key, start, end, zone, unit}: PointsQuestion & {zone: string; unit: TemperatureUnit | null},
  options: Options = {},
): Promise<string> {
  const query = {key, startTs: start, endTs: end, timeZone: zone, ...(unit === null ? {} : {unit})}
  return await http.call(readCsv, {params: ofDevice(deviceId), query, ...options})
}

/** Loads the statistics of the tiles. The server must have the addition `statistics`. */
export async function loadStatistics(
  http: Http,
  {deviceId, key, zone}: StatisticsOf,
  options: Options = {},
): Promise<SeriesStatistics> {
  const asked = {params: ofDevice(deviceId), query: {key, timeZone: zone}, ...options}
  return await http.call(readStatistics, asked)
}

const ofDevice = (id: string) => ownerParams({kind: 'device', id})

/** Returns null when the key has no value. */
function readingFrom(latest: InClientNames<LatestWire>): Reading | null {
  const value = plainValue(latest)
  if (value === null) return null
  return {value, ts: latest.ts ?? null, receivedAt: latest.receivedAt ?? null}
}

/** Undefined for what is in an unexpected shape. */
export const readPushedStatistics: StatisticsReader = payload => {
  const {success, data} = liveStatistics.safeParse(payload)
  if (!success) return undefined
  const {deviceId, key, timeZone, statistics} = inClientNames(liveStatistics, data)
  return {of: {deviceId, key, zone: timeZone}, statistics}
}
