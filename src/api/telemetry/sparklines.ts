import type {SeriesPoint} from '../../../contract/rules/series/point'
import {readSparklines} from '../../../contract/wire/telemetry/telemetry'
import type {Buckets, SparklineId} from '../../domain/telemetry/series/sparkline'
import type {Http, Options} from '../http'

const MINUTE = 60_000

/** Loads the averages of many series, those of `wanted` in their order. Needs the addition `sparklines`. */
export async function loadSparklines(
  http: Http,
  {wanted, start, end, windowMinutes}: Buckets & {wanted: readonly SparklineId[]},
  options: Options = {},
): Promise<(SparklineId & {points: readonly SeriesPoint[]})[]> {
  const body = {
    series: wanted.map(({deviceId, key}) => ({device_id: deviceId, key})),
    start_ts: start,
    end_ts: end,
    window: windowMinutes,
  }
  const found = await http.call(readSparklines, {body, ...options})
  const known = new Map(found.map(({device_id, key, points}) => [nameOf(device_id, key), points]))
  return wanted.map(({deviceId, key}) => ({
    deviceId,
    key,
    points: (known.get(nameOf(deviceId, key)) ?? []).map(([bucket, value]) => ({
      ts: start + bucket * windowMinutes * MINUTE,
      value,
    })),
  }))
}

const nameOf = (deviceId: string, key: string): string => `${deviceId} ${key}`
