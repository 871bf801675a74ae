import {and, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, type SQL} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {deleteFree, isAnyOf} from '../database/rows'
import {session, token} from '../database/schema/account'

/** Whether a session has ended, or its last refresh token has expired. */
export const hasEnded = (db: Database['db'], now: EpochMs): SQL | undefined =>
  or(
    isNotNull(session.endedAt),
    notExists(
      db
        .select({hash: token.hash})
        .from(token)
        .where(and(eq(token.sessionId, session.id), eq(token.kind, 'refresh'), gt(token.expiresAt, now))),
    ),
  )

/** Ends the sessions that have not ended yet, in the order of their ids, so that no two calls can deadlock. */
export function endThose(transaction: Transaction, which: SQL | undefined, at: EpochMs) {
  const alive = transaction
    .select({id: session.id})
    .from(session)
    .where(and(which, isNull(session.endedAt)))
    .orderBy(session.id)
    .for('no key update')
  return transaction
    .update(session)
    .set({endedAt: at})
    .where(inArray(session.id, alive))
    .returning({id: session.id, userId: session.userId})
}

/** Returns the ids of the sessions that it ends. */
export async function endAllSessionsOf(
  transaction: Transaction,
  userIds: readonly string[],
  at: EpochMs,
  exceptSessionId?: string,
): Promise<string[]> {
  const isOther = exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId)
  const ended = await endThose(transaction, and(isAnyOf(session.userId, userIds), isOther), at)
  return ended.map(({id}) => id)
}

/** Ends all sessions of a wall link, in the transaction that revokes it, and returns their ids. */
export async function endSessionsOfWall(transaction: Transaction, linkId: string, at: EpochMs): Promise<string[]> {
  const ended = await endThose(transaction, eq(session.wallLinkId, linkId), at)
  return ended.map(({id}) => id)
}

/** No other call changes the session or its tokens until the transaction ends. False when there is none. */
export async function lockSession(transaction: Transaction, id: string): Promise<boolean> {
  const isIt = eq(session.id, id)
  const locked = await transaction.select({id: session.id}).from(session).where(isIt).for('no key update')
  return locked.length > 0
}

export async function deleteEndedSessions(db: Database['db'], now: EpochMs): Promise<void> {
  await deleteFree(db, session.id, hasEnded(db, now))
  await deleteFree(db, token.hash, and(eq(token.kind, 'refresh'), lt(token.expiresAt, now)))
}
