import {and, eq, gt, inArray, lte} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Actor} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {deleteFree} from '../database/rows'
import {linkToken} from '../database/schema/account'
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
  /** The token in the link, not its hash. */
  token: string
  passwordHash: string
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
/** The kinds of links that verify an email, and those that set a password. */
const VERIFYING: readonly LinkKind[] = ['verification', 'emailChange']
const SETTING: readonly LinkKind[] = ['passwordReset', 'invitation']

/** Serves people without a session. The answers must not reveal whether an email has an account. */
export class AccountRepository {
  readonly #options: AccountRepositoryOptions
  readonly #db

  constructor(options: AccountRepositoryOptions) {
    this.#options = options
    const {database} = options
    this.#db = database.db
  }

  /** Queues the verification mail. For a known email nothing else changes. */
  register({email, passwordHash}: Registration, actor: Actor): Promise<void> {
    return this.#db.transaction(async tx => {
      const id = await registerUser(tx, {email, passwordHash, createdAt: this.#options.now()})
      await this.#options.mails.enqueue(tx, {kind: 'verification', email, passwordHash})
      await this.#options.audit.record(tx, actor, {
        action: 'user.registered',
        entityType: 'user',
        ...(id !== undefined && {entityId: id}),
        entityName: email,
        detail: {isNew: id !== undefined},
      })
    })
  }

  /**
   * Queues the mail with the link. The user is only looked up when the mail is written, so that the answer takes
   * equally long.
   */
  requestReset(email: string, actor: Actor): Promise<void> {
    return this.#db.transaction(async tx => {
      await this.#options.mails.enqueue(tx, {kind: 'passwordReset', email})
      await this.#options.audit.record(tx, actor, {
        action: 'password.resetRequested',
        entityType: 'user',
        entityName: email,
      })
    })
  }

  /**
   * Verifies the user and sets the password of the registration that asked for the link; or puts the email in force
   * that the user has asked for. False when the link is invalid.
   */
  verify(token: string, actor: Actor): Promise<boolean> {
    return this.#db.transaction(async tx => {
      const link = await redeemLink(tx, token, VERIFYING, this.#options.now())
      if (link === undefined) return false
      if (link.email !== null) return this.#changeEmail(tx, link, link.email, actor)
      await verifyUser(tx, link.userId, link.passwordHash)
      await this.#options.audit.record(tx, actor, {action: 'user.verified', ...link.entity})
      return true
    })
  }

  /** The account that a link sets the password of. Undefined when the link is invalid. */
  async ownerOf(token: string): Promise<OwnUser | undefined> {
    const found = await findLink(this.#db, hashToken(token), SETTING, this.#options.now())
    return found?.userId ? this.#options.users.find(found.userId) : undefined
  }

  /** Ends all sessions of the user. Undefined when the link is invalid. */
  resetPassword(
    {token, passwordHash}: NewPassword,
    actor: Actor,
  ): Promise<{userId: string; endedSessionIds: string[]} | undefined> {
    return this.#db.transaction(async tx => {
      const link = await redeemLink(tx, token, SETTING, this.#options.now())
      if (link === undefined) return undefined
      await verifyUser(tx, link.userId, passwordHash)
      const endedSessionIds = await this.#options.sessions.endAllOf(tx, [link.userId])
      await this.#options.audit.record(tx, actor, {action: 'password.reset', ...link.entity})
      return {userId: link.userId, endedSessionIds}
    })
  }

  deleteExpiredLinks(): Promise<void> {
    return deleteFree(this.#db, linkToken.hash, lte(linkToken.expiresAt, this.#options.now()))
  }

  /** False when someone of the same organisation has got the email in the meantime. */
  async #changeEmail(transaction: Transaction, link: TakenLink, email: string, actor: Actor) {
    const {userId, owner, entity} = link
    if (await isEmailTaken(transaction, owner, email)) return false
    await setOwn(transaction, userId, {email, isVerified: true})
    await this.#options.mails.enqueue(transaction, {kind: 'emailChanged', email: owner.email, userId})
    const changes = {email: {before: owner.email, after: email}}
    await this.#options.audit.record(transaction, actor, {
      action: 'email.changed',
      ...entity,
      entityName: email,
      detail: {changes},
    })
    return true
  }
}

/**
 * Uses up a link, and with it all other links of the user; only the verification of a registration uses up no other
 * kind. Undefined when the link is invalid.
 */
async function redeemLink(transaction: Transaction, token: string, kinds: readonly LinkKind[], now: EpochMs) {
  const hash = hashToken(token)
  const found = await findLink(transaction, hash, kinds, now)
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

async function findLink(executor: Pick<Transaction, 'select'>, hash: string, kinds: readonly LinkKind[], now: EpochMs) {
  const [found] = await executor
    .select()
    .from(linkToken)
    .where(and(eq(linkToken.hash, hash), inArray(linkToken.kind, [...kinds]), gt(linkToken.expiresAt, now)))
  return found
}

/** Invalidates the links that were mailed to a user. */
export async function deleteLinks(transaction: Transaction, userId: string) {
  await transaction.delete(linkToken).where(eq(linkToken.userId, userId))
}
