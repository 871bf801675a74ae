import {and, eq, isNull, sql} from 'drizzle-orm'
import type {CurrentUserWire, UserWire} from '../../contract/wire/user'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database} from '../database/connect'
import {profile, user} from '../database/schema'
import {type Listed, type ListQuery, type ListShape, sliceOf} from '../store/list'
import {selectUsers, type User} from './select'

export type {User} from './select'

export interface UserRepository {
  find(id: string): Promise<User | undefined>
  /** In any case of letters, composed or not. */
  findByEmail(email: string): Promise<User | undefined>
  /** Undefined for an unknown user as for one out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<User | undefined>
  /** Deleted ones included. `organisationId`: null for those of no organisation. */
  listVisible(viewer: Viewer, organisationId: string | null, query: ListQuery): Promise<Listed<User>>
  /** Does nothing when the password of `found` has changed since it was read. */
  replacePasswordHash(found: Pick<User, 'id' | 'passwordHash'>, passwordHash: string): Promise<void>
}

export function createUserRepository({db}: Pick<Database, 'db'>): UserRepository {
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
    listVisible(viewer, organisationId, query) {
      const {matches, behind, order, limit, collect} = sliceOf(LIST, query)
      const found = and(isOf(organisationId), withinReach(viewer, 'user'), matches)
      const rows = selectUsers(db)
        .where(and(found, behind))
        .orderBy(...order)
        .limit(limit)
      return collect(rows, () => db.$count(selectUsers(db).where(found).as('found')))
    },
    async replacePasswordHash(found, passwordHash) {
      await db
        .update(user)
        .set({passwordHash})
        .where(and(eq(user.id, found.id), eq(user.passwordHash, found.passwordHash)))
    },
  }
}

const LIST: ListShape = {
  id: user.id,
  // The name as `fieldsOf` has it.
  searched: [user.email, sql`coalesce(nullif(${profile.name}, ''), ${user.name})`],
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
    // As people call themselves in their profile, if they do.
    name: found.profileName || found.name,
    authority: found.authority,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    userDeleted: found.userDeleted,
    lastLogin: found.lastLogin,
    createdAt: found.createdAt,
  }
}
