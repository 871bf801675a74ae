import {and, eq, getTableColumns, inArray, isNull, type SQL, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {EpochMs} from '../../contract/wire/common'
import type {CurrentUserWire, UserWire} from '../../contract/wire/people/user'
import {seesDevices, withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {removeAttributes, takeFromOrganisation} from '../attribute/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, isAnyOf, lockInOrder} from '../database/rows'
import {user} from '../database/schema/user'
import {conflict} from '../http/failures/errors'
import {ownOrganisation} from '../organisation/repository'
import {ownProfile} from '../profile/repository'
import type {Cascade} from '../store/entity'
import {type Listed, type ListQuery, type ListShape, listRows} from '../store/list'

type StoredUser = typeof user.$inferSelect

/** A user with the fields of the profile, which are null when there is no profile. */
export interface User extends StoredUser {
  profileName: string | null
  temperatureUnit: CurrentUserWire['temperature_unit'] | null
}

export const maySignIn = ({userDeleted, isVerified}: Pick<User, 'userDeleted' | 'isVerified'>): boolean =>
  !userDeleted && isVerified

/** The user who asks, with the title of the organisation, which not everybody may read otherwise. */
export interface OwnUser extends User {
  organisationTitle: string | null
}

export const selectUsers = (db: Pick<Transaction, 'select'>) =>
  db
    .select({...getTableColumns(user), profileName: ownProfile.name, temperatureUnit: ownProfile.temperatureUnit})
    .from(user)
    .leftJoin(ownProfile, eq(ownProfile.userId, user.id))
    .$dynamic()

const selectOwn = (db: Pick<Transaction, 'select'>) =>
  db
    .select({
      ...getTableColumns(user),
      profileName: ownProfile.name,
      temperatureUnit: ownProfile.temperatureUnit,
      organisationTitle: ownOrganisation.title,
    })
    .from(user)
    .leftJoin(ownProfile, eq(ownProfile.userId, user.id))
    .leftJoin(ownOrganisation, eq(ownOrganisation.id, user.organisationId))
    .$dynamic()

const asStored = (email: string) => email.normalize('NFC').toLowerCase()

/**
 * Ends all sessions of the users except `exceptSessionId`, in the transaction that makes this necessary. Returns the
 * ids of the ended sessions.
 */
export type EndSessions = (
  transaction: Transaction,
  userIds: readonly string[],
  exceptSessionId?: string,
) => Promise<string[]>

export interface UserRepository {
  find(id: string): Promise<OwnUser | undefined>
  /**
   * The accounts of an email, the one that was used last first. Each is in another organisation. Ignores case and
   * Unicode composition of the email.
   */
  findAllByEmail(email: string): Promise<OwnUser[]>
  /** The hashes of the passwords of these accounts, the oldest account first. */
  hashesOf(email: string): Promise<string[]>
  /** Undefined when the user is unknown or out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<User | undefined>
  /** Includes deleted users. An `organisationId` of null lists users without an organisation. */
  listVisible(viewer: Viewer, organisationId: string | null, query: ListQuery): Promise<Listed<User>>
  /** Does nothing when the password has changed since `found` was read. */
  replacePasswordHash(found: Pick<User, 'id' | 'passwordHash'>, passwordHash: string): Promise<void>
  /** Removes users of an organisation with their sessions and attributes. A SYS_ADMIN stays, without it. */
  removeOf: Cascade
  /** Takes users out of a customer that is being removed, and signs out those who see less afterwards. */
  detachFromCustomer: Cascade
}

export interface UserRepositoryOptions {
  database: Pick<Database, 'db'>
  endSessions: EndSessions
  onSessionEnded: (sessionId: string) => void
}

export function createUserRepository(options: UserRepositoryOptions): UserRepository {
  const {endSessions, onSessionEnded} = options
  const {db} = options.database
  const gone = (userIds: string[], sessionIds: string[]) => ({
    count: userIds.length,
    afterwards: () => sessionIds.forEach(onSessionEnded),
  })

  return {
    async find(id) {
      const [found] = await selectOwn(db).where(eq(user.id, id))
      return found
    },
    findAllByEmail: email =>
      selectOwn(db)
        .where(eq(user.email, asStored(email)))
        .orderBy(sql`${user.lastLogin} desc nulls last`, user.createdAt),
    async hashesOf(email) {
      const found = db
        .select({passwordHash: user.passwordHash})
        .from(user)
        .where(eq(user.email, asStored(email)))
      return (await found.orderBy(user.createdAt, user.id)).map(({passwordHash}) => passwordHash)
    },
    async findVisible(viewer, id) {
      const [found] = await selectUsers(db).where(and(eq(user.id, id), withinReach(viewer, 'user')))
      return found
    },
    listVisible: (viewer, organisationId, query) =>
      listRows(LIST, query, and(isOf(organisationId), withinReach(viewer, 'user')), {
        select: () => selectUsers(db),
        count: found => db.$count(selectUsers(db).where(found).as('found')),
      }),
    async replacePasswordHash(found, passwordHash) {
      await db
        .update(user)
        .set({passwordHash})
        .where(and(eq(user.id, found.id), eq(user.passwordHash, found.passwordHash)))
    },
    async removeOf(transaction, organisationId) {
      await letSystemAdminsGo(transaction, organisationId)
      // The users are locked first, so that none can sign in between the end of the sessions and the removal.
      const ids = await lockInOrder(transaction, user.id, isOf(organisationId))
      const sessionIds = await endSessions(transaction, ids)
      await transaction.delete(user).where(isAnyOf(user.id, ids))
      await removeAttributes(transaction, 'user', ids)
      return gone(ids, sessionIds)
    },
    async detachFromCustomer(transaction, customerId) {
      await lockInOrder(transaction, user.id, eq(user.customerId, customerId))
      const left = await transaction
        .update(user)
        .set({customerId: null, version: sql`${user.version} + 1`})
        .where(eq(user.customerId, customerId))
        .returning({id: user.id})
      const ids = left.map(({id}) => id)
      return gone(ids, await endSessions(transaction, ids))
    },
  }
}

/** A person of an organisation; `isPresent`: may sign in, and sees devices. */
export interface Person {
  id: string
  name: string
  email: string
  customerId: string | null
  isAdmin: boolean
  isPresent: boolean
}

/** The users of an organisation by their emails: all of them, or those with one of `emails`. */
export async function readPeople(
  db: Pick<Transaction, 'select'>,
  organisationId: string,
  emails?: readonly string[],
): Promise<Person[]> {
  const isAsked = emails === undefined ? undefined : isAnyOf(user.email, emails)
  const {id, email, name, authority} = user
  const found = await db
    .select({
      id,
      email,
      name,
      authority,
      customerId: user.customerId,
      profileName: ownProfile.name,
      isPresent: seesDevices(db),
    })
    .from(user)
    .leftJoin(ownProfile, eq(ownProfile.userId, id))
    .where(and(eq(user.organisationId, organisationId), isAsked))
    .orderBy(email)
  return found.map(({id, email, name, authority, customerId, profileName, isPresent}) => ({
    id,
    email,
    customerId,
    isPresent,
    name: profileName || name || email,
    isAdmin: authority === 'ORGANISATION_ADMIN',
  }))
}

/** The admins of all organisations who may sign in. */
export async function organisationAdmins(
  db: Pick<Transaction, 'select'>,
  isMeant: (id: typeof user.id) => SQL | undefined,
): Promise<{id: string; email: string; organisationId: string}[]> {
  const isAdmin = and(eq(user.authority, 'ORGANISATION_ADMIN'), eq(user.userDeleted, false), user.isVerified)
  const found = await db
    .select({id: user.id, email: user.email, organisationId: user.organisationId})
    .from(user)
    .where(and(isAdmin, isMeant(user.id)))
  return found.flatMap(({organisationId, ...admin}) => (organisationId === null ? [] : [{...admin, organisationId}]))
}

/** The columns of a session's user, to be joined to the session. */
export const owner = new QueryBuilder({casing: 'snake_case'})
  .select({
    id: user.id,
    email: user.email,
    authority: user.authority,
    organisationId: user.organisationId,
    customerId: user.customerId,
    maySignIn: sql<boolean>`(not ${user.userDeleted} and ${user.isVerified})`.as('may_sign_in'),
  })
  .from(user)
  .as('owner')

/**
 * Records a sign-in within the statement that opens the session. Finds no user when the password has changed in the
 * meantime.
 */
export const signInOf = (
  executor: Pick<Transaction, 'update'>,
  {id, passwordHash}: Pick<User, 'id' | 'passwordHash'>,
  lastLogin: EpochMs,
) =>
  executor
    .update(user)
    .set({lastLogin, failedSignIns: 0})
    .where(
      and(eq(user.id, id), eq(user.passwordHash, passwordHash), eq(user.userDeleted, false), eq(user.isVerified, true)),
    )
    .returning({id: user.id})

interface NewAccount {
  email: string
  passwordHash: string
  createdAt: EpochMs
}

/**
 * Creates an unverified user without any rights and without an organisation. Returns the id, or undefined when there is
 * one with this email already, and then changes nothing.
 */
export async function registerUser(transaction: Transaction, account: NewAccount): Promise<string | undefined> {
  const [made] = await transaction
    .insert(user)
    .values({...account, authority: 'CUSTOMER_USER', isVerified: false})
    .onConflictDoNothing({target: [user.email, user.organisationId]})
    .returning({id: user.id})
  return made?.id
}

/** Locks the user against other changes until the transaction ends. Undefined for a deleted user. */
export async function lockUser(transaction: Transaction, id: string): Promise<StoredUser | undefined> {
  const isActive = and(eq(user.id, id), eq(user.userDeleted, false))
  const [found] = await transaction.select().from(user).where(isActive).for('update')
  return found
}

/**
 * Must only be called when the user has proven to own the email. A `passwordHash` of null keeps the present password.
 */
export const verifyUser = (transaction: Transaction, id: string, passwordHash: string | null) =>
  setOwn(transaction, id, {isVerified: true, ...(passwordHash && {passwordHash})})

/** Sets the user's choices for the own account. */
export async function setOwn(
  transaction: Transaction,
  id: string,
  chosen: Partial<Pick<User, 'email' | 'passwordHash' | 'isVerified'>>,
) {
  await transaction
    .update(user)
    .set({...chosen, ...(chosen.passwordHash && {failedSignIns: 0}), version: sql`${user.version} + 1`})
    .where(eq(user.id, id))
}

/** Counts a failed sign-in of accounts that may sign in, and returns how many in a row since the last success. */
export async function countFailedSignIn(transaction: Transaction, ids: readonly string[]) {
  const locked = await lockInOrder(transaction, user.id, isAnyOf(user.id, ids))
  return transaction
    .update(user)
    .set({failedSignIns: sql`${user.failedSignIns} + 1`})
    .where(and(isAnyOf(user.id, locked), eq(user.userDeleted, false), eq(user.isVerified, true)))
    .returning({id: user.id, email: user.email, failed: user.failedSignIns})
}

/** Whether the organisation of the user, or none where the user has none, has an account with this email. */
export async function isEmailTaken(
  executor: Pick<Transaction, 'select'>,
  {organisationId}: Pick<User, 'organisationId'>,
  email: string,
): Promise<boolean> {
  const isThere = and(eq(user.email, email), isOf(organisationId))
  return (await executor.select({id: user.id}).from(user).where(isThere).limit(1)).length > 0
}

export async function hasSystemAdmin(executor: Pick<Transaction, 'select'>): Promise<boolean> {
  const isAdmin = and(eq(user.authority, 'SYS_ADMIN'), eq(user.userDeleted, false))
  return (await executor.select({id: user.id}).from(user).where(isAdmin).limit(1)).length > 0
}

/** Returns the id. Fails with SQLSTATE 23505 when the email is already known. */
export async function insertSystemAdmin(transaction: Transaction, account: NewAccount): Promise<string> {
  const values = {...account, authority: 'SYS_ADMIN' as const}
  return exactlyOne(await transaction.insert(user).values(values).returning({id: user.id})).id
}

const LIST: ListShape = {
  id: user.id,
  // This must be the same name that `fieldsOf` sends.
  searched: [user.email, sql`coalesce(nullif(${ownProfile.name}, ''), ${user.name})`],
  sorts: {
    email: user.email,
    authority: user.authority,
    userDeleted: user.userDeleted,
    lastLogin: user.lastLogin,
    createdAt: user.createdAt,
  },
  sortedBy: 'email',
  filters: {authority: user.authority, customer_id: user.customerId, userDeleted: user.userDeleted},
  createdAt: user.createdAt,
}

const isOf = (organisationId: string | null) =>
  organisationId === null ? isNull(user.organisationId) : eq(user.organisationId, organisationId)

/** `additions` adds the fields that the specification doesn't have. */
export function toCurrentUser(
  found: User | OwnUser,
  {additions, needsSecondFactor}: {additions: boolean; needsSecondFactor: boolean | undefined},
): CurrentUserWire {
  if (!additions) return fieldsOf(found)
  const title = 'organisationTitle' in found ? {organisation_title: found.organisationTitle} : {}
  const need = needsSecondFactor ? {needs_second_factor: true} : {}
  return {...fieldsOf(found), temperature_unit: found.temperatureUnit ?? 'celsius', ...title, ...need}
}

export function toUser(found: User): UserWire {
  const {isVerified, version} = found
  return {...fieldsOf(found), isVerified, ...(isInvited(found) && {isInvited: true}), version}
}

/** Words about the user that others know, and that a password should not consist of. */
export const wordsOf = (found: OwnUser | undefined): string[] =>
  [found?.organisationTitle, found?.name, found?.profileName].flatMap(word => word || [])

/** Whether the user was invited by mail and has set no password yet. */
export const isInvited = ({passwordHash}: Pick<User, 'passwordHash'>): boolean => passwordHash === ''

function fieldsOf(found: User) {
  return {
    _id: found.id,
    email: found.email,
    // The name in the profile takes precedence over the one that an admin has given.
    name: found.profileName || found.name,
    authority: found.authority,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    userDeleted: found.userDeleted,
    lastLogin: found.lastLogin,
    createdAt: found.createdAt,
  }
}

/**
 * Detaches system administrators from an organisation that is being removed. Throws 409 when one has another account.
 */
async function letSystemAdminsGo(transaction: Transaction, organisationId: string) {
  const isLeaving = and(eq(user.organisationId, organisationId), eq(user.authority, 'SYS_ADMIN'))
  const emails = transaction.select({email: user.email}).from(user).where(isLeaving)
  const [other] = await transaction
    .select({id: user.id})
    .from(user)
    .where(and(isNull(user.organisationId), inArray(user.email, emails)))
    .limit(1)
  if (other !== undefined) throw conflict(OTHER_ACCOUNT)
  await lockInOrder(transaction, user.id, isLeaving)
  const left = await transaction
    .update(user)
    .set({organisationId: null, customerId: null, version: sql`${user.version} + 1`})
    .where(isLeaving)
    .returning({id: user.id})
  await takeFromOrganisation(
    transaction,
    'user',
    left.map(({id}) => id),
  )
}

const OTHER_ACCOUNT =
  'A system administrator of this organisation has another account without one. Change the email of one of them first.'
