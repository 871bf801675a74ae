import {and, eq, gt, isNotNull, notExists, or, type SQL} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {session, token} from '../database/schema'

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
