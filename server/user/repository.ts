import {and, eq, getTableColumns, isNull, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {EpochMs} from '../../contract/wire/common'
import type {CurrentUserWire, UserWire} from '../../contract/wire/user'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {removeAttributes, takeFromOrganisation} from '../attribute/repository'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {only} from '../database/only'
import {user} from '../database/schema'
import {ownProfile} from '../profile/repository'
import type {LetGo} from '../store/entity'
import {type Listed, type ListQuery, type ListShape, listRows} from '../store/list'

type StoredUser = typeof user.$inferSelect

/** A user with what the profile says of it; null where there is no profile. */
export interface User extends StoredUser {
  profileName: string | null
  temperatureUnit: CurrentUserWire['temperature_unit'] | null
}

export const selectUsers = (db: Pick<Transaction, 'select'>) =>
  db
    .select({...getTableColumns(user), profileName: ownProfile.name, temperatureUnit: ownProfile.temperatureUnit})
    .from(user)
    .leftJoin(ownProfile, eq(ownProfile.userId, user.id))
    .$dynamic()

/** Ends all sessions of users but one, as a part of the change that makes it necessary; answers their ids. */
export type EndSessions = (
  transaction: Transaction,
  userIds: readonly string[],
  exceptSessionId?: string,
) => Promise<string[]>

export interface UserRepository {
  find(id: string): Promise<User | undefined>
  /** Finds the email in any case of letters, composed or not. */
  findByEmail(email: string): Promise<User | undefined>
  /** Undefined for an unknown user as for one out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<User | undefined>
  /** Deleted ones included. `organisationId`: null for those of no organisation. */
  listVisible(viewer: Viewer, organisationId: string | null, query: ListQuery): Promise<Listed<User>>
  /** Does nothing when the password of `found` has changed since it was read. */
  replacePasswordHash(found: Pick<User, 'id' | 'passwordHash'>, passwordHash: string): Promise<void>
  /** Their sessions and attributes go with them; SYS_ADMINs stay, without the organisation. */
  removeOf: LetGo
  /** Those who see less from then on are signed out. */
  leaveCustomer: LetGo
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
      const [found] = await selectUsers(db).where(eq(user.id, id))
      return found
    },
    async findByEmail(email) {
      const [found] = await selectUsers(db).where(eq(user.email, email.normalize('NFC').toLowerCase()))
      return found
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
      // Locked first, so that none of them signs in between the end of the sessions and that of the user.
      const locked = transaction.select({id: user.id}).from(user).where(isOf(organisationId)).for('update')
      const ids = (await locked).map(({id}) => id)
      const sessionIds = await endSessions(transaction, ids)
      await transaction.delete(user).where(isAnyOf(user.id, ids))
      await removeAttributes(transaction, 'user', ids)
      return gone(ids, sessionIds)
    },
    async leaveCustomer(transaction, customerId) {
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

async function letSystemAdminsGo(transaction: Transaction, organisationId: string) {
  const left = await transaction
    .update(user)
    .set({organisationId: null, customerId: null, version: sql`${user.version} + 1`})
    .where(and(eq(user.organisationId, organisationId), eq(user.authority, 'SYS_ADMIN')))
    .returning({id: user.id})
  await takeFromOrganisation(
    transaction,
    'user',
    left.map(({id}) => id),
  )
}

/** What a session knows of its user, to be joined to it. */
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
 * Marks a sign-in, as a part of the statement that opens the session; of nobody where the password has changed
 * meanwhile.
 */
export const signInOf = (
  executor: Pick<Transaction, 'update'>,
  {id, passwordHash}: Pick<User, 'id' | 'passwordHash'>,
  lastLogin: EpochMs,
) =>
  executor
    .update(user)
    .set({lastLogin})
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
 * Unverified, without any rights. Answers the id; undefined where the email is known already, and then changes nothing.
 */
export async function registerUser(transaction: Transaction, account: NewAccount): Promise<string | undefined> {
  const [made] = await transaction
    .insert(user)
    .values({...account, authority: 'CUSTOMER_USER', isVerified: false})
    .onConflictDoNothing({target: user.email})
    .returning({id: user.id})
  return made?.id
}

/** Nobody else changes the user before the transaction's end. Undefined for one that is deleted. */
export async function lockUser(transaction: Transaction, id: string): Promise<StoredUser | undefined> {
  const isActive = and(eq(user.id, id), eq(user.userDeleted, false))
  const [found] = await transaction.select().from(user).where(isActive).for('update')
  return found
}

/** The email has proven to be the user's own. Without a password the present one stays. */
export async function verifyUser(transaction: Transaction, id: string, passwordHash: string | null) {
  await transaction
    .update(user)
    .set({isVerified: true, ...(passwordHash && {passwordHash}), version: sql`${user.version} + 1`})
    .where(eq(user.id, id))
}

export async function hasSystemAdmin(executor: Pick<Transaction, 'select'>): Promise<boolean> {
  const isAdmin = and(eq(user.authority, 'SYS_ADMIN'), eq(user.userDeleted, false))
  return (await executor.select({id: user.id}).from(user).where(isAdmin).limit(1)).length > 0
}

/** Answers the id. Fails where the email is known already (23505). */
export async function insertSystemAdmin(transaction: Transaction, account: NewAccount): Promise<string> {
  const values = {...account, authority: 'SYS_ADMIN' as const}
  return only(await transaction.insert(user).values(values).returning({id: user.id})).id
}

const LIST: ListShape = {
  id: user.id,
  // The name as `fieldsOf` has it.
  searched: [user.email, sql`coalesce(nullif(${ownProfile.name}, ''), ${user.name})`],
  sorts: {
    email: user.email,
    authority: user.authority,
    userDeleted: user.userDeleted,
    lastLogin: user.lastLogin,
    createdAt: user.createdAt,
  },
  sortedBy: 'email',
}

const isOf = (organisationId: string | null) =>
  organisationId === null ? isNull(user.organisationId) : eq(user.organisationId, organisationId)

/** `additions`: with what the specification does not know of. */
export function toCurrentUser(found: User, additions: boolean): CurrentUserWire {
  return {...fieldsOf(found), ...(additions && {temperature_unit: found.temperatureUnit ?? 'celsius'})}
}

export function toUser(found: User): UserWire {
  const {isVerified, version} = found
  return {...fieldsOf(found), isVerified, version}
}

function fieldsOf(found: User) {
  return {
    _id: found.id,
    email: found.email,
    // People are called as they call themselves in their profile, if they do.
    name: found.profileName || found.name,
    authority: found.authority,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    userDeleted: found.userDeleted,
    lastLogin: found.lastLogin,
    createdAt: found.createdAt,
  }
}
