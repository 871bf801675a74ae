import {and, eq, gt, isNull, sql} from 'drizzle-orm'
import {MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {API_KEY_PREFIX} from '../../contract/wire/people/apiKey'
import type {NamedKind} from '../access/access'
import {reaches} from '../access/reach'
import {createTokenGuesses} from '../access/tokenGuesses'
import type {FindByKey} from '../access/viewer'
import type {Database} from '../database/connect'
import {apiKey} from '../database/schema/account'
import {hashToken} from '../http/secrets'
import {type Job, report} from '../scheduler'

export interface FindByKeyOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  /** The number of free wrong keys per network, as in `createGrowingDelay`. */
  guessLimit: string
  /** Notes when keys were last used. A call that only reads is answered even when nothing can be written. */
  job: Job
}

/** A program may call many times a second, so its last use is not written down each time. */
const LAST_USE_STORED_FOR: Milliseconds = 10 * MINUTE

/** Each request asks the database, as with sessions, so that every server refuses a revoked key at once. */
export function createFindByKey({database: {db}, now, guessLimit, job}: FindByKeyOptions): FindByKey {
  const guesses = createTokenGuesses(guessLimit, now)
  const byKey = new Map<NamedKind | undefined, ReturnType<typeof prepareByKey>>()

  async function find(hash: string, kind: NamedKind | undefined, entityId: string | undefined) {
    const prepared = byKey.get(kind) ?? prepareByKey(db, kind)
    byKey.set(kind, prepared)
    const [found] = await prepared.execute({hash, now: now(), entityId})
    return found
  }

  const markUsed = async (id: string) => db.update(apiKey).set({lastUsedAt: now()}).where(eq(apiKey.id, id))

  return async (key, named, address) => {
    if (!IS_KEY.test(key)) return undefined
    const hash = hashToken(key)
    const found = await guesses.look(hash, address, () => find(hash, named?.kind, named?.id))
    if (found === undefined) return undefined
    const {id, name, lastUsedAt, isWithinReach, ...rights} = found
    if (lastUsedAt === null || now() - lastUsedAt >= LAST_USE_STORED_FOR) await report(job, markUsed(id))
    const viewer = {sessionId: id, userId: id, email: `${name} (API key)`, ...rights}
    return {viewer, isWithinReach: named && isWithinReach}
  }
}

/** 256 bits in base64url. */
const IS_KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`)

function prepareByKey(db: Database['db'], named: NamedKind | undefined) {
  const rights = {
    authority: apiKey.authority,
    organisationId: apiKey.organisationId,
    customerId: apiKey.customerId,
  }
  const viewer = {userId: apiKey.id, ...rights}
  const isWithinReach = named === undefined ? sql`false` : reaches(db, viewer, named, sql.placeholder('entityId'))
  return db
    .select({
      id: apiKey.id,
      name: apiKey.name,
      scope: apiKey.scope,
      lastUsedAt: apiKey.lastUsedAt,
      isWithinReach: sql<boolean>`${isWithinReach}`,
      ...rights,
    })
    .from(apiKey)
    .where(
      and(
        eq(apiKey.hash, sql.placeholder('hash')),
        isNull(apiKey.revokedAt),
        gt(apiKey.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(`asking_by_key_${named ?? 'alone'}`)
}
