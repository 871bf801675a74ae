import {and, eq, isNull} from 'drizzle-orm'
import {createAuditTrail} from '../audit/repository'
import {openPlace} from '../backup/place'
import {connectDatabase, type Database, type Transaction} from '../database/connect'
import {session, user} from '../database/schema'
import {StartRefused} from '../database/startRefused'
import {readEnvironment} from '../environment'
import {createMailRepository} from '../mail/repository'
import {removeSecondFactor} from './repository'

/**
 * `npm run remove-second-factors -- <email>`, for the last admin who has lost both app and codes: of all accounts of the
 * email. It ends their sessions. Rejects with `StartRefused` when there is nothing to remove.
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
    const removed = await removeIn(place.url, email.toLowerCase())
    if (removed === 0) throw new StartRefused(`No account of ${email} has a second factor.`)
    say(`Removed the second factors of ${email}. The password alone signs in until there is a new one.`)
  } finally {
    await place.close()
  }
}

async function removeIn(url: string, email: string): Promise<number> {
  const database = await connectDatabase(url, {max: 1})
  try {
    return await database.db.transaction(async transaction => {
      const accounts = await transaction.select().from(user).where(eq(user.email, email)).for('update')
      let removed = 0
      for (const account of accounts) if (await removeOf(database, transaction, account)) removed++
      return removed
    })
  } finally {
    await database.close()
  }
}

async function removeOf(database: Database, transaction: Transaction, account: typeof user.$inferSelect) {
  const {id: userId, email, organisationId} = account
  if (!(await removeSecondFactor(transaction, userId))) return false
  const isOpen = and(eq(session.userId, userId), isNull(session.endedAt))
  await transaction.update(session).set({endedAt: Date.now()}).where(isOpen)
  const mails = createMailRepository(database, Date.now)
  await mails.enqueue(transaction, {kind: 'secondFactorRemoved', email, userId})
  const operator = {userId: null, email: null, address: THIS_MACHINE}
  const entity = {entityType: 'user', entityId: userId, entityName: email, organisationId} as const
  await createAuditTrail(database, Date.now).record(transaction, operator, {action: 'secondFactor.removed', ...entity})
  return true
}

const THIS_MACHINE = '127.0.0.1'
