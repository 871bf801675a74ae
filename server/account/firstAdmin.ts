import {and, eq, gt, sql} from 'drizzle-orm'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database} from '../database/connect'
import {linkToken} from '../database/schema/account'
import {createToken, hashToken} from '../http/secrets'
import {hasSystemAdmin, insertSystemAdmin} from '../user/repository'

export interface NewAdmin {
  /** The token in the link, not its hash. */
  token: string
  email: string
  passwordHash: string
}

/** Makes the first SYS_ADMIN of a server, by a link that only the person who starts the server can read. */
export interface FirstAdmin {
  isNeeded(): Promise<boolean>
  /** Makes a single SYS_ADMIN, even when two calls run at once. Fails with SQLSTATE 23505 when the email is taken. */
  make(admin: NewAdmin, actor: Actor): Promise<'made' | 'notNeeded' | 'wrongToken'>
}

export interface FirstAdminOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

const LIFETIME: Milliseconds = DAY

export function createFirstAdmin({database: {db}, now, audit}: FirstAdminOptions): FirstAdmin {
  return {
    isNeeded: async () => !(await hasSystemAdmin(db)),

    make: ({token, email, passwordHash}, actor) =>
      db.transaction(async tx => {
        await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstAdmin})`)
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

/** Makes the token of the link for the first SYS_ADMIN. Undefined when a SYS_ADMIN exists. */
export async function offerFirstAdmin({db}: Pick<Database, 'db'>, now: EpochMs): Promise<string | undefined> {
  if (await hasSystemAdmin(db)) return undefined
  const token = createToken()
  await db
    .insert(linkToken)
    .values({hash: hashToken(token), kind: 'firstAdmin', createdAt: now, expiresAt: now + LIFETIME})
  return token
}
