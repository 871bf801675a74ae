import {and, eq} from 'drizzle-orm'
import type {CurrentUserWire} from '../../contract/user'
import type {Database} from '../database/connect'
import {user} from '../database/schema'

export type User = typeof user.$inferSelect

export interface UserRepository {
  find(id: string): Promise<User | undefined>
  /** In any case of letters. */
  findByEmail(email: string): Promise<User | undefined>
  /** Does nothing when the password of `found` has changed since it was read. */
  replacePasswordHash(found: Pick<User, 'id' | 'passwordHash'>, passwordHash: string): Promise<void>
}

export function createUserRepository({db}: Database): UserRepository {
  return {
    async find(id) {
      const [found] = await db.select().from(user).where(eq(user.id, id))
      return found
    },
    async findByEmail(email) {
      const [found] = await db.select().from(user).where(eq(user.email, email.toLowerCase()))
      return found
    },
    async replacePasswordHash(found, passwordHash) {
      await db
        .update(user)
        .set({passwordHash})
        .where(and(eq(user.id, found.id), eq(user.passwordHash, found.passwordHash)))
    },
  }
}

export function toCurrentUser(found: User): CurrentUserWire {
  return {
    _id: found.id,
    email: found.email,
    name: found.name,
    authority: found.authority,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    userDeleted: found.userDeleted,
    lastLogin: found.lastLogin,
    createdAt: found.createdAt,
  }
}
