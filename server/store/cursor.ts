import {createHash} from 'node:crypto'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {badRequest} from '../http/failures/errors'

/** The search, the sort order and every other filter of a list. A cursor is only valid for the same ones. */
export type Asked = object

export interface Position {
  value: string | number | boolean | null
  id: string
}

const cursorParts = z.tuple([z.nullable(z.union([z.string(), z.number(), z.boolean()])), id, z.string()])

/** The position after the last row of a page: its id, and its value in the sorted column. */
export function cursorOf(asked: Asked, value: unknown, id: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([asked, value, id]))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH)
  return Buffer.from(JSON.stringify([value, id, digest])).toString('base64url')
}

/** The digest finds mistakes, not attacks. A forged cursor is harmless, since it only shows rows of the list. */
const DIGEST_LENGTH = 16

export function readCursor(asked: Asked, cursor: string): Position {
  const parts = cursorParts.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parts.success) {
    const [value, id] = parts.data
    if (cursorOf(asked, value, id) === cursor) return {value, id}
  }
  throw badRequest('cursor: belongs to another list')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
