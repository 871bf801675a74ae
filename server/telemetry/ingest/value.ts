import {SHORT_TEXT_LENGTH} from '../../../contract/limits'
import {countedValue} from '../../../contract/rules/series/point'
import type {LatestWire} from '../../../contract/wire/telemetry/telemetry'

/** Any JSON value except null. */
export type TelemetryValue = number | boolean | string | object

/** The type of a value on the wire. These numbers are stored in the columns `kind`, so they must not change. */
export const KIND = {double: 0, long: 1, bool: 2, string: 3, json: 4} as const

/** Whether it is a number, and not a bool that counts as one. */
export const isNumberKind = (kind: number): boolean => kind === KIND.double || kind === KIND.long

/** `value` is the number that charts and aggregates use, and null for strings and JSON, which are held by `text`. */
export interface StoredValue {
  value: number | null
  kind: number
  text: string | null
}

export function toStored(value: TelemetryValue): StoredValue {
  switch (typeof value) {
    case 'number':
      return {value, kind: Number.isSafeInteger(value) ? KIND.long : KIND.double, text: null}
    case 'boolean':
      return {value: countedValue(value), kind: KIND.bool, text: null}
    case 'string':
      return {value: null, kind: KIND.string, text: value}
    default:
      return {value: null, kind: KIND.json, text: JSON.stringify(value)}
  }
}

/** The kind and the text of a value in answers about many devices. */
export const shortened = (table: string): string => {
  const isLong = `char_length(${table}.text) > ${SHORT_TEXT_LENGTH}`
  return `case when ${isLong} then ${KIND.string} else ${table}.kind end as kind,
    case when ${isLong} then left(${table}.text, ${SHORT_TEXT_LENGTH}) || '…' else ${table}.text end as text`
}

type TypedValue = Pick<LatestWire, 'dbl_v' | 'long_v' | 'bool_v' | 'str_v' | 'json_v'>

/** Returns the typed field and `dbl_v`, which is the number of a number or a bool, and null for other values. */
export function toTyped({value, kind, text}: StoredValue): TypedValue {
  switch (kind) {
    case KIND.long:
      return {dbl_v: value, long_v: value}
    case KIND.bool:
      return {dbl_v: value, bool_v: value !== 0}
    case KIND.string:
      return {dbl_v: null, str_v: text}
    case KIND.json:
      return {dbl_v: null, json_v: JSON.parse(text ?? 'null')}
    default:
      return {dbl_v: value}
  }
}

/** Returns the single typed field of a point in a series. */
export function toPointValue(stored: StoredValue): TypedValue {
  const {dbl_v, ...typed} = toTyped(stored)
  return stored.kind === KIND.double ? {dbl_v: stored.value} : typed
}
