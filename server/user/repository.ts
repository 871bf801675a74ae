import {eq} from 'drizzle-orm'
import type {CurrentUserWire} from '../../contract/user'
import type {Database} from '../database/connect'
import {user} from '../database/schema'

export type User = typeof user.$inferSelect

export interface UserRepository {
  find(id: string): Promise<User | undefined>
  /** In any case of letters. */
  findByEmail(email: string): Promise<User | undefined>
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
