import {
  ATTRIBUTES_PER_MESSAGE,
  CLOCKS_SET_SINCE,
  JSON_DEPTH,
  KEY_LENGTH,
  MAX_TS,
  MIN_TS,
  POINTS_PER_MESSAGE,
  TEXT_VALUE_LENGTH,
} from '../../contract/limits'
import {cut} from '../../contract/rules/text'
import {SECOND} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {isAddressable, isStorable} from '../../contract/wire/text'
import {badRequest} from '../http/failures/errors'
import {parseJson} from '../http/json'
import type {TelemetryPoint, TelemetryValue} from '../telemetry/repository'

export interface TelemetryMessage {
  points: TelemetryPoint[]
  /** Whether a time was in seconds, and was taken as such. */
  isInSeconds: boolean
}

/**
 * Reads the points of `{"k":1}`, of `{"ts":…,"values":{…}}` or of an array of either. Throws an `HttpError` with status
 * 400 that describes the fault.
 */
export function readTelemetry(body: string, now: EpochMs): TelemetryMessage {
  const content = parseJson(body)
  const message: TelemetryMessage = {points: [], isInSeconds: false}
  for (const entry of Array.isArray(content) ? content : [content]) addEntry(message, entry, now)
  return message
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

function addEntry(message: TelemetryMessage, entry: unknown, now: EpochMs): void {
  if (!isObject(entry)) throw badRequest('Telemetry must be an object of keys and values, or an array of such objects.')
  if (!Object.hasOwn(entry, 'ts') || !Object.hasOwn(entry, 'values')) {
    addValues(message.points, entry, undefined)
    return
  }
  if (!isObject(entry.values)) throw badRequest('"values" must be an object of keys and values.')
  const ts = readTs(entry.ts)
  const isInSeconds = isSeconds(ts, now)
  if (isInSeconds) message.isInSeconds = true
  addValues(message.points, entry.values, Math.trunc(isInSeconds ? ts * SECOND : ts))
}

const TEN_YEARS: Milliseconds = 3653 * 24 * 3600 * SECOND

/**
 * Whether a time is in seconds: as milliseconds it would be in January 1970, and as seconds it is between 1990 and ten
 * years from now.
 */
const isSeconds = (ts: number, now: EpochMs): boolean =>
  ts * SECOND >= CLOCKS_SET_SINCE && ts * SECOND <= now + TEN_YEARS

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

/** A string of digits counts as a number, as in ThingsBoard. */
function readTs(ts: unknown): number {
  const number = typeof ts === 'string' && /^\d+$/.test(ts) ? Number(ts) : ts
  if (typeof number !== 'number') throw badRequest('"ts" must be a number of milliseconds since 1970.')
  if (!(number >= MIN_TS && number <= MAX_TS)) {
    throw badRequest(`"ts" must be between ${MIN_TS} and ${MAX_TS}, in milliseconds since 1970.`)
  }
  return number
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Applies the value rules of ThingsBoard: null is ignored and becomes undefined here, numeric text becomes a number,
 * and every other value stays as it is. Throws an `HttpError` with status 400.
 */
function readValue(key: string, value: unknown): TelemetryValue | undefined {
  switch (typeof value) {
    case 'number':
      if (!Number.isFinite(value)) throw badRequest(`The value of ${quote(key)} is too large for a number.`)
      return value
    case 'boolean':
      return value
    case 'string':
      return readText(key, value)
    case 'object':
      return value === null ? undefined : readJson(key, value)
    default:
      throw badRequest(`The value of ${quote(key)} has no type.`)
  }
}

function checkKey(key: string): void {
  if (key === '') throw badRequest('A key must not be empty.')
  if (key.length > KEY_LENGTH) throw badRequest(`A key has at most ${KEY_LENGTH} characters.`)
  if (!isStorable(key)) throw badRequest('A key must not hold NUL or broken characters.')
  if (!isAddressable(key)) throw badRequest('A key must not be a dot or two.')
}

/** ThingsBoard's parser accepts neither an exponent nor a plus sign nor spaces in a numeric text. */
const NUMERIC = /^-?(?:\d+|\d*\.(\d+))$/
const MAX_DECIMALS = 16

function readText(key: string, text: string): number | string {
  if (text.length > TEXT_VALUE_LENGTH) throw tooLong(key)
  if (!isStorable(text)) throw badRequest(`The value of ${quote(key)} must not hold NUL or broken characters.`)
  return asNumber(text) ?? text
}

/** Returns undefined when a double would lose digits, so that a serial number in a text stays unchanged. */
function asNumber(text: string): number | undefined {
  const [matched, decimals] = NUMERIC.exec(text) ?? []
  if (matched === undefined) return undefined
  const number = Number(text)
  const isExact = decimals === undefined ? Number.isSafeInteger(number) : decimals.length <= MAX_DECIMALS
  return isExact && Number.isFinite(number) ? number : undefined
}

function readJson(key: string, value: object): object {
  checkNested(key, value, 1)
  if (JSON.stringify(value).length > TEXT_VALUE_LENGTH) throw tooLong(key)
  return value
}

function checkNested(key: string, value: unknown, depth: number): void {
  if (depth > JSON_DEPTH) throw badRequest(`The value of ${quote(key)} is nested more than ${JSON_DEPTH} levels deep.`)
  if (typeof value === 'number' || typeof value === 'string') readValue(key, value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) throw badRequest(`The value of ${quote(key)} must not hold NUL or broken characters.`)
    checkNested(key, inner, depth + 1)
  }
}

const tooLong = (key: string) => badRequest(`The value of ${quote(key)} has more than ${TEXT_VALUE_LENGTH} characters.`)

/** Long keys are shortened, so that the error message stays readable. */
function quote(key: string): string {
  return JSON.stringify(cut(key, 40))
}
