import type {Json} from '../../wire/common'

/**
 * A list as stored in an attribute, which anybody may have written. `ignored` holds entries that are no items: they are
 * written back as they are. Without a list (`isList`) the attribute belongs to someone else and is not written.
 */
export interface StoredList<Item> {
  items: readonly Item[]
  ignored: readonly Json[]
  isList: boolean
  /** Null when the attribute doesn't exist, or when the server counts no versions. */
  version: number | null
  exists: boolean
}

export const NO_LIST: StoredList<never> = {items: [], ignored: [], isList: true, version: null, exists: false}

/** Reads the value of the attribute. `read` returns null for an invalid item. */
export function listFrom<Item>(
  value: Json | undefined,
  version: number | null,
  read: (entry: Json, at: number) => Item | null,
): StoredList<Item> {
  if (!Array.isArray(value)) return {...NO_LIST, isList: false, version, exists: true}
  const found = value.map(read)
  return {
    items: found.flatMap(item => item ?? []),
    ignored: value.filter((_, at) => found[at] === null),
    isList: true,
    version,
    exists: true,
  }
}

/** The value to write into the attribute. */
export const listValue = <Item>({items, ignored}: StoredList<Item>, write: (item: Item) => Json): Json[] => [
  ...items.map(write),
  ...ignored,
]
