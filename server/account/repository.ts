import {and, eq, gt, inArray, lte} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {deleteFree} from '../database/deleteFree'
import {linkToken} from '../database/schema'
import {hashToken} from '../http/secrets'
import type {MailRepository} from '../mail/repository'
import {
  isEmailTaken,
  lockUser,
  type OwnUser,
  registerUser,
  setOwn,
  type UserRepository,
  verifyUser,
} from '../user/repository'

export interface Registration {
  email: string
  passwordHash: string
}

export interface NewPassword {
  /** The token as it stands in the link. */
  token: string
  passwordHash: string
}

/** Serves people without a session. The answers must not reveal whether an email has an account. */
export interface AccountRepository {
  /** Queues the verification mail. For a known email nothing else changes. */
  register(registration: Registration, actor: Actor): Promise<void>
  /**
   * Queues the mail with the link. The user is only looked up when the mail is written, so that the answer takes
   * equally long.
   */
  requestReset(email: string, actor: Actor): Promise<void>
  /**
   * Verifies the user and sets the password of the registration that asked for the link; or puts the email in force
   * that the user has asked for. False when the link is invalid.
   */
  verify(token: string, actor: Actor): Promise<boolean>
  /** The account that a link sets the password of. Undefined when the link is invalid. */
  ownerOf(token: string): Promise<OwnUser | undefined>
  /** Ends all sessions of the user. Undefined when the link is invalid. */
  resetPassword(
    newPassword: NewPassword,
    actor: Actor,
  ): Promise<{userId: string; endedSessionIds: string[]} | undefined>
  deleteExpiredLinks(): Promise<void>
}

export interface AccountRepositoryOptions {
  database: Database
  now: () => EpochMs
  mails: MailRepository
  sessions: Pick<SessionRepository, 'endAllOf'>
  users: Pick<UserRepository, 'find'>
  audit: AuditTrail
}

type LinkKind = (typeof linkToken.$inferSelect)['kind']
/** What an email is verified by, and what a password is set by. */
const VERIFYING: readonly LinkKind[] = ['verification', 'emailChange']
const SETTING: readonly LinkKind[] = ['passwordReset', 'invitation']

export function createAccountRepository(options: AccountRepositoryOptions): AccountRepository {
  const {database, now, mails, sessions, users, audit} = options
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
        const link = await redeemLink(tx, token, VERIFYING)
        if (link === undefined) return false
        if (link.email !== null) return changeEmail(tx, link, link.email, actor)
        await verifyUser(tx, link.userId, link.passwordHash)
        await audit.record(tx, actor, {action: 'user.verified', ...link.entity})
        return true
      }),

    async ownerOf(token) {
      const found = await findLink(db, hashToken(token), SETTING)
      return found?.userId ? users.find(found.userId) : undefined
    },

    resetPassword: ({token, passwordHash}, actor) =>
      db.transaction(async tx => {
        const link = await redeemLink(tx, token, SETTING)
        if (link === undefined) return undefined
        await verifyUser(tx, link.userId, passwordHash)
        const endedSessionIds = await sessions.endAllOf(tx, [link.userId])
        await audit.record(tx, actor, {action: 'password.reset', ...link.entity})
        return {userId: link.userId, endedSessionIds}
      }),

    deleteExpiredLinks: () => deleteFree(db, linkToken.hash, lte(linkToken.expiresAt, now())),
  }

  /**
   * Uses up a link, and with it all other links of the user, except that the verification of a registration uses up
   * those of its kind only. Undefined when the link is invalid.
   */
  async function redeemLink(transaction: Transaction, token: string, kinds: readonly LinkKind[]) {
    const hash = hashToken(token)
    const found = await findLink(transaction, hash, kinds)
    // Every change that needs both locks the user before the links, so that two of them can't deadlock.
    const owner = found?.userId && (await lockUser(transaction, found.userId))
    const isRegistration = found?.kind === 'verification'
    if (!found || !owner || (isRegistration && owner.isVerified)) return undefined
    const {id: userId, email, organisationId} = owner
    const used = await transaction
      .delete(linkToken)
      .where(and(eq(linkToken.userId, userId), isRegistration ? eq(linkToken.kind, found.kind) : undefined))
      .returning({hash: linkToken.hash})
    // Another call may have used the link while this one waited for the lock on the user.
    if (!used.some(link => link.hash === hash)) return undefined
    const entity = {entityType: 'user' as const, entityId: userId, entityName: email, organisationId}
    return {userId, email: found.email, passwordHash: found.passwordHash, owner, entity}
  }

  type TakenLink = NonNullable<Awaited<ReturnType<typeof redeemLink>>>

  /** False when someone of the same organisation has got the email in the meantime. */
  async function changeEmail(transaction: Transaction, link: TakenLink, email: string, actor: Actor) {
    const {userId, owner, entity} = link
    if (await isEmailTaken(transaction, owner, email)) return false
    await setOwn(transaction, userId, {email, isVerified: true})
    await mails.enqueue(transaction, {kind: 'emailChanged', email: owner.email, userId})
    const changes = {email: {before: owner.email, after: email}}
    await audit.record(transaction, actor, {action: 'email.changed', ...entity, entityName: email, detail: {changes}})
    return true
  }

  async function findLink(executor: Pick<Transaction, 'select'>, hash: string, kinds: readonly LinkKind[]) {
    const [found] = await executor
      .select()
      .from(linkToken)
      .where(and(eq(linkToken.hash, hash), inArray(linkToken.kind, [...kinds]), gt(linkToken.expiresAt, now())))
    return found
  }
}

/** Invalidates the links that were mailed to a user. */
export async function deleteLinks(transaction: Transaction, userId: string) {
  await transaction.delete(linkToken).where(eq(linkToken.userId, userId))
}
