import type {SeriesPoint} from '../../../contract/rules/series/point'
import {MINUTE} from '../../../contract/rules/time/durations'
import {readSparklines} from '../../../contract/wire/telemetry/telemetry'
import type {Buckets, Figures, SparklineId, UsualRange} from '../../domain/telemetry/series/sparkline'
import type {Http, Options} from '../http'

interface Asked extends Buckets {
  requested: readonly SparklineId[]
  hasUsual?: boolean
  hasFigures?: boolean
}

/**
 * Loads the averages of many series, those of `requested` in their order, and on request what is usual of them, and the
 * figures of the whole range. Needs the addition `sparklines`, and `usual` for what is usual.
 */
export async function loadSparklines(
  http: Http,
  {requested, start, end, windowMinutes, hasUsual = false, hasFigures = false}: Asked,
  options: Options = {},
): Promise<(SparklineId & {points: readonly SeriesPoint[]; usual?: readonly UsualRange[]; figures?: Figures})[]> {
  const body = {
    series: requested.map(({deviceId, key}) => ({deviceId, key})),
    startTs: start,
    endTs: end,
    window: windowMinutes,
    ...(hasUsual && {usual: true}),
    ...(hasFigures && {figures: true}),
  }
  const found = await http.call(readSparklines, {body, ...options})
  const known = new Map(found.map(each => [nameOf(each.deviceId, each.key), each]))
  return requested.map(({deviceId, key}) => {
    const {points = [], usual, figures} = known.get(nameOf(deviceId, key)) ?? {}
    return {
      deviceId,
      key,
      points: points.map(([bucket, value]) => ({ts: start + bucket * windowMinutes * MINUTE, value})),
      ...(usual && {usual: usual.map(([ts, low, high]) => ({ts, low, high}))}),
      ...(figures && {figures}),
    }
  })
}

const nameOf = (deviceId: string, key: string): string => `${deviceId} ${key}`
