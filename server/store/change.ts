import {isDeepStrictEqual} from 'node:util'
import {HttpError, noSuch} from '../http/errors'

/**
 * Returns the row, which must have been read within reach and locked with `for update`. Throws 404 when there is none,
 * and 409 when the caller has seen another version. Without a `version` the last save wins.
 */
export function changeable<Row extends {version: number}>(
  kind: string,
  found: Row | undefined,
  version?: number | undefined,
): Row {
  if (found === undefined) throw noSuch(kind)
  if (version !== undefined && version !== found.version) {
    throw new HttpError(409, `Somebody else has changed this ${kind} meanwhile.`)
  }
  return found
}

/** The names of the fields whose values differ. Both objects are in their wire format. */
export function changedFields(before: object, change: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(change).flatMap(([field, value]) =>
    value === undefined || isDeepStrictEqual(former.get(field), value) ? [] : [field],
  )
}
