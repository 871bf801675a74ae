import {and, eq, gt, inArray, isNotNull, isNull, lt, ne, notExists, or, sql} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/common'
import type {Database, Transaction} from '../database/connect'
import {session, token, user} from '../database/schema'
import type {TokenLifetimes} from '../http/cookies'
import {createToken, hashToken} from '../http/secrets'
import type {FindViewer} from '../http/viewer'

/** For so long two requests of one browser may bring the same refresh token; after that its second use is a theft. */
export const ROTATION_GRACE: Milliseconds = 10_000

export interface TokenPair {
  access: string
  refresh: string
}

export type Rotation =
  | {outcome: 'rotated'; tokens: TokenPair}
  | {outcome: 'refused'}
  | {outcome: 'reused'; sessionId: string}

export interface SessionRepository {
  /** One indexed query, so that a session's end holds from the next request on. */
  findViewer: FindViewer
  open(userId: string): Promise<TokenPair>
  /** Ends the session when the token was used before, the grace apart. Where `admit` throws nothing changes. */
  rotate(refreshToken: string, admit: (sessionId: string) => Promise<void>): Promise<Rotation>
  /** Makes the tokens of the session that `anyToken` belongs to worthless, even if that one has expired; answers the session's id. */
  endByToken(anyToken: string): Promise<string | undefined>
  /** Ends all sessions of a user but `exceptSessionId`, as part of the change that makes it necessary; answers their ids. */
  endAllOf(transaction: Transaction, userId: string, exceptSessionId?: string): Promise<string[]>
  /** Those of `sessionIds` that have ended, or whose last refresh token has expired. */
  endedAmong(sessionIds: string[]): Promise<string[]>
  deleteEnded(): Promise<void>
}

export interface SessionRepositoryOptions {
  database: Database
  lifetimes: TokenLifetimes
  now: () => EpochMs
}

export function createSessionRepository({database, lifetimes, now}: SessionRepositoryOptions): SessionRepository {
  const {db} = database
  const viewerByToken = prepareViewerByToken(database)

  async function issueTokens(executor: Pick<typeof db, 'insert'>, sessionId: string): Promise<TokenPair> {
    const tokens = {access: createToken(), refresh: createToken()}
    await executor.insert(token).values([
      {hash: hashToken(tokens.access), sessionId, kind: 'access', expiresAt: now() + lifetimes.access},
      {hash: hashToken(tokens.refresh), sessionId, kind: 'refresh', expiresAt: now() + lifetimes.refresh},
    ])
    return tokens
  }

  const hasEnded = () =>
    or(
      isNotNull(session.endedAt),
      notExists(
        db
          .select({hash: token.hash})
          .from(token)
          .where(and(eq(token.sessionId, session.id), eq(token.kind, 'refresh'), gt(token.expiresAt, now()))),
      ),
    )

  return {
    async findViewer(accessToken) {
      const [viewer] = await viewerByToken.execute({hash: hashToken(accessToken), now: now()})
      return viewer
    },

    open: userId =>
      db.transaction(async tx => {
        const [opened] = await tx.insert(session).values({userId, createdAt: now()}).returning({id: session.id})
        if (opened === undefined) throw new Error('The session was not inserted')
        await tx.update(user).set({lastLogin: now()}).where(eq(user.id, userId))
        return issueTokens(tx, opened.id)
      }),

    rotate: (refreshToken, admit) =>
      db.transaction(async (tx): Promise<Rotation> => {
        const hash = hashToken(refreshToken)
        const [found] = await tx
          .select({sessionId: token.sessionId, expiresAt: token.expiresAt, rotatedAt: token.rotatedAt})
          .from(token)
          .innerJoin(session, eq(session.id, token.sessionId))
          .innerJoin(user, eq(user.id, session.userId))
          .where(
            and(eq(token.hash, hash), eq(token.kind, 'refresh'), isNull(session.endedAt), eq(user.userDeleted, false)),
          )
          .for('update', {of: token})
        if (found === undefined || found.expiresAt <= now()) return {outcome: 'refused'}
        const {sessionId, rotatedAt} = found
        await admit(sessionId)
        if (rotatedAt !== null && now() - rotatedAt > ROTATION_GRACE) {
          await tx.update(session).set({endedAt: now()}).where(eq(session.id, sessionId))
          return {outcome: 'reused', sessionId}
        }
        if (rotatedAt === null) await tx.update(token).set({rotatedAt: now()}).where(eq(token.hash, hash))
        await tx
          .delete(token)
          .where(and(eq(token.sessionId, sessionId), eq(token.kind, 'access'), lt(token.expiresAt, now())))
        return {outcome: 'rotated', tokens: await issueTokens(tx, sessionId)}
      }),

    async endByToken(anyToken) {
      const owner = db
        .select({id: token.sessionId})
        .from(token)
        .where(eq(token.hash, hashToken(anyToken)))
      const [ended] = await db
        .update(session)
        .set({endedAt: sql`coalesce(${session.endedAt}, ${now()})`})
        .where(inArray(session.id, owner))
        .returning({id: session.id})
      return ended?.id
    },

    async endAllOf(transaction, userId, exceptSessionId) {
      const isOther = exceptSessionId === undefined ? undefined : ne(session.id, exceptSessionId)
      const ended = await transaction
        .update(session)
        .set({endedAt: now()})
        .where(and(eq(session.userId, userId), isNull(session.endedAt), isOther))
        .returning({id: session.id})
      return ended.map(({id}) => id)
    },

    async endedAmong(sessionIds) {
      if (sessionIds.length === 0) return []
      const alive = await db
        .select({id: session.id})
        .from(session)
        .innerJoin(user, eq(user.id, session.userId))
        .where(and(inArray(session.id, sessionIds), eq(user.userDeleted, false), sql`not ${hasEnded()}`))
      const aliveIds = new Set(alive.map(({id}) => id))
      return sessionIds.filter(id => !aliveIds.has(id))
    },

    async deleteEnded() {
      await db.delete(session).where(hasEnded())
      await db.delete(token).where(and(eq(token.kind, 'refresh'), lt(token.expiresAt, now())))
    },
  }
}

function prepareViewerByToken({db}: Database) {
  return db
    .select({
      sessionId: session.id,
      userId: user.id,
      email: user.email,
      authority: user.authority,
      organisationId: user.organisationId,
      customerId: user.customerId,
    })
    .from(token)
    .innerJoin(session, eq(session.id, token.sessionId))
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        eq(token.hash, sql.placeholder('hash')),
        eq(token.kind, 'access'),
        gt(token.expiresAt, sql.placeholder('now')),
        isNull(session.endedAt),
        eq(user.userDeleted, false),
      ),
    )
    .prepare('viewer_by_token')
}
