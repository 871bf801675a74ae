import {createAuditTrail} from './audit/repository'
import {endAllSessionsOf} from './auth/ending'
import {openPlace} from './backup/place'
import {connectDatabase, type Database} from './database/connect'
import {StartRefused} from './database/startRefused'
import {readEnvironment} from './environment'
import {createMailRepository} from './mail/repository'
import {realTime} from './scheduler'
import {removeSecondFactor} from './secondFactor/repository'
import {createUserRepository, lockUser, type User} from './user/repository'

/**
 * `npm run remove-second-factors -- <email>`, for the last admin who has lost both app and codes: of all accounts of
 * the email. It ends their sessions. Rejects with `StartRefused` when there is nothing to remove.
 */
export async function removeSecondFactorsCommand(
  parameters: readonly string[],
  variables: NodeJS.ProcessEnv,
  say: (line: string) => void,
) {
  const [email, ...others] = parameters
  if (!email?.includes('@') || others.length > 0) {
    throw new StartRefused('Name one email: npm run remove-second-factors -- <email>')
  }
  const place = await openPlace(readEnvironment(variables), {create: false})
  try {
    const removed = await removeIn(place.url, email)
    if (removed === 0) throw new StartRefused(`No account of ${email} has a second factor.`)
    say(`Removed the second factors of ${email}. The password alone signs in until there is a new one.`)
  } finally {
    await place.close()
  }
}

async function removeIn(url: string, email: string): Promise<number> {
  const database = await connectDatabase(url, {max: 1})
  const users = createUserRepository({database, endSessions: async () => [], onSessionEnded() {}})
  try {
    let removed = 0
    for (const account of await users.findAllByEmail(email)) if (await removeOf(database, account)) removed++
    return removed
  } finally {
    await database.close()
  }
}

const removeOf = (database: Database, {id: userId, email, organisationId}: User): Promise<boolean> =>
  database.db.transaction(async transaction => {
    await lockUser(transaction, userId)
    if (!(await removeSecondFactor(transaction, userId))) return false
    await endAllSessionsOf(transaction, [userId], realTime.now())
    const mails = createMailRepository(database, realTime.now)
    await mails.enqueue(transaction, {kind: 'secondFactorRemoved', email, userId})
    const operator = {userId: null, email: null, address: THIS_MACHINE}
    const entity = {entityType: 'user', entityId: userId, entityName: email, organisationId} as const
    const audit = createAuditTrail(database, realTime.now)
    await audit.record(transaction, operator, {action: 'secondFactor.removed', ...entity})
    return true
  })

const THIS_MACHINE = '127.0.0.1'
