import {and, eq, gt, sql} from 'drizzle-orm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database} from '../database/connect'
import {linkToken} from '../database/schema'
import {createToken, hashToken} from '../http/secrets'
import {hasSystemAdmin, insertSystemAdmin} from '../user/repository'

export interface NewAdmin {
  /** The token stands like this in the link. */
  token: string
  email: string
  passwordHash: string
}

/** A server without any SYS_ADMIN gets its first one by a link that only the person who starts it can read. */
export interface FirstAdmin {
  isNeeded(): Promise<boolean>
  /**
   * Makes the one SYS_ADMIN, even when two ask at once. The bearer of the link may choose any email that is not taken
   * (23505).
   */
  make(admin: NewAdmin, actor: Actor): Promise<'made' | 'notNeeded' | 'wrongToken'>
}

export interface FirstAdminOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

const LIFETIME: Milliseconds = 24 * 60 * 60 * 1000
/** Any number that no other advisory lock of ours has. */
const LOCK = 7_305_003

export function createFirstAdmin({database: {db}, now, audit}: FirstAdminOptions): FirstAdmin {
  return {
    isNeeded: async () => !(await hasSystemAdmin(db)),

    make: ({token, email, passwordHash}, actor) =>
      db.transaction(async tx => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
        if (await hasSystemAdmin(tx)) return 'notNeeded'
        const isRight = and(
          eq(linkToken.hash, hashToken(token)),
          eq(linkToken.kind, 'firstAdmin'),
          gt(linkToken.expiresAt, now()),
        )
        const [link] = await tx.select({hash: linkToken.hash}).from(linkToken).where(isRight)
        if (link === undefined) return 'wrongToken'
        const entityId = await insertSystemAdmin(tx, {email, passwordHash, createdAt: now()})
        await tx.delete(linkToken).where(eq(linkToken.kind, 'firstAdmin'))
        await audit.record(tx, actor, {
          action: 'user.created',
          entityType: 'user',
          entityId,
          entityName: email,
          detail: {authority: 'SYS_ADMIN'},
        })
        return 'made'
      }),
  }
}

/** The token of a link that makes the first SYS_ADMIN; undefined when there is one. */
export async function offerFirstAdmin({db}: Pick<Database, 'db'>, now: EpochMs): Promise<string | undefined> {
  if (await hasSystemAdmin(db)) return undefined
  const token = createToken()
  await db
    .insert(linkToken)
    .values({hash: hashToken(token), kind: 'firstAdmin', createdAt: now, expiresAt: now + LIFETIME})
  return token
}
