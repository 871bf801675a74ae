import type {Json} from '../../../../../contract/wire/common'
import {naturalKey} from '../../../folded'
import {typedText} from '../draft'

/** Keys that are made once compare ten times faster than texts with a collator. */
export type SortKey = number | string | null

/** Numbers inside a text compare by value. An empty value becomes null. */
export function sortKey(value: Json | undefined): SortKey {
  if (typeof value === 'number') return value
  const text = typedText(value)
  return text === '' ? null : naturalKey(text)
}

/** Null comes last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, direction: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return direction * (a < b ? -1 : 1)
}
