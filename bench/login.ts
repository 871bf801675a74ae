import {hashPassword, isPassword} from '../server/auth/passwords'
import {type Line, timesOver} from './support/report'
import {cookiesOf, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createOrganisation, PASSWORD} from './support/world'

const LIMIT = 1.3
const WARM_UP = 5
/** Found by measuring the parts one by one. */
const CAUSE =
  'beside the hash there are the request itself, the query that finds the user, and the commit ' +
  'that opens the session, which waits for the disk; ' +
  'together about 4 ms, and the hash alone takes 8 ms on an idle core.'

/** Logins and plain verifications of the password take turns, one at a time on an idle machine. */
export async function login(settings: Settings): Promise<Line[]> {
  return withServer(
    database => createOrganisation(database, 'Login', 1),
    async (server, {emails: [email]}) => {
      const passwordHash = await hashPassword(PASSWORD)
      const logins: number[] = []
      const hashes: number[] = []
      for (let run = -WARM_UP; run < byLength(settings, {quick: 60, usual: 300}); run++) {
        const loginTime = await timeOf(() => cookiesOf(server, email))
        const hashTime = await timeOf(() => isPassword(passwordHash, PASSWORD))
        if (run < 0) continue
        logins.push(loginTime)
        hashes.push(hashTime)
      }
      const hash = {of: 'the hash', times: hashes, decimals: 1}
      return [{...timesOver('login: request → answer, by the password hash alone', logins, hash, LIMIT), cause: CAUSE}]
    },
  )
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
