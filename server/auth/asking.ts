import {and, eq, gt, isNotNull, isNull, or, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Authority} from '../../contract/wire/people/user'
import type {NamedKind} from '../access/access'
import {isReached, reaches} from '../access/reach'
import type {Asking, FindAsking, Named} from '../access/viewer'
import type {Database} from '../database/connect'
import {session, token} from '../database/schema/account'
import {hashToken} from '../http/secrets'
import {owner} from '../user/repository'
import {holder, type WallLinkRepository} from '../wallLink/repository'

export interface AskingOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  walls: Pick<WallLinkRepository, 'shownOn'>
  /** The authorities that do nothing without a second factor. The default is none. */
  secondFactorRequired?: readonly Authority[]
}

/** Most requests are those of users. Only a session of a screen with a wall link needs the query for its link, too. */
export function createFindAsking({database: {db}, now, walls, secondFactorRequired = []}: AskingOptions): FindAsking {
  const byToken = new Map<NamedKind | undefined, ReturnType<typeof prepareByToken>>()
  const screenBySession = prepareScreen(db)

  /** The devices of a wall are looked up after its link, so the reach is a query of its own. */
  async function askingScreen(sessionId: string, named: Named | undefined): Promise<Asking | undefined> {
    const [found] = await screenBySession.execute({sessionId})
    if (found === undefined) return undefined
    const {userId, ...link} = found
    const wall = {authority: 'WALL', email: '', customerId: null, shown: await walls.shownOn(link)} as const
    const viewer = {sessionId, userId, organisationId: link.organisationId, ...wall}
    return {viewer, isWithinReach: named && (await isReached(db, viewer, named))}
  }

  return async (accessToken, named) => {
    const prepared = byToken.get(named?.kind) ?? prepareByToken(db, named?.kind)
    byToken.set(named?.kind, prepared)
    const [found] = await prepared.execute({hash: hashToken(accessToken), now: now(), entityId: named?.id})
    if (found === undefined) return undefined
    const {sessionId, isStrong, user, isWithinReach} = found
    if (user === null) return askingScreen(sessionId, named)
    const needsSecondFactor = !isStrong && secondFactorRequired.includes(user.authority)
    return {viewer: {sessionId, ...user, needsSecondFactor}, isWithinReach: named && isWithinReach}
  }
}

function prepareByToken(db: Database['db'], named: NamedKind | undefined) {
  const viewer = {
    userId: owner.id,
    authority: owner.authority,
    organisationId: owner.organisationId,
    customerId: owner.customerId,
  }
  const isWithinReach = named === undefined ? sql`false` : reaches(db, viewer, named, sql.placeholder('entityId'))
  return db
    .select({
      sessionId: session.id,
      isStrong: session.isStrong,
      isWithinReach: sql<boolean>`${isWithinReach}`,
      user: {...viewer, email: owner.email},
    })
    .from(token)
    .innerJoin(session, eq(session.id, token.sessionId))
    .leftJoin(owner, eq(owner.id, session.userId))
    .where(
      and(
        eq(token.hash, sql.placeholder('hash')),
        eq(token.kind, 'access'),
        gt(token.expiresAt, sql.placeholder('now')),
        isNull(session.endedAt),
        or(owner.maySignIn, isNotNull(session.wallLinkId)),
      ),
    )
    .prepare(`asking_by_token_${named ?? 'alone'}`)
}

const prepareScreen = (db: Database['db']) =>
  db
    .select({userId: holder.id, organisationId: holder.organisationId, wall: holder.wall})
    .from(session)
    .innerJoin(holder, eq(holder.id, session.wallLinkId))
    .where(and(eq(session.id, sql.placeholder('sessionId')), holder.works))
    .prepare('asking_by_session_of_wall_link')
