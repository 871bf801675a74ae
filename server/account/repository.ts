import {and, eq, gt, lte} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {linkToken} from '../database/schema'
import {hashToken} from '../http/secrets'
import type {MailRepository} from '../mail/repository'
import {lockUser, registerUser, verifyUser} from '../user/repository'

export interface Registration {
  email: string
  passwordHash: string
}

export interface NewPassword {
  /** The token as it stands in the link. */
  token: string
  passwordHash: string
}

/** Serves people without a session. The answers must not tell whether an email has an account. */
export interface AccountRepository {
  /** Queues the verification mail. For a known email nothing else changes. */
  register(registration: Registration, actor: Actor): Promise<void>
  /**
   * Queues the mail with the link. The user is only looked up when the mail is written, so that the answer takes
   * equally long.
   */
  requestReset(email: string, actor: Actor): Promise<void>
  /**
   * Verifies the user and sets the password of the registration that asked for the link. False when the link is
   * invalid.
   */
  verify(token: string, actor: Actor): Promise<boolean>
  /** Ends all sessions of the user. Undefined when the link is invalid. */
  resetPassword(newPassword: NewPassword, actor: Actor): Promise<{email: string; endedSessionIds: string[]} | undefined>
  deleteExpiredLinks(): Promise<void>
}

export interface AccountRepositoryOptions {
  database: Database
  now: () => EpochMs
  mails: MailRepository
  sessions: Pick<SessionRepository, 'endAllOf'>
  audit: AuditTrail
}

type LinkKind = 'verification' | 'passwordReset'

export function createAccountRepository(options: AccountRepositoryOptions): AccountRepository {
  const {database, now, mails, sessions, audit} = options
  const {db} = database

  return {
    register: ({email, passwordHash}, actor) =>
      db.transaction(async tx => {
        const id = await registerUser(tx, {email, passwordHash, createdAt: now()})
        await mails.enqueue(tx, {kind: 'verification', email, passwordHash})
        await audit.record(tx, actor, {
          action: 'user.registered',
          entityType: 'user',
          ...(id !== undefined && {entityId: id}),
          entityName: email,
          detail: {isNew: id !== undefined},
        })
      }),

    requestReset: (email, actor) =>
      db.transaction(async tx => {
        await mails.enqueue(tx, {kind: 'passwordReset', email})
        await audit.record(tx, actor, {action: 'password.resetRequested', entityType: 'user', entityName: email})
      }),

    verify: (token, actor) =>
      db.transaction(async tx => {
        const link = await takeLink(tx, token, 'verification')
        if (link === undefined) return false
        await verifyUser(tx, link.userId, link.passwordHash)
        await audit.record(tx, actor, {action: 'user.verified', ...link.entity})
        return true
      }),

    resetPassword: ({token, passwordHash}, actor) =>
      db.transaction(async tx => {
        const link = await takeLink(tx, token, 'passwordReset')
        if (link === undefined) return undefined
        await verifyUser(tx, link.userId, passwordHash)
        const endedSessionIds = await sessions.endAllOf(tx, [link.userId])
        await audit.record(tx, actor, {action: 'password.reset', ...link.entity})
        return {email: link.entity.entityName, endedSessionIds}
      }),

    async deleteExpiredLinks() {
      await db.delete(linkToken).where(lte(linkToken.expiresAt, now()))
    },
  }

  /**
   * Uses up a link, and with it all other links of the user after a reset, or those of the same kind after a
   * verification. Undefined when the link is invalid.
   */
  async function takeLink(transaction: Transaction, token: string, kind: LinkKind) {
    const hash = hashToken(token)
    const found = await findLink(transaction, hash, kind)
    // Every change that needs both locks the user before the links, so that two of them can't deadlock.
    const owner = found?.userId && (await lockUser(transaction, found.userId))
    if (!found || !owner || (kind === 'verification' && owner.isVerified)) return undefined
    const {id: userId, email, organisationId} = owner
    const used = await transaction
      .delete(linkToken)
      .where(and(eq(linkToken.userId, userId), kind === 'verification' ? eq(linkToken.kind, kind) : undefined))
      .returning({hash: linkToken.hash})
    // Another call may have used the link while this one waited for the lock on the user.
    if (!used.some(link => link.hash === hash)) return undefined
    const entity = {entityType: 'user' as const, entityId: userId, entityName: email, organisationId}
    return {userId, passwordHash: found.passwordHash, entity}
  }

  async function findLink(transaction: Transaction, hash: string, kind: LinkKind) {
    const [found] = await transaction
      .select({userId: linkToken.userId, passwordHash: linkToken.passwordHash})
      .from(linkToken)
      .where(and(eq(linkToken.hash, hash), eq(linkToken.kind, kind), gt(linkToken.expiresAt, now())))
    return found
  }
}

/** Invalidates the links that were mailed to a user. */
export async function deleteLinks(transaction: Transaction, userId: string) {
  await transaction.delete(linkToken).where(eq(linkToken.userId, userId))
}
