import {JSON_DEPTH, KEY_LENGTH, TEXT_VALUE_LENGTH} from '../../contract/limits'
import {cut} from '../../contract/rules/text'
import {isAddressable, isStorable} from '../../contract/wire/text'
import {badRequest} from '../http/failures/errors'
import type {TelemetryValue} from '../telemetry/repository'

/**
 * Applies the value rules of ThingsBoard: null is ignored and becomes undefined here, numeric text becomes a number,
 * and every other value stays as it is. Throws an `HttpError` with status 400.
 */
export function readValue(key: string, value: unknown): TelemetryValue | undefined {
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

export function checkKey(key: string): void {
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
  const isKept = decimals === undefined ? Number.isSafeInteger(number) : decimals.length <= MAX_DECIMALS
  return isKept && Number.isFinite(number) ? number : undefined
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
