import {and, desc, eq, ne, type SQL, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {session} from '../database/schema/account'
import {noSuch} from '../http/failures/errors'
import {endThose, hasEnded} from './ending'

export interface OwnSession {
  id: string
  address: string | null
  userAgent: string | null
  createdAt: EpochMs
  /** The time of the last renewal of its tokens. */
  lastSeenAt: EpochMs | null
}

/** Lists people's own sessions, and ends them. */
export interface OwnSessions {
  /** The sessions that have not ended, the ones seen last first. */
  list(userId: string): Promise<OwnSession[]>
  /** Throws 404 when it has ended, or is not the caller's own. */
  end(caller: Caller, sessionId: string): Promise<void>
  /** Ends all but the caller's present one, and returns their ids. */
  endOthers(caller: Caller): Promise<string[]>
}

export interface OwnSessionsOptions {
  database: Database
  audit: AuditTrail
  now: () => EpochMs
}

const LISTED = 200

export function createOwnSessions({database: {db}, audit, now}: OwnSessionsOptions): OwnSessions {
  const isAlive = () => sql`not ${hasEnded(db, now())}`

  const end = (caller: Caller, which: SQL) =>
    db.transaction(async transaction => {
      const ended = await endThose(transaction, and(eq(session.userId, caller.userId), which, isAlive()), now())
      for (const _ of ended) {
        await audit.record(transaction, caller, {
          action: 'session.ended',
          entityType: 'user',
          entityId: caller.userId,
          entityName: caller.email,
          organisationId: caller.organisationId,
        })
      }
      return ended.map(({id}) => id)
    })

  return {
    list: userId =>
      db
        .select({
          id: session.id,
          address: session.address,
          userAgent: session.userAgent,
          createdAt: session.createdAt,
          lastSeenAt: session.lastSeenAt,
        })
        .from(session)
        .where(and(eq(session.userId, userId), isAlive()))
        .orderBy(sql`${session.lastSeenAt} desc nulls last`, desc(session.createdAt))
        .limit(LISTED),
    async end(caller, sessionId) {
      const ended = await end(caller, eq(session.id, sessionId))
      if (ended.length === 0) throw noSuch('session')
    },
    endOthers: caller => end(caller, ne(session.id, caller.sessionId)),
  }
}
