import type * as z from 'zod/mini'
import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {listPlays, readPlaysCsv} from '../../../contract/wire/entities/digitalAsset'
import {PLAYED_KEY, played} from '../../../contract/wire/player'
import type {Play, Plays} from '../../domain/media/play'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {Http, Options} from '../http'
import {loadPoints} from '../telemetry/telemetry'

interface Question {
  organisationId: string
  range: TimeRange
}

/** Loads what the screens of an organisation have played. The server must have the addition `media`. */
export async function loadPlays(http: Http, question: Question, options: Options = {}): Promise<Plays[]> {
  return await http.call(listPlays, {query: queryOf(question), ...options})
}

/** Loads the same as a CSV text, one line a play. */
export async function loadPlaysCsv(http: Http, question: Question, options: Options = {}): Promise<string> {
  return await http.call(readPlaysCsv, {query: queryOf(question), ...options})
}

function queryOf({organisationId, range}: Question) {
  return {organisationId, from: range.start, to: range.end + 1}
}

/** Loads the newest plays of one screen from its telemetry, as any server keeps it. */
export async function loadPlaysOf(
  http: Http,
  {device, range}: {device: {id: string; name: string}; range: TimeRange},
  options: Options = {},
): Promise<{plays: Play[]; isCut: boolean}> {
  const points = await loadPoints(http, {deviceId: device.id, key: PLAYED_KEY, ...range}, options)
  const found = points.flatMap(({ts, value}): Play[] => {
    const parsed = playedFrom(value)
    if (parsed === null) return []
    const {assetId, name, seconds, whole, revision} = parsed
    return [
      {
        deviceId: device.id,
        deviceName: device.name,
        assetId,
        assetName: name,
        startedAt: ts,
        seconds,
        isWhole: whole,
        revision,
      },
    ]
  })
  return {plays: found, isCut: points.length >= CHART_POINT_LIMIT}
}

function playedFrom(value: unknown): z.infer<typeof played> | null {
  try {
    return played.parse(typeof value === 'string' ? JSON.parse(value) : value)
  } catch {
    return null
  }
}
