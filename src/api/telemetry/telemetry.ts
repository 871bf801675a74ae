import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {plainValue} from '../../../contract/rules/typedValue'
import type {EpochMs} from '../../../contract/wire/common'
import {
  keysAnswer,
  latestAnswer,
  latestOfMany,
  seriesAnswer,
  type TileStatistics,
  tileStatistics,
} from '../../../contract/wire/telemetry'
import type {Reading, Readings, ReadingsByDevice} from '../../domain/telemetry/reading'
import type {SeriesAnswer, SeriesQuestion} from '../../domain/telemetry/seriesAnswer'
import {ApiError} from '../errors'
import type {CallOptions, Http} from '../http'
import {readingFrom} from './values'

type Signal = Pick<CallOptions, 'signal'>

/** The names of a device's keys. */
export async function loadKeys(http: Http, deviceId: string, options: Signal = {}): Promise<string[]> {
  return await http.get(`${pathOf(deviceId)}/keys/timeseries`, keysAnswer, options)
}

/** A key that could not be read is not among the readings. `failure` says why; null without any. */
export interface LatestOfKeys {
  readings: Readings
  failure: ApiError | null
}

/** The latest readings of the given keys, one call each, until the server is away. */
export async function loadLatest(
  http: Http,
  {deviceId, keys}: {deviceId: string; keys: readonly string[]},
  options: Signal = {},
): Promise<LatestOfKeys> {
  const readings = new Map<string, Reading | null>()
  let failure: ApiError | null = null
  for (const key of keys) {
    try {
      const latest = await http.get(`${pathOf(deviceId)}/latest/${encodeURIComponent(key)}`, latestAnswer, options)
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

/** The latest readings of all devices of an organisation, or of all that the caller may see, in one call; only with `latest`. */
export async function loadLatestOfMany(
  http: Http,
  {organisationId}: {organisationId: string | null},
  options: Signal = {},
): Promise<ReadingsByDevice> {
  const params = organisationId === null ? {} : {organisation_id: organisationId}
  const rows = await http.get('/api/v0/telemetry/device/latest', latestOfMany, {params, ...options})
  const byDevice = new Map<string, Map<string, Reading | null>>()
  for (const {device_id, ...latest} of rows) {
    const readings = byDevice.get(device_id) ?? new Map<string, Reading | null>()
    byDevice.set(device_id, readings)
    readings.set(latest.key, readingFrom(latest))
  }
  return byDevice
}

/** At most 1000 points. `aggregates` says whether the server knows buckets; without them the points are raw and the newest. */
export async function loadSeries(
  http: Http,
  {aggregates, ...question}: SeriesQuestion & {aggregates: boolean},
  options: Signal = {},
): Promise<SeriesAnswer> {
  const {deviceId, key, start, end, aggregation, windowMinutes, zone} = question
  const additions = aggregates ? {agg: aggregation, window: windowMinutes, timeZone: zone} : {}
  const [item] = await http.get(`${pathOf(deviceId)}/values/timeseries`, seriesAnswer, {
    params: {keys: key, startTs: start, endTs: end, limit: CHART_POINT_LIMIT, ...additions},
    ...options,
  })
  return {
    points: (item?.values ?? []).map(({ts, ...typed}) => ({ts, value: plainValue(typed)})),
    aggregation: item?.agg ?? null,
    total: item?.total ?? null,
    gaps: item?.gaps ?? null,
  }
}

/** The newest 1000 raw points of a range. */
export async function loadPoints(
  http: Http,
  {deviceId, key, start, end}: {deviceId: string; key: string; start: EpochMs; end: EpochMs},
  options: Signal = {},
): Promise<SeriesAnswer['points']> {
  const raw = {
    deviceId,
    key,
    start,
    end,
    aggregation: 'none',
    windowMinutes: 0,
    zone: 'UTC',
    aggregates: false,
  } as const
  return (await loadSeries(http, raw, options)).points
}

/** Only with `statistics`. */
export async function loadStatistics(
  http: Http,
  {deviceId, key, zone}: {deviceId: string; key: string; zone: string},
  options: Signal = {},
): Promise<TileStatistics> {
  return await http.get(`${pathOf(deviceId)}/statistics`, tileStatistics, {params: {key, timeZone: zone}, ...options})
}

const pathOf = (deviceId: string): string => `/api/v0/telemetry/device/${encodeURIComponent(deviceId)}`
