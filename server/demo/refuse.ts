import {inArray} from 'drizzle-orm'
import type {Database} from '../database/connect'
import {user} from '../database/schema/user'
import {StartRefused} from '../database/startRefused'
import {DEMO_ACCOUNTS} from './content/accounts'

/**
 * Throws `StartRefused` when the database has demo accounts. Everybody knows their password, so they must not be served
 * outside of a demo.
 */
export async function refuseDemoAccounts({db}: Pick<Database, 'db'>): Promise<void> {
  const emails = DEMO_ACCOUNTS.map(({email}) => email)
  const found = await db.select({email: user.email}).from(user).where(inArray(user.email, emails))
  if (found.length === 0) return
  throw new StartRefused(
    `This database holds the demo account ${found[0]?.email}, whose password is public. ` +
      'Start on a fresh DATA_DIR or DATABASE_URL, or with DEMO=on.',
  )
}
