import {linkToken} from '../../server/database/schema/account'
import {createToken, hashToken} from '../../server/http/secrets'
import {seedUser} from '../support/app'
import type {World} from '../support/world'

const HOUR = 3_600_000

/** A link for a user of its own; answers the token in it. */
export async function storeLink({database, clock}: World, kind: 'verification' | 'passwordReset'): Promise<string> {
  const user = await seedUser(database, {email: `${kind}@example.test`, isVerified: kind === 'passwordReset'})
  const token = createToken()
  await database.db.insert(linkToken).values({
    hash: hashToken(token),
    kind,
    userId: user.id,
    passwordHash: user.passwordHash,
    expiresAt: clock.now + HOUR,
  })
  return token
}
