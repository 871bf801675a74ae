import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {connectDatabase, type Database} from '../../../../server/database/connect'
import {databaseFailure} from '../../../../server/http/failures/databaseFailure'
import {createLog} from '../../../../server/log/log'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../../support/app'
import {createTestDatabase} from '../../../support/database'
import {type Link, linkTo} from '../../../support/databaseLink'
import {DATABASE_PATIENCE} from '../../../support/limits'

const fail = (code: string) => Object.assign(new Error('told by PostgreSQL'), {code})

describe('an error of the database', () => {
  it.each([
    ['57014', 503],
    ['08006', 503],
    ['40P01', 503],
    ['53100', 503],
    ['25006', 503],
    ['57P01', 503],
    ['EAGAIN', 503],
    ['ECONNREFUSED', 503],
    ['ECONNRESET', 503],
    ['EMFILE', 503],
    ['ENOENT', 503],
    ['EPIPE', 503],
    ['ERR_STREAM_DESTROYED', 503],
    ['23505', 409],
    ['23503', 400],
    ['22021', 400],
    ['22P05', 400],
  ])('%s becomes %i, in words of our own', (code, statusCode) => {
    const failure = databaseFailure(fail(code))

    expect(failure?.statusCode).toBe(statusCode)
    expect(failure?.message).not.toContain('PostgreSQL')
  })

  it('says that the disk is full', () => {
    expect(databaseFailure(fail('53100'))?.message).toBe('The disk of the server is full: nothing can be stored.')
  })

  it.each([
    new Error('Connection terminated'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    new Error('Cannot use a pool after calling end on the pool'),
    new Error('Received unexpected dataRow message from backend.'),
    new Error('timeout exceeded when trying to connect'),
    new Error('timeout expired'),
    new Error('Query read timeout'),
    new Error('The server does not support SSL connections'),
    new AggregateError([fail('ECONNREFUSED'), fail('ETIMEDOUT')]),
    Object.assign(fail('25P03'), {severity: 'FATAL'}),
    Object.assign(fail('3D000'), {severity: 'FATAL'}),
    Object.assign(fail('XX000'), {severity: 'PANIC'}),
  ])('is a broken connection, so 503: %s', error => {
    expect(databaseFailure(error)).toMatchObject({
      statusCode: 503,
      message: 'The database can not be used right now.',
      headers: {'retry-after': '2'},
    })
  })

  it.each([fail('42P01'), fail('FST_ERR_CTP_BODY_TOO_LARGE'), new Error('Something else'), 'text', undefined])(
    'is not seen in %s',
    error => {
      expect(databaseFailure(error)).toBeUndefined()
    },
  )
})

describe('a database that can not be reached', () => {
  let test: TestApp
  let link: Link
  let near: Database
  let far: Database
  let cookies: Cookies
  let lines: Record<string, unknown>[] = []
  let elapsed = 0

  beforeAll(async () => {
    near = await createTestDatabase()
    link = await linkTo(near)
    far = await connectDatabase(link.url, {patience: DATABASE_PATIENCE})
    test = await createTestApp({
      database: far,
      scheduler: {elapsed: () => elapsed},
      log: createLog({level: 'warn', stream: {write: line => lines.push(JSON.parse(line))}}),
    })
    await seedUser(near, {email: 'admin@works.test'})
    cookies = await signIn(test.app, 'admin@works.test')
  })
  afterAll(async () => {
    await test.close()
    await far.close()
    await link.cut()
    await near.close()
  })

  const get = (url: string) => test.app.inject({url, cookies})

  it('is 503 with a time to try again, and signs nobody out', async () => {
    await link.cut()

    const response = await get('/api/v0/user')

    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toEqual({message: 'The database can not be used right now.'})
    expect(response.cookies).toEqual([])
    expect((await get('/healthz')).statusCode).toBe(503)
  })

  it('leaves one line for each kind of call, with what has failed, however many fail', async () => {
    const told = () => lines.splice(0).filter(({reqId}) => reqId !== undefined)
    lines = []
    for (let index = 0; index < 5; index++) await get('/api/v0/device')
    const line = {level: 'warn', status: 503, call: 'GET /api/v0/device', err: {code: 'ECONNREFUSED'}}
    expect(told()).toMatchObject([line])

    elapsed += 10_000
    await get('/api/v0/device')
    expect(told()).toMatchObject([{...line, more: 4}])
  })

  it('is used again as soon as it can be', async () => {
    await link.mend()

    expect((await get('/api/v0/user')).statusCode).toBe(200)
    expect((await get('/healthz')).statusCode).toBe(200)
  })
})
