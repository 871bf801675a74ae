import {isDeepStrictEqual} from 'node:util'
import {cut} from '../../contract/rules/text'
import {HttpError, noSuch} from '../http/failures/errors'

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

/** The maximum of characters. A longer text is cut, so that one change can't fill the audit trail. */
const MAX_SHOWN = 200

type Shown = string | number | boolean | null

/**
 * The values of a change in the audit trail beside the names of the fields, before and after. Only texts, numbers and
 * booleans are stored. JSON is not, because anything can be in it, and neither are possible secrets.
 */
export function changedValues(
  before: object,
  after: object,
  fields: readonly string[],
): Readonly<Record<string, {before: Shown; after: Shown}>> {
  const former = new Map<string, unknown>(Object.entries(before))
  const later = new Map<string, unknown>(Object.entries(after))
  return Object.fromEntries(
    fields.flatMap(field => {
      const [one, other] = [shown(former.get(field)), shown(later.get(field))]
      return SECRET.test(field) || one === undefined || other === undefined
        ? []
        : [[field, {before: one, after: other}] as const]
    }),
  )
}

const SECRET = /password|secret|token|credential|hash/i

function shown(value: unknown): Shown | undefined {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return cut(value, MAX_SHOWN)
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
