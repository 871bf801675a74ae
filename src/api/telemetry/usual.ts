import type {InClientNames} from '../../../contract/wire/names'
import type {LiveUnusual, UsualAnswerWire} from '../../../contract/wire/telemetry/usual'
import * as routes from '../../../contract/wire/telemetry/usual'
import type {
  StretchChanges,
  UnusualChange,
  UnusualFacts,
  UsualNow,
  UsualPart,
  UsualReason,
} from '../../domain/telemetry/usual'
import type {TimeRange} from '../../domain/timeRange/timeRange'
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
  return answer.isCounter ? [] : answer.bands
}

/** Loads the same of many series. Counters and series out of reach are missing; others may have no parts yet. */
export async function loadUsualOfMany(
  http: Http,
  {series, range: {start, end}}: {series: readonly Series[]; range: TimeRange},
  options: Options = {},
): Promise<(Series & {parts: readonly UsualPart[]})[]> {
  const body = {series: series.map(({deviceId, key}) => ({deviceId, key})), startTs: start, endTs: end}
  const answer = await http.call(routes.readUsualBandsOfMany, {body, ...options})
  return answer.flatMap(({deviceId, key, isCounter, bands}) => (isCounter ? [] : [{deviceId, key, parts: bands}]))
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
    series: series.map(({band, ...wire}) => ({...wire, ...band})),
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
  const query = {startTs: stretch.start, endTs: stretch.end, limit: MAX_CHANGES}
  const {startTs, endTs, pastTs, series, ...counts} = await http.call(routes.readChanges, {query, ...options})
  return {...counts, stretch: {start: startTs, end: endTs}, pastFrom: pastTs, changes: series}
}

type UnusualWire = Pick<InClientNames<LiveUnusual>, 'deviceId' | 'key' | 'unusualSince' | 'score'>

export const unusualFrom = ({deviceId, key, unusualSince, score}: UnusualWire): UnusualChange => ({
  deviceId,
  key,
  since: unusualSince,
  score,
})

const reasonFrom = ({timeZone, ...reason}: InClientNames<UsualAnswerWire>): UsualReason => ({...reason, zone: timeZone})
