import {ATTRIBUTES_PER_MESSAGE, MAX_TS, MIN_TS, POINTS_PER_MESSAGE} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import {badRequest} from '../http/errors'
import {parseJson} from '../http/json'
import type {TelemetryPoint, TelemetryValue} from '../telemetry/repository'
import {checkKey, readValue} from './value'

/**
 * Reads the points of `{"k":1}`, of `{"ts":…,"values":{…}}` or of an array of either. Throws an `HttpError` with status 400
 * that says what is wrong.
 */
export function readTelemetry(body: string): TelemetryPoint[] {
  const message = parseJson(body)
  const points: TelemetryPoint[] = []
  for (const entry of Array.isArray(message) ? message : [message]) addEntry(points, entry)
  return points
}

/** Reads a flat object of keys and values. Null values are left out. Throws an `HttpError` with status 400. */
export function readAttributes(body: string): Map<string, TelemetryValue> {
  const message = parseJson(body)
  if (!isObject(message)) throw badRequest('Attributes must be an object of keys and values.')
  if (Object.keys(message).length > ATTRIBUTES_PER_MESSAGE) {
    throw badRequest(`A message holds at most ${ATTRIBUTES_PER_MESSAGE} attributes.`)
  }
  const values = new Map<string, TelemetryValue>()
  for (const [key, raw] of Object.entries(message)) {
    checkKey(key)
    const value = readValue(key, raw)
    if (value !== undefined) values.set(key, value)
  }
  return values
}

function addEntry(points: TelemetryPoint[], entry: unknown): void {
  if (!isObject(entry)) throw badRequest('Telemetry must be an object of keys and values, or an array of such objects.')
  if (Object.hasOwn(entry, 'ts') && Object.hasOwn(entry, 'values')) {
    if (!isObject(entry.values)) throw badRequest('"values" must be an object of keys and values.')
    addValues(points, entry.values, readTs(entry.ts))
  } else {
    addValues(points, entry, undefined)
  }
}

function addValues(points: TelemetryPoint[], values: Record<string, unknown>, ts: EpochMs | undefined): void {
  for (const key of Object.keys(values)) {
    checkKey(key)
    const value = readValue(key, values[key])
    if (value === undefined) continue
    if (points.length === POINTS_PER_MESSAGE) {
      throw badRequest(`A message holds at most ${POINTS_PER_MESSAGE} values.`)
    }
    points.push({key, ts, value})
  }
}

/** Fractions of a millisecond are cut off. A string of digits counts as a number, as in ThingsBoard. */
function readTs(ts: unknown): EpochMs {
  const number = typeof ts === 'string' && /^\d+$/.test(ts) ? Number(ts) : ts
  if (typeof number !== 'number') throw badRequest('"ts" must be a number of milliseconds since 1970.')
  if (!(number >= MIN_TS && number <= MAX_TS)) {
    throw badRequest(`"ts" must be between ${MIN_TS} and ${MAX_TS}, in milliseconds since 1970.`)
  }
  return Math.trunc(number)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
