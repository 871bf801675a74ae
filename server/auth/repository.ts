import {and, DrizzleQueryError, eq, gt, inArray, isNull, lt, notInArray, or, sql} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Authority} from '../../contract/wire/people/user'
import type {FindAsking, FindViewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {session, token} from '../database/schema/account'
import type {TokenLifetimes} from '../http/browser/cookies'
import {hashToken} from '../http/secrets'
import {type EndSessions, lockUser, owner, signInOf} from '../user/repository'
import {holder, type WallLink, type WallLinkRepository} from '../wallLink/repository'
import {createFindAsking} from './asking'
import {deleteEndedSessions, endAllSessionsOf, endThose, hasEnded, lockSession} from './ending'
import {entryOf, type SessionOwner} from './entries'
import {createSuccessors, createTokens, type SuccessorOf, type TokenPair} from './tokenPair'

/**
 * Requests of one browser may send the same refresh token twice within this time. Later, a second use means that it was
 * stolen.
 */
export const ROTATION_GRACE: Milliseconds = 10_000

export interface SignIn extends SeenFrom {
  /** `passwordHash` is the hash that the password was checked against. */
  owner: SessionOwner & {authority: Authority; passwordHash: string}
  /** Whether a second factor was asked for. */
  isStrong?: boolean
  /** The tokens of the browser's former sessions, which are ended. */
  replacedTokens: string[]
}

/** A screen that brings the token of a wall link. */
export interface WallOpening extends SeenFrom, Pick<SignIn, 'replacedTokens'> {
  link: WallLink
}

export interface SignedIn {
  tokens: TokenPair
  endedSessionIds: string[]
  lastLogin: EpochMs
  needsSecondFactor: boolean
}

export type Rotation =
  | {outcome: 'rotated'; tokens: TokenPair}
  | {outcome: 'refused'}
  | {outcome: 'reused'; sessionId: string}

export interface RotationRequest extends SeenFrom {
  refreshToken: string
  /** Changes nothing when it throws. */
  admit: (sessionId: string) => Promise<void>
}

export interface SessionRepositoryOptions {
  database: Database
  lifetimes: TokenLifetimes
  audit: AuditTrail
  now: () => EpochMs
  walls: Pick<WallLinkRepository, 'shownOn' | 'markSeen'>
  /** The authorities that do nothing without a second factor. The default is none. */
  secondFactorRequired?: readonly Authority[]
}

export class SessionRepository {
  readonly #options: SessionRepositoryOptions
  readonly #secondFactorRequired
  readonly #db
  readonly #issuing
  readonly findAsking: FindAsking
  readonly #findSuccessors

  constructor(options: SessionRepositoryOptions) {
    this.#options = options
    const {database, lifetimes, now, secondFactorRequired = []} = options
    this.#secondFactorRequired = secondFactorRequired
    this.#db = database.db
    this.findAsking = createFindAsking(options)
    this.#findSuccessors = createSuccessors(database)
    this.#issuing = createIssuing({lifetimes, now})
  }

  /** Queries the database for each request, so that the end of a session takes effect at once. */
  readonly findViewer: FindViewer = async accessToken => (await this.findAsking(accessToken, undefined))?.viewer

  /** Undefined when the password has changed since it was checked, or the user may no longer sign in. */
  async open(signIn: SignIn): Promise<SignedIn | undefined> {
    const {replacedTokens, address} = signIn
    try {
      if (replacedTokens.length === 0) return {...(await this.#openBy(this.#db, signIn)), endedSessionIds: []}
      return await this.#db.transaction(async tx => {
        // The user is locked before the sessions, in the same order as by a change of the password.
        await lockUser(tx, signIn.owner.id)
        const endedSessionIds = await this.#endWithin(tx, replacedTokens, address)
        return {...(await this.#openBy(tx, signIn)), endedSessionIds}
      })
    } catch (error) {
      if (isWithoutUser(error)) return undefined
      throw error
    }
  }

  /** A link that is revoked in the meantime has no use of it. */
  openWall({
    link,
    replacedTokens,
    address,
    userAgent,
  }: WallOpening): Promise<Pick<SignedIn, 'tokens' | 'endedSessionIds'>> {
    return this.#db.transaction(async tx => {
      // The link is locked before the sessions, in the same order as by its revocation.
      await this.#options.walls.markSeen(tx, link.id)
      const endedSessionIds = await this.#endWithin(tx, replacedTokens, address)
      const sessionId = uuidv7()
      const tokens = createTokens()
      await tx.insert(session).values({
        id: sessionId,
        wallLinkId: link.id,
        ...this.#issuing.seen({address, userAgent}),
        createdAt: this.#options.now(),
      })
      await tx
        .insert(token)
        .values(this.#issuing.rowsOf(tokens, sessionId, this.#issuing.endOf(this.#options.now(), true)))
      const {organisationId, name, wall} = link
      const entity = {entityType: 'organisation', entityId: organisationId, organisationId} as const
      const stranger = {userId: null, email: null, address}
      await this.#options.audit.record(tx, stranger, {action: 'wallLink.opened', ...entity, detail: {name, wall}})
      return {tokens, endedSessionIds}
    })
  }

  /**
   * Ends the session when the token was used before, unless that was within `ROTATION_GRACE`: then its bearer gets the
   * last tokens of its line, so that a session never has two lines.
   */
  async rotate({refreshToken, admit, address, userAgent}: RotationRequest): Promise<Rotation> {
    const successorOf = await this.#findSuccessors()
    return this.#db.transaction(async (tx): Promise<Rotation> => {
      const hash = hashToken(refreshToken)
      if (!(await this.#hold(tx, hash))) return {outcome: 'refused'}
      const [found] = await tx
        .select({
          sessionId: token.sessionId,
          expiresAt: token.expiresAt,
          rotatedAt: token.rotatedAt,
          createdAt: session.createdAt,
          user: OWNER,
          link: LINK,
        })
        .from(token)
        .innerJoin(session, eq(session.id, token.sessionId))
        .leftJoin(owner, eq(owner.id, session.userId))
        .leftJoin(holder, eq(holder.id, session.wallLinkId))
        .where(and(eq(token.hash, hash), eq(token.kind, 'refresh'), isNull(session.endedAt), mayBeSignedIn))
      if (found === undefined || found.expiresAt <= this.#options.now()) return {outcome: 'refused'}
      const {sessionId, rotatedAt, createdAt, user, link} = found
      await admit(sessionId)
      if (rotatedAt !== null && this.#options.now() - rotatedAt > ROTATION_GRACE) {
        await tx.update(session).set({endedAt: this.#options.now()}).where(eq(session.id, sessionId))
        await this.#options.audit.record(tx, ...entryOf('session.reused', user ?? undefined, address))
        return {outcome: 'reused', sessionId}
      }
      if (rotatedAt === null) await tx.update(token).set({rotatedAt: this.#options.now()}).where(eq(token.hash, hash))
      await tx
        .delete(token)
        .where(and(eq(token.sessionId, sessionId), eq(token.kind, 'access'), lt(token.expiresAt, this.#options.now())))
      const last = rotatedAt === null ? refreshToken : await this.#lastAfter(tx, refreshToken, successorOf)
      const tokens = successorOf(last)
      const rows = this.#issuing.rowsOf(tokens, sessionId, this.#issuing.endOf(createdAt, link !== null))
      await tx.insert(token).values(rows).onConflictDoNothing()
      await tx.update(session).set(this.#issuing.seen({address, userAgent})).where(eq(session.id, sessionId))
      return {outcome: 'rotated', tokens}
    })
  }

  /** Ends the sessions of the tokens, even of expired ones, and returns the ids of the sessions. */
  endByTokens(anyTokens: string[], address: string): Promise<string[]> {
    return this.#db.transaction(tx => this.#endWithin(tx, anyTokens, address))
  }

  readonly endAllOf: EndSessions = (transaction, userIds, exceptSessionId) =>
    endAllSessionsOf(transaction, userIds, this.#options.now(), exceptSessionId)

  /** Returns the `sessionIds` that have ended, or whose last refresh token has expired. */
  async endedAmong(sessionIds: string[]): Promise<string[]> {
    if (sessionIds.length === 0) return []
    const alive = await this.#db
      .select({id: session.id})
      .from(session)
      .leftJoin(owner, eq(owner.id, session.userId))
      .leftJoin(holder, eq(holder.id, session.wallLinkId))
      .where(and(inArray(session.id, sessionIds), mayBeSignedIn, sql`not ${hasEnded(this.#db, this.#options.now())}`))
    const aliveIds = new Set(alive.map(({id}) => id))
    return sessionIds.filter(id => !aliveIds.has(id))
  }

  /** The users of open sessions with their full rights, as part of a query. */
  users() {
    const required = [...this.#secondFactorRequired]
    return this.#db
      .select({
        sessionId: session.id,
        email: owner.email,
        authority: owner.authority,
        organisationId: owner.organisationId,
        customerId: owner.customerId,
      })
      .from(session)
      .innerJoin(owner, eq(owner.id, session.userId))
      .where(
        and(
          owner.maySignIn,
          or(session.isStrong, notInArray(owner.authority, required)),
          sql`not ${hasEnded(this.#db, this.#options.now())}`,
        ),
      )
      .as('signed_in')
  }

  deleteEnded(): Promise<void> {
    return deleteEndedSessions(this.#db, this.#options.now())
  }

  /** Walks from a token that was used already to the last one of its line, which nobody has used yet. */
  async #lastAfter(transaction: Transaction, refreshToken: string, successorOf: SuccessorOf): Promise<string> {
    const successor = successorOf(refreshToken).refresh
    const [found] = await transaction
      .select({rotatedAt: token.rotatedAt})
      .from(token)
      .where(eq(token.hash, hashToken(successor)))
    return (found?.rotatedAt ?? null) === null ? refreshToken : this.#lastAfter(transaction, successor, successorOf)
  }

  /**
   * Opens a session in one statement, to keep the login short besides the hash. Fails with an error for which
   * `isWithoutUser` is true when the user may not sign in.
   */
  async #openBy(executor: Pick<Transaction, 'insert' | 'update' | 'with' | '$with'>, signIn: SignIn) {
    const {owner: account, address, userAgent, isStrong = false} = signIn
    const sessionId = uuidv7()
    const tokens = createTokens()
    const rows = this.#issuing.rowsOf(tokens, sessionId, this.#issuing.endOf(this.#options.now(), false))
    // A concurrent change of the password has locked the row, and ends the sessions that were opened before it.
    const signedIn = executor.$with('signed_in').as(signInOf(executor, signIn.owner, this.#options.now()))
    const opened = executor.$with('opened').as(
      executor
        .insert(session)
        .values({
          id: sessionId,
          userId: sql`(select id from ${signedIn})`,
          ...this.#issuing.seen({address, userAgent}),
          isStrong,
          createdAt: this.#options.now(),
        })
        .returning({id: session.id}),
    )
    const issued = executor.$with('issued').as(executor.insert(token).values(rows).returning({hash: token.hash}))
    await this.#options.audit.record(
      executor.with(signedIn, opened, issued),
      ...entryOf('session.opened', signIn.owner, address),
    )
    const needsSecondFactor = !isStrong && this.#secondFactorRequired.includes(account.authority)
    return {tokens, lastLogin: this.#options.now(), needsSecondFactor}
  }

  async #endWithin(transaction: Transaction, anyTokens: string[], address: string): Promise<string[]> {
    if (anyTokens.length === 0) return []
    const named = this.#db
      .select({id: token.sessionId})
      .from(token)
      .where(inArray(token.hash, anyTokens.map(hashToken)))
    const ended = await endThose(transaction, inArray(session.id, named), this.#options.now())
    for (const {userId} of ended)
      await this.#options.audit.record(
        transaction,
        ...entryOf('session.ended', await ownerOf(transaction, userId), address),
      )
    return ended.map(({id}) => id)
  }

  /** Locks the session that a token renews, and the wall link of a screen before it. False when there is none. */
  async #hold(transaction: Transaction, hash: string): Promise<boolean> {
    const renews = and(eq(token.kind, 'refresh'), gt(token.expiresAt, this.#options.now()), isNull(session.endedAt))
    const [found] = await transaction
      .select({id: session.id, wallLinkId: session.wallLinkId})
      .from(token)
      .innerJoin(session, eq(session.id, token.sessionId))
      .where(and(eq(token.hash, hash), renews))
    if (found === undefined) return false
    if (found.wallLinkId !== null) await this.#options.walls.markSeen(transaction, found.wallLinkId)
    return lockSession(transaction, found.id)
  }
}

/** A session is of a user or of a wall link. */
const CHECK_VIOLATION = '23514'

/** Whether a session could not be opened because the user may not sign in, or not with this password any more. */
function isWithoutUser(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause !== undefined && 'code' in cause && cause.code === CHECK_VIOLATION
}

const OWNER = {id: owner.id, email: owner.email, organisationId: owner.organisationId}

async function ownerOf(transaction: Transaction, userId: string | null): Promise<SessionOwner | undefined> {
  if (userId === null) return undefined
  const [found] = await transaction.select(OWNER).from(owner).where(eq(owner.id, userId))
  return found
}

const mayBeSignedIn = or(owner.maySignIn, holder.works)
const LINK = {id: holder.id, organisationId: holder.organisationId, wall: holder.wall}

/** A second factor was set up in the session. */
export async function strengthenSession(transaction: Transaction, sessionId: string) {
  await transaction.update(session).set({isStrong: true}).where(eq(session.id, sessionId))
}

/** The user has no second factor any more. */
export async function weakenSessions(transaction: Transaction, userId: string) {
  await transaction.update(session).set({isStrong: false}).where(eq(session.userId, userId))
}

/** The address of a browser, and its own description. */
interface SeenFrom {
  address: string
  userAgent: string | undefined
}

const USER_AGENT_LENGTH = 300

/** The rows of sessions and their tokens, as they are now. */
function createIssuing({lifetimes, now}: {lifetimes: TokenLifetimes; now: () => EpochMs}) {
  return {
    /** No token outlives its session. */
    rowsOf({access, refresh}: TokenPair, sessionId: string, sessionEnds: EpochMs): (typeof token.$inferInsert)[] {
      const expiresAfter = (lifetime: Milliseconds) => Math.min(now() + lifetime, sessionEnds)
      return [
        {hash: hashToken(access), sessionId, kind: 'access', expiresAt: expiresAfter(lifetimes.access)},
        {hash: hashToken(refresh), sessionId, kind: 'refresh', expiresAt: expiresAfter(lifetimes.refresh)},
      ]
    },
    /** The time at which a session must end. That of a screen need not. */
    endOf: (createdAt: EpochMs, isOfScreen: boolean): EpochMs =>
      isOfScreen ? Number.POSITIVE_INFINITY : createdAt + lifetimes.session,
    seen: ({address, userAgent}: SeenFrom) => ({
      address,
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      lastSeenAt: now(),
    }),
  }
}
