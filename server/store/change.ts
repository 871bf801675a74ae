import {isDeepStrictEqual} from 'node:util'
import {HttpError, noSuch} from '../http/errors'

/**
 * The row that a change has found within reach and locked (`for update`). 404 when there is none, 409 when the caller
 * has seen another version of it; without a `version` the last one to save wins.
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

/** The names of those fields of a change in which it differs from the entity as it stands, both on the wire. */
export function changedFields(before: object, change: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(change).flatMap(([field, value]) =>
    value === undefined || isDeepStrictEqual(former.get(field), value) ? [] : [field],
  )
}
