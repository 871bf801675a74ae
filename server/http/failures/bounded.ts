import {badRequest} from './errors'

/**
 * Rows of which one more was read than one answer may hold. Throws 400 with `message` when there are so many, because
 * an answer that is cut would pass for a whole one.
 */
export function bounded<Row>(rows: Row[], most: number, message: string): Row[] {
  if (rows.length > most) throw badRequest(message)
  return rows
}
