import {and, asc, eq} from 'drizzle-orm'
import type {CurrentUserWire, UserWire} from '../../contract/user'
import type {Database} from '../database/connect'
import {user} from '../database/schema'
import {withinReach} from '../http/reach'
import type {Viewer} from '../http/viewer'
import {selectUsers, type User} from './select'

export type {User} from './select'

export interface UserRepository {
  find(id: string): Promise<User | undefined>
  /** In any case of letters, composed or not. */
  findByEmail(email: string): Promise<User | undefined>
  /** Undefined for an unknown user as for one out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<User | undefined>
  /** By email; deleted ones included. */
  listVisible(viewer: Viewer, organisationId: string): Promise<User[]>
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
    listVisible: (viewer, organisationId) =>
      selectUsers(db)
        .where(and(eq(user.organisationId, organisationId), withinReach(viewer, 'user')))
        .orderBy(asc(user.email)),
    async replacePasswordHash(found, passwordHash) {
      await db
        .update(user)
        .set({passwordHash})
        .where(and(eq(user.id, found.id), eq(user.passwordHash, found.passwordHash)))
    },
  }
}

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
