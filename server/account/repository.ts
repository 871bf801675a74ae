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
  /** The token stands like this in the link. */
  token: string
  passwordHash: string
}

/** What people without a session do for their account. Those who don't read its mail learn nothing of it. */
export interface AccountRepository {
  /** Queues the mail that verifies; for a known email nothing else changes. */
  register(registration: Registration, actor: Actor): Promise<void>
  /** Queues the mail with the link; whether there is such a user is looked up when it is written. */
  requestReset(email: string, actor: Actor): Promise<void>
  /** Puts the password of the registration in force that asked for the link. False for a link that is worth nothing. */
  verify(token: string, actor: Actor): Promise<boolean>
  /** Ends all sessions of the user. Undefined for a link that is worth nothing. */
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
   * Undefined for a link that is worth nothing. A reset uses up all links of the user, a verification those of its
   * kind.
   */
  async function takeLink(transaction: Transaction, token: string, kind: LinkKind) {
    const hash = hashToken(token)
    const found = await findLink(transaction, hash, kind)
    // The user is locked before the links, as by everybody who changes both.
    const owner = found?.userId && (await lockUser(transaction, found.userId))
    if (!found || !owner || (kind === 'verification' && owner.isVerified)) return undefined
    const {id: userId, email, organisationId} = owner
    const used = await transaction
      .delete(linkToken)
      .where(and(eq(linkToken.userId, userId), kind === 'verification' ? eq(linkToken.kind, kind) : undefined))
      .returning({hash: linkToken.hash})
    // Somebody else may have used it while this one waited for the user.
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

/** Makes the links that were mailed to a user worthless. */
export async function deleteLinks(transaction: Transaction, userId: string) {
  await transaction.delete(linkToken).where(eq(linkToken.userId, userId))
}
