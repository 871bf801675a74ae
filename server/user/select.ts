import {eq, getTableColumns} from 'drizzle-orm'
import type {Transaction} from '../database/connect'
import {profile, user} from '../database/schema'

type StoredUser = typeof user.$inferSelect

/** With what the profile says of the user; null where there is none. */
export interface User extends StoredUser {
  profileName: string | null
  temperatureUnit: (typeof profile.$inferSelect)['temperatureUnit'] | null
}

export const selectUsers = (db: Pick<Transaction, 'select'>) =>
  db
    .select({...getTableColumns(user), profileName: profile.name, temperatureUnit: profile.temperatureUnit})
    .from(user)
    .leftJoin(profile, eq(profile.userId, user.id))
