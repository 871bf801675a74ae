import {and, DrizzleQueryError, eq, ne, sql} from 'drizzle-orm'
import {DatabaseError} from 'pg'
import type {EpochMs} from '../../contract/wire/common'
import type {NewUserBody, UserChange} from '../../contract/wire/people/userChange'
import type {MailLimit} from '../access/mailLimit'
import {lockEntity, SERVER, withinReach} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database, Transaction} from '../database/connect'
import {user} from '../database/schema/user'
import {conflict, forbidden, noSuch} from '../http/failures/errors'
import type {MailRepository} from '../mail/repository'
import {changedValues} from '../store/change'
import {type Echoed, refuseOther} from '../store/echo'
import {type EndSessions, isInvited, selectUsers, toUser, type User} from './repository'
import {
  actionOf,
  type Decision,
  decide,
  differences,
  type Field,
  membershipOfNew,
  namedValues,
  requireAllowed,
  requireMayChange,
  requireMayGrant,
  requireMembership,
} from './rules'

export interface UserAdministrationOptions {
  database: Database
  now: () => EpochMs
  audit: AuditTrail
  endSessions: EndSessions
  /** Invalidates the links that were mailed to a user. */
  deleteLinks: (transaction: Transaction, userId: string) => Promise<void>
  onSessionEnded: (sessionId: string) => void
  /** Called when a user who stays signed in may see other entities than before. */
  onReachChanged: (userId: string) => void
  mails: MailRepository
  mailLimit: MailLimit
  onMailQueued: () => void
  /** Throws 400 for a password that is easy to guess. */
  hashNewPassword: (email: string, password: string, words?: readonly string[]) => Promise<string>
  /** Throws 403 when it is not the password of the user. */
  requirePassword: (userId: string, password: string) => Promise<string>
}

/** Throws 400, 403, 404 or 409. A refused call has changed nothing. */
export class UserAdministration {
  readonly #options: UserAdministrationOptions

  constructor(options: UserAdministrationOptions) {
    this.#options = options
  }

  /**
   * A new user with a password is verified at once, because the admin vouches for the email; one who is invited by
   * mail sets a password by its link. An unverified registration is taken over where the new user belongs to no
   * organisation, either.
   */
  async create(caller: Caller, body: NewUserBody): Promise<User> {
    requireMayGrant(caller, body.authority)
    const {email, authority, password} = body
    const passwordHash = password === undefined ? '' : await this.#options.hashNewPassword(email, password)
    const membership = membershipOfNew(caller, body)
    const decided = {
      email,
      authority,
      passwordHash,
      ...membership,
      userDeleted: false,
      isVerified: password !== undefined,
    }
    const made = await this.#options.database.db.transaction(async transaction => {
      await requireMembership(transaction, caller, decided)
      const {created, isNew} = await insertUser(transaction, decided, this.#options.now())
      if (!isNew) await this.#options.deleteLinks(transaction, created.id)
      const detail = isNew ? {} : {detail: {isNew}}
      await this.#options.audit.record(transaction, caller, {action: 'user.created', ...entityOf(created), ...detail})
      if (isInvited(created)) await this.#mailInvitation(transaction, created)
      return created
    })
    this.#options.onMailQueued()
    return made
  }

  /** Sends the mail with the link to a user who was invited once more. */
  async invite(caller: Caller, id: string): Promise<void> {
    await this.#options.database.db.transaction(async transaction => {
      const found = await lockVisible(transaction, caller, id)
      if (found === undefined) throw noSuch('user')
      requireMayChange(caller, found, {})
      if (found.userDeleted || !isInvited(found)) throw conflict('This user has set a password already.')
      await this.#mailInvitation(transaction, found)
      await this.#options.audit.record(transaction, caller, {action: 'user.invited', ...entityOf(found)})
    })
    this.#options.onMailQueued()
  }

  /** Ends all sessions of a user. Admins who do that for themselves keep the session that they use. */
  async signOut(caller: Caller, id: string): Promise<void> {
    const endedSessionIds = await this.#options.database.db.transaction(async transaction => {
      const found = await lockVisible(transaction, caller, id)
      if (found === undefined) throw noSuch('user')
      requireMayChange(caller, found, {})
      await this.#options.audit.record(transaction, caller, {action: 'user.signedOut', ...entityOf(found)})
      return this.#options.endSessions(transaction, [id], caller.userId === id ? caller.sessionId : undefined)
    })
    endedSessionIds.forEach(this.#options.onSessionEnded)
  }

  /**
   * Ends the user's sessions unless only the email changes. Admins who change themselves keep the session that they
   * use.
   */
  async change(caller: Caller, id: string, asked: UserChange, echoed: Echoed = {}): Promise<User> {
    const {change, ownEmail, checkedHash} = await this.#withoutOwnEmail(caller, id, asked)
    const passwordHash = change.password
      ? await this.#options.hashNewPassword(change.email ?? (await this.#emailOf(id)), change.password)
      : undefined
    const {changed, fields, endedSessionIds} = await this.#options.database.db.transaction(async transaction => {
      await lockParents(transaction, caller, id, change)
      const found = await lockVisible(transaction, caller, id)
      if (found === undefined) throw noSuch('user')
      refuseOther(toUser(found), echoed)
      // The password may have been changed while it was checked.
      if (checkedHash !== undefined && found.passwordHash !== checkedHash) throw forbidden(PASSWORD_NEEDED)
      const decided = decide(found, change, passwordHash)
      await requireAllowed(transaction, caller, {
        found,
        change,
        decided,
        hasOtherSystemAdmin: () => hasOtherSystemAdmin(transaction, found),
      })
      if (ownEmail !== undefined) await this.#askForOwnEmail(transaction, caller, found, ownEmail)
      return this.#apply(transaction, caller, found, decided)
    })
    this.#options.onMailQueued()
    endedSessionIds.forEach(this.#options.onSessionEnded)
    if (changed.id === caller.userId && fields.some(changesReach)) this.#options.onReachChanged(id)
    return changed
  }

  async #apply(transaction: Transaction, caller: Caller, found: User, decided: Decision) {
    const fields = differences(found, decided)
    if (fields.length === 0) return {changed: found, fields, endedSessionIds: []}
    const changed = await updateUser(transaction, found, decided)
    if (fields.some(outdatesLinks)) await this.#options.deleteLinks(transaction, found.id)
    const remainingSessionId = caller.userId === found.id && !changed.userDeleted ? caller.sessionId : undefined
    const endedSessionIds = fields.some(endsSessions)
      ? await this.#options.endSessions(transaction, [found.id], remainingSessionId)
      : []
    const changes = changedValues(namedValues(found), namedValues(decided), fields)
    const detail = {fields, changes, version: changed.version}
    await this.#options.audit.record(transaction, caller, {
      action: actionOf(found, decided),
      ...entityOf(changed),
      detail,
    })
    if (fields.some(isCredential)) await this.#notify(transaction, caller, found, changed)
    return {changed, fields, endedSessionIds}
  }

  /** Mails the owner of an account that an admin has changed its credentials. */
  async #notify(transaction: Transaction, caller: Caller, found: User, changed: User) {
    const kind = caller.userId === found.id ? 'passwordChanged' : 'changedByAdmin'
    for (const email of new Set([found.email, changed.email]))
      await this.#options.mails.enqueue(transaction, {kind, email, userId: found.id})
  }

  /**
   * A user who changes the own email or password gives the present one. An own email is no part of the change that is
   * applied: it holds as soon as it is verified.
   */
  async #withoutOwnEmail(caller: Caller, id: string, {currentPassword, ...change}: UserChange): Promise<Asked> {
    const isNewEmail = change.email !== undefined && change.email !== caller.email
    if (caller.userId !== id || !(isNewEmail || change.password)) return {change}
    if (currentPassword === undefined) throw forbidden(PASSWORD_NEEDED)
    const checkedHash = await this.#options.requirePassword(id, currentPassword)
    const {email: ownEmail, ...rest} = change
    return isNewEmail ? {change: rest, ownEmail, checkedHash} : {change, checkedHash}
  }

  async #mailInvitation(transaction: Transaction, {id, email}: User) {
    this.#options.mailLimit.count(email)
    await this.#options.mails.enqueue(transaction, {kind: 'invitation', email, userId: id})
  }

  async #askForOwnEmail(transaction: Transaction, caller: Caller, found: User, email: string) {
    this.#options.mailLimit.count(email)
    await this.#options.mails.enqueue(transaction, {kind: 'emailChange', email, userId: found.id})
    await this.#options.mails.enqueue(transaction, {kind: 'emailChangeAsked', email: found.email, userId: found.id})
    const detail = {changes: {email: {before: found.email, after: email}}}
    await this.#options.audit.record(transaction, caller, {action: 'email.changeRequested', ...entityOf(found), detail})
  }

  async #emailOf(id: string): Promise<string> {
    const [found] = await this.#options.database.db.select({email: user.email}).from(user).where(eq(user.id, id))
    return found?.email ?? ''
  }
}

interface Asked {
  change: UserChange
  /** The email that is to become the caller's own. */
  ownEmail?: string | undefined
  /** The hash that the caller's present password was checked against. */
  checkedHash?: string
}

const PASSWORD_NEEDED = 'Your present password is needed to change your own email or password.'

const isCredential = (field: Field) => field === 'email' || field === 'password'
const outdatesLinks = (field: Field) => ['email', 'password', 'userDeleted'].includes(field)
const changesReach = (field: Field) => ['authority', 'organisation_id', 'customer_id'].includes(field)
const endsSessions = (field: Field) => field !== 'email'

const entityOf = ({id, email, organisationId}: User) => ({
  entityType: 'user' as const,
  entityId: id,
  entityName: email,
  organisationId,
})

/**
 * Locks the user against other changes until the transaction ends. Undefined when the user is out of the viewer's
 * reach.
 */
export async function lockVisible(transaction: Transaction, viewer: Viewer, id: string): Promise<User | undefined> {
  const [found] = await selectVisible(transaction, viewer, id).for('update', {of: user})
  return found
}

const selectVisible = (transaction: Transaction, viewer: Viewer, id: string) =>
  selectUsers(transaction).where(and(eq(user.id, id), withinReach(viewer, 'user')))

/** Holds where a user is and is to be before the user is locked, as the removal of such a place does it. */
async function lockParents(transaction: Transaction, viewer: Viewer, id: string, change: UserChange) {
  const [found] = await selectVisible(transaction, viewer, id)
  const hold = async (entityType: 'organisation' | 'customer', ids: (string | null | undefined)[]) => {
    for (const entityId of ids.filter(id => typeof id === 'string').sort())
      await lockEntity(transaction, SERVER, {entityType, entityId})
  }
  await hold('organisation', [found?.organisationId, change.organisation_id])
  await hold('customer', [found?.customerId, change.customer_id])
}

export interface CreatedUser {
  created: User
  /** False when an unverified registration was taken over. */
  isNew: boolean
}

/**
 * Takes over a registration in the same place that was neither verified nor made by an admin, because anybody may
 * register an email that isn't theirs. Throws 409 when the organisation has a user with this email.
 */
export async function insertUser(
  transaction: Transaction,
  decided: Decision,
  createdAt: EpochMs,
): Promise<CreatedUser> {
  const [created] = await transaction
    .insert(user)
    .values({...decided, createdAt})
    .onConflictDoUpdate({
      target: [user.email, user.organisationId],
      set: {...decided, createdAt, version: sql`${user.version} + 1`},
      setWhere: isRegistrationOnly,
    })
    .returning()
  if (created === undefined) throw emailTaken()
  const isNew = created.version === 1
  return {created: {...created, profileName: null, temperatureUnit: null}, isNew}
}

const isRegistrationOnly = sql`
  not ${user.isVerified} and ${user.authority} = 'CUSTOMER_USER'
  and ${user.organisationId} is null and ${user.customerId} is null`

/** Throws 409 when the email is taken. */
export async function updateUser(transaction: Transaction, found: User, decided: Decision): Promise<User> {
  const isNewPassword = decided.passwordHash !== found.passwordHash
  const changed = {...decided, ...(isNewPassword && {failedSignIns: 0}), version: found.version + 1}
  try {
    await transaction.update(user).set(changed).where(eq(user.id, found.id))
  } catch (error) {
    if (isEmailTaken(error)) throw emailTaken()
    throw error
  }
  return {...found, ...changed}
}

/**
 * Whether another user can sign in as a SYS_ADMIN. A lock lets only one transaction ask at a time, so that two can't
 * remove the last two.
 */
export async function hasOtherSystemAdmin(transaction: Transaction, {id}: User): Promise<boolean> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.systemAdmins})`)
  const isActive = and(eq(user.authority, 'SYS_ADMIN'), eq(user.userDeleted, false), eq(user.isVerified, true))
  return (await transaction.$count(user, and(isActive, ne(user.id, id)))) > 0
}

const emailTaken = () => conflict('A user with this email exists already.')

function isEmailTaken(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause instanceof DatabaseError && cause.constraint === 'user_email_in_organisation'
}
