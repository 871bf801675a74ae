import Fastify, {type FastifyInstance} from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createGrowingDelay} from '../../../server/access/growingDelay'
import {createKnownAddresses} from '../../../server/access/knownAddresses'
import {createMailLimit} from '../../../server/access/mailLimit'
import {createFirstAdmin} from '../../../server/account/firstAdmin'
import {AccountRepository} from '../../../server/account/repository'
import {accountRoutes} from '../../../server/account/routes'
import {createAuditTrail} from '../../../server/audit/repository'
import {createPasswords} from '../../../server/auth/passwords'
import {SessionRepository} from '../../../server/auth/repository'
import {DEFAULT_RATE_LIMITS} from '../../../server/http/rateLimits'
import {createMailRepository} from '../../../server/mail/repository'
import {createUserRepository} from '../../../server/user/repository'
import {PASSWORD, seedUser} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {noWalls} from '../../support/noWalls'
import {type StatementWatch, watchStatements} from '../../support/statements'

let app: FastifyInstance
let statements: StatementWatch
let hashes = 0

beforeAll(async () => {
  statements = watchStatements(await createTestDatabase())
  const {database} = statements
  const now = Date.now
  await seedUser(database, {email: 'known@works.test'})
  await seedUser(database, {email: 'gone@works.test', userDeleted: true})
  await seedUser(database, {email: 'new@works.test', isVerified: false})
  const audit = createAuditTrail(database, now)
  const sessions = new SessionRepository({
    database,
    lifetimes: {access: 1000, refresh: 1000, session: 1000},
    audit,
    now,
    walls: noWalls,
  })
  const users = createUserRepository({database, endSessions: async () => [], onSessionEnded() {}})
  const passwords = createPasswords({secret: async () => 'secret', hashesOf: users.hashesOf})
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(accountRoutes, {
    accounts: new AccountRepository({
      database,
      now,
      mails: createMailRepository(database, now),
      sessions,
      users,
      audit,
    }),
    firstAdmin: createFirstAdmin({database, now, audit}),
    onMailQueued() {},
    onSessionEnded() {},
    hashNewPassword(email, password) {
      hashes++
      return passwords.hashNew(email, password)
    },
    guesses: createGrowingDelay(DEFAULT_RATE_LIMITS.linkAddress, now),
    mailLimit: createMailLimit({rateLimits: DEFAULT_RATE_LIMITS, now}),
    known: createKnownAddresses(),
  })
})
afterAll(async () => {
  await app.close()
  await statements.database.close()
})

/** Returns the work of the server for a call: its hashes, and its statements without the list of values. */
async function workOf(url: string, body: object) {
  hashes = 0
  const sent = await statements.during(() => app.inject({method: 'POST', url, body}))
  return {hashes, statements: sent.map(statement => statement.replace(/ values .*?( on conflict|$)/, '$1'))}
}

const OTHERS = ['known@works.test', 'gone@works.test', 'new@works.test']

describe('for an unknown email as for a known one', () => {
  it('registering costs one hash and the same statements', async () => {
    const register = (email: string) =>
      workOf('/api/v0/user/register/', {email, password: PASSWORD, password2: PASSWORD})
    const unknown = await register('unknown@works.test')

    expect(unknown.hashes).toBe(1)
    expect(unknown.statements).toEqual([
      expect.stringContaining('select "password_hash" from "user"'),
      'begin',
      expect.stringContaining('insert into "user"'),
      expect.stringContaining('insert into "mail"'),
      expect.stringContaining('insert into "audit"'),
      'commit',
    ])
    for (const email of OTHERS) expect(await register(email)).toEqual(unknown)
  })

  it('asking for a new password costs the same statements, none of which looks for a user', async () => {
    const request = (email: string) => workOf('/api/users/password_reset/', {email})
    const unknown = await request('unknown@works.test')

    expect(unknown).toEqual({
      hashes: 0,
      statements: [
        'begin',
        expect.stringContaining('insert into "mail"'),
        expect.stringContaining('insert into "audit"'),
        'commit',
      ],
    })
    for (const email of OTHERS) expect(await request(email)).toEqual(unknown)
  })
})
