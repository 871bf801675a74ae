import type {PointWire} from '../wire/telemetry'

/** null: missing. */
export type PlainValue = number | boolean | string | null

/** Whichever typed field is set; json is given as its text. */
export function plainValue({dbl_v, long_v, int_v, bool_v, str_v, json_v, value}: Omit<PointWire, 'ts'>): PlainValue {
  const plain = bool_v ?? long_v ?? int_v ?? dbl_v ?? value ?? str_v
  if (plain !== undefined && plain !== null) return plain
  return json_v === undefined || json_v === null ? null : JSON.stringify(json_v)
}

/** What charts draw and statistics count: yes is 1, no is 0, and so is a missing value. Null: a text is no number. */
export const countedValue = (value: PlainValue): number | null =>
  typeof value === 'string' ? null : numericValue(value)

/** What stands in a table for a value: yes is 1, no is 0, and so is whatever is no number. */
export function numericValue(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'number' ? value : 0
}
