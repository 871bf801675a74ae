import type {LiveUnusual, UsualAnswerWire} from '../../../contract/wire/telemetry/usual'
import * as routes from '../../../contract/wire/telemetry/usual'
import type {StretchChanges, UnusualChange, UsualPart, UsualReason} from '../../domain/telemetry/usual'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {UnusualFacts, UsualNow} from '../../domain/wall/facts/unusual'
import {ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'

interface Series {
  deviceId: string
  key: string
}

const paramsOf = ({deviceId}: Series) => ownerParams({kind: 'device', id: deviceId})

/** Loads what is usual in each hour of a range, which ends before `end`. There is none of a counter's values. */
export async function loadUsual(
  http: Http,
  {range: {start, end}, ...series}: Series & {range: TimeRange},
  options: Options = {},
): Promise<readonly UsualPart[]> {
  const query = {key: series.key, startTs: start, endTs: end}
  const answer = await http.call(routes.readUsualBands, {params: paramsOf(series), query, ...options})
  return answer.is_counter ? [] : answer.bands
}

/** Loads the same of many series. Counters and series out of reach are missing; others may have no parts yet. */
export async function loadUsualOfMany(
  http: Http,
  {series, range: {start, end}}: {series: readonly Series[]; range: TimeRange},
  options: Options = {},
): Promise<(Series & {parts: readonly UsualPart[]})[]> {
  const named = series.map(({deviceId, key}) => ({device_id: deviceId, key}))
  const body = {series: named, start_ts: start, end_ts: end}
  const answer = await http.call(routes.readUsualBandsOfMany, {body, ...options})
  return answer.flatMap(({device_id, key, is_counter, bands}) =>
    is_counter ? [] : [{deviceId: device_id, key, parts: bands}],
  )
}

/** Loads why the latest value is usual or not. */
export async function loadUsualReason(http: Http, series: Series, options: Options = {}): Promise<UsualReason> {
  const asked = {params: paramsOf(series), query: {key: series.key}, ...options}
  return reasonFrom(await http.call(routes.readUsual, asked))
}

/** Takes what the series is now as normal. */
export async function acceptUsual(
  http: Http,
  {reason, ...series}: Series & {reason: string},
  options: Options = {},
): Promise<UsualReason> {
  const asked = {params: paramsOf(series), body: {key: series.key, reason}, ...options}
  return reasonFrom(await http.call(routes.acceptUsual, asked))
}

/** Loads the series within reach that are unusual now. */
export async function loadUnusual(http: Http, options: Options = {}): Promise<readonly UnusualChange[]> {
  const {series} = await http.call(routes.listUnusual, {query: {}, ...options})
  return series.map(unusualFrom)
}

/** Loads what is usual for the series that are unusual now, and of how many of each device it is known. */
export async function loadUsualNow(
  http: Http,
  options: Options = {},
): Promise<Pick<UnusualFacts, 'learned'> & {series: readonly (Series & UsualNow)[]}> {
  const {series, learned} = await http.call(routes.listUnusual, {query: {learned: 'true'}, ...options})
  return {
    series: series.map(({device_id: deviceId, key, value, is_counter: isCounter, band: {low, high}}) => ({
      ...{deviceId, key, value, isCounter, low, high},
    })),
    learned: learned === undefined ? null : new Map(Object.entries(learned)),
  }
}

/** The most that a person reads. */
const MAX_CHANGES = 20

/** Loads which series within reach have changed in a stretch. */
export async function loadChanges(
  http: Http,
  {stretch}: {stretch: TimeRange},
  options: Options = {},
): Promise<StretchChanges> {
  const query = {start_ts: stretch.start, end_ts: stretch.end, limit: MAX_CHANGES}
  const answer = await http.call(routes.readChanges, {query, ...options})
  return {
    stretch: {start: answer.start_ts, end: answer.end_ts},
    pastFrom: answer.past_ts,
    changes: answer.series.map(({device_id, is_counter, key, before, during, by}) => ({
      ...{deviceId: device_id, key, before, during, by, isCounter: is_counter},
    })),
    compared: answer.compared,
    tooLittle: answer.too_little,
  }
}

export const unusualFrom = ({
  device_id: deviceId,
  key,
  unusual_since: since,
  score,
}: Pick<LiveUnusual, 'device_id' | 'key' | 'unusual_since' | 'score'>): UnusualChange => ({deviceId, key, since, score})

const reasonFrom = ({
  unusual_since,
  is_counter,
  time_zone,
  key: _key,
  learned_until: _until,
  ...reason
}: UsualAnswerWire): UsualReason => ({
  ...reason,
  unusualSince: unusual_since,
  isCounter: is_counter,
  zone: time_zone,
})
