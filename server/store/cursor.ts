import {createHash} from 'node:crypto'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {badRequest} from '../http/errors'

/** A cursor is bound to this: the search, the sort and all else that narrows the list. */
export type Asked = object

export interface Position {
  value: string | number | boolean | null
  id: string
}

const cursorParts = z.tuple([z.nullable(z.union([z.string(), z.number(), z.boolean()])), id, z.string()])

/** Where a page ends: the value by which the list is sorted, and the row. */
export function cursorOf(asked: Asked, value: unknown, id: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([asked, value, id]))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH)
  return Buffer.from(JSON.stringify([value, id, digest])).toString('base64url')
}

/** It keeps mistakes out, not attacks: a forged position shows nothing that the list would not. */
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
