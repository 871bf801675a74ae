import cookie from '@fastify/cookie'
import Fastify, {type FastifyInstance} from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createKnownAddresses} from '../../../server/access/knownAddresses'
import {createAuditTrail} from '../../../server/audit/repository'
import {createPasswords} from '../../../server/auth/passwords'
import {createRefusals} from '../../../server/auth/refusals'
import {SessionRepository} from '../../../server/auth/repository'
import {authRoutes} from '../../../server/auth/routes'
import {createTokenCookies} from '../../../server/http/browser/cookies'
import {answerError} from '../../../server/http/failures/errorHandler'
import {DEFAULT_RATE_LIMITS} from '../../../server/http/rateLimits'
import {createMailRepository} from '../../../server/mail/repository'
import {SecondFactorRepository} from '../../../server/secondFactor/repository'
import {createUserRepository} from '../../../server/user/repository'
import {seedUser} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {noWalls} from '../../support/noWalls'
import {type StatementWatch, watchStatements} from '../../support/statements'

let app: FastifyInstance
let statements: StatementWatch
const verified: string[] = []

beforeAll(async () => {
  statements = watchStatements(await createTestDatabase())
  const {database} = statements
  await seedUser(database, {email: 'known@works.test'})
  await seedUser(database, {email: 'gone@works.test', userDeleted: true})
  await seedUser(database, {email: 'new@works.test', isVerified: false})
  const lifetimes = {access: 1000, refresh: 1000, session: 1000}
  const users = createUserRepository({database, endSessions: async () => [], onSessionEnded() {}})
  const passwords = createPasswords({secret: async () => 'secret', hashesOf: users.hashesOf})
  const audit = createAuditTrail(database, Date.now)
  app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  await app.register(cookie)
  await app.register(authRoutes, {
    users,
    refusals: createRefusals({database, audit, mails: createMailRepository(database, Date.now), onMailQueued() {}}),
    sessions: new SessionRepository({
      database,
      lifetimes,
      audit,
      now: Date.now,
      walls: noWalls,
    }),
    wallLinks: noWalls,
    secondFactors: new SecondFactorRepository({database, now: Date.now}),
    cookies: createTokenCookies(lifetimes, undefined),
    passwords: {
      ...passwords,
      matching(email, password, accounts) {
        verified.push(password)
        return passwords.matching(email, password, accounts)
      },
    },
    rateLimits: DEFAULT_RATE_LIMITS,
    known: createKnownAddresses(),
    onSessionEnded() {},
    now: Date.now,
  })
})
afterAll(async () => {
  await app.close()
  await statements.database.close()
})

const failAs = async (email: string) => {
  const sent = await statements.during(async () => {
    const {statusCode} = await app.inject({
      method: 'POST',
      url: '/api/v0/auth/login',
      body: {email, password: `wrong of ${email}`},
    })
    expect(statusCode).toBe(401)
  })
  return sent.map(statement => statement.replace(/ values .*$/, ''))
}

describe('a refused login', () => {
  it.each(['nobody@works.test', 'gone@works.test', 'new@works.test'])(
    'of %s costs what that of a known email costs: one look at a password, the same statements',
    async email => {
      const known = await failAs('known@works.test')
      const other = await failAs(email)

      expect(other).toEqual(known)
      // It reads the accounts; and in a transaction notes the refusal and counts it.
      expect(known).toHaveLength(6)
      expect(verified.slice(-2)).toEqual(['wrong of known@works.test', `wrong of ${email}`])
    },
  )
})
