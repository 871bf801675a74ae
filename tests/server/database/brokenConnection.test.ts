import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {device} from '../../../server/database/schema/device'
import {organisation} from '../../../server/database/schema/organisation'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {type Link, linkTo} from '../../support/databaseLink'
import {DATABASE_PATIENCE} from '../../support/limits'

const OUT_OF_SERVICE = {message: expect.stringMatching(/^The database (can not be used right now|is not available)\.$/)}

let near: Database
let far: Database
let link: Link
let test: TestApp
let cookies: Cookies
/** This many statements reach the database before every connection to it is ended. */
let statementsLeft = Number.POSITIVE_INFINITY

beforeAll(async () => {
  near = await createTestDatabase()
  link = await linkTo(near, async () => {
    if (statementsLeft-- === 0) await endConnections()
  })
  far = await connectDatabase(`${link.url}?application_name=far`, {patience: DATABASE_PATIENCE})
  test = await createTestApp({database: far})
  await seedUser(near, {email: 'admin@works.test'})
  cookies = await signIn(test.app, 'admin@works.test')
})
afterAll(async () => {
  await test.close()
  await far.close()
  await link.cut()
  await near.close()
  vi.restoreAllMocks()
})

function endConnections() {
  return near.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and application_name = 'far'`,
  )
}

async function seed() {
  const organisationId = await seedOrganisation(near)
  const name = `pump-${organisationId}`
  const {id} = await seedDevice(near, {organisationId, name})
  return {organisationId, id, token: `${name}-token`}
}
type Seeded = Awaited<ReturnType<typeof seed>>

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>
type Call = (seeded: Seeded) => Promise<Answer>

const post = ({token}: Seeded, kind: string) =>
  test.app.inject({method: 'POST', url: `/api/v1/${token}/${kind}`, body: {level: 1}})

/**
 * Undefined when the call succeeds with no more statements than `before`: it may also fail before any, on a connection
 * that an earlier end has not reached yet. What an earlier call has left to be done may take the broken connection now
 * and then, and then the call is answered as ever: that may not happen time after time.
 */
async function answerTo(call: Call, before: number, triesLeft = 3): Promise<Answer | undefined> {
  const seeded = await seed()
  statementsLeft = before
  const answer = await call(seeded)
  const isUnbroken = statementsLeft >= 0
  const isSuccess = answer.statusCode < 300
  statementsLeft = Number.POSITIVE_INFINITY
  if (isSuccess && isUnbroken) return undefined
  return isSuccess && triesLeft > 1 ? answerTo(call, before, triesLeft - 1) : answer
}

it.each([
  ['attributes of a device', (seeded: Seeded) => post(seeded, 'attributes')],
  ['telemetry of a device', (seeded: Seeded) => post(seeded, 'telemetry')],
  [
    'a changed device',
    ({id}: Seeded) => test.app.inject({method: 'PUT', url: `/api/v0/device/${id}`, body: {label: 'Second'}, cookies}),
  ],
  [
    'the removal of an organisation',
    ({organisationId}: Seeded) =>
      test.app.inject({method: 'DELETE', url: `/api/v0/organisation/${organisationId}`, cookies}),
  ],
])('answers %s with 503 when its connection ends before any of its statements, and serves on', async (_what, call) => {
  const answers: unknown[] = []
  for (let before = 0; ; before++) {
    const answer = await answerTo(call, before)
    if (answer === undefined) break
    // The sweep after a removal takes the last statements.
    if (answer.statusCode !== 204) answers.push([answer.statusCode, answer.body && answer.json()])
    await vi.waitFor(async () => expect((await call(await seed())).statusCode).toBeLessThan(300))
  }

  expect(answers).toEqual(answers.map(() => [503, OUT_OF_SERVICE]))
  expect(answers.length).toBeGreaterThan(1)
  await vi.waitFor(() => expect(far.pool.idleCount).toBe(far.pool.totalCount))
})

it('throws what a transaction failed for, though it can not be rolled back any more', async () => {
  const failure = new Error('There is no such pump')

  const failed = far.db.transaction(async transaction => {
    await transaction.select().from(organisation)
    await endConnections()
    throw failure
  })

  await expect(failed).rejects.toBe(failure)
  // The end of a connection may reach the pool a moment later.
  await vi.waitFor(async () => expect(await far.db.$count(device)).toBeGreaterThan(0))
})
