import {and, eq, gt, isNull, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {NamedKind} from '../access/access'
import {isReached, reaches} from '../access/reach'
import type {Asking, FindAsking, Named} from '../access/viewer'
import type {Database} from '../database/connect'
import {session, token} from '../database/schema'
import {hashToken} from '../http/secrets'
import {owner} from '../user/repository'
import {holder, type WallLinkRepository} from '../wallLink/repository'

export interface AskingOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  walls: Pick<WallLinkRepository, 'shownOn'>
}

/**
 * Most requests are those of users, so a session is looked for among theirs, and only if it is none of them among those of
 * screens with a wall link.
 */
export function createFindAsking({database: {db}, now, walls}: AskingOptions): FindAsking {
  const userByToken = new Map<NamedKind | undefined, ReturnType<typeof prepareUser>>()
  const screenByToken = prepareScreen(db)

  /** What a wall shows is looked up after its link, so the reach is a query of its own. */
  async function askingScreen(validNow: Valid, named: Named | undefined): Promise<Asking | undefined> {
    const [found] = await screenByToken.execute(validNow)
    if (found === undefined) return undefined
    const {sessionId, userId, ...link} = found
    const wall = {authority: 'WALL', email: '', customerId: null, shown: await walls.shownOn(link)} as const
    const viewer = {sessionId, userId, organisationId: link.organisationId, ...wall}
    return {viewer, isWithinReach: named && (await isReached(db, viewer, named))}
  }

  return async (accessToken, named) => {
    const prepared = userByToken.get(named?.kind) ?? prepareUser(db, named?.kind)
    userByToken.set(named?.kind, prepared)
    const validNow = {hash: hashToken(accessToken), now: now()}
    const [found] = await prepared.execute({...validNow, entityId: named?.id})
    if (found === undefined) return askingScreen(validNow, named)
    const {isWithinReach, ...viewer} = found
    return {viewer, isWithinReach: named && isWithinReach}
  }
}

type Valid = {hash: string; now: EpochMs}

const isValid = and(
  eq(token.hash, sql.placeholder('hash')),
  eq(token.kind, 'access'),
  gt(token.expiresAt, sql.placeholder('now')),
  isNull(session.endedAt),
)

function prepareUser(db: Database['db'], named: NamedKind | undefined) {
  const viewer = {
    userId: owner.id,
    authority: owner.authority,
    organisationId: owner.organisationId,
    customerId: owner.customerId,
  }
  const isWithinReach = named === undefined ? sql`false` : reaches(db, viewer, named, sql.placeholder('entityId'))
  return db
    .select({...viewer, sessionId: session.id, email: owner.email, isWithinReach: sql<boolean>`${isWithinReach}`})
    .from(token)
    .innerJoin(session, eq(session.id, token.sessionId))
    .innerJoin(owner, eq(owner.id, session.userId))
    .where(and(isValid, owner.maySignIn))
    .prepare(`asking_by_token_${named ?? 'alone'}`)
}

const prepareScreen = (db: Database['db']) =>
  db
    .select({
      sessionId: session.id,
      userId: holder.id,
      organisationId: holder.organisationId,
      wall: holder.wall,
    })
    .from(token)
    .innerJoin(session, eq(session.id, token.sessionId))
    .innerJoin(holder, eq(holder.id, session.wallLinkId))
    .where(and(isValid, holder.works))
    .prepare('asking_by_token_of_wall_link')
