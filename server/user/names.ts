import {eq} from 'drizzle-orm'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {user} from '../database/schema/user'
import {ownProfile} from '../profile/repository'

/** What users are called, by their ids; those without a name by their emails. */
export async function readNames(
  db: Pick<Transaction, 'select'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .select({id: user.id, email: user.email, name: user.name, profileName: ownProfile.name})
    .from(user)
    .leftJoin(ownProfile, eq(ownProfile.userId, user.id))
    .where(isAnyOf(user.id, ids))
  return new Map(found.map(({id, email, name, profileName}) => [id, profileName || name || email]))
}
