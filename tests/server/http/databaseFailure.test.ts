import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {databaseFailure} from '../../../server/http/databaseFailure'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {type Link, linkTo} from './databaseLink'

const fail = (code: string) => Object.assign(new Error('told by PostgreSQL'), {code})

describe('an error of the database', () => {
  it.each([
    ['57014', 503],
    ['08006', 503],
    ['40P01', 503],
    ['53100', 503],
    ['25006', 503],
    ['57P01', 503],
    ['ECONNREFUSED', 503],
    ['ENOENT', 503],
    ['23505', 409],
    ['23503', 400],
    ['22021', 400],
    ['22P05', 400],
  ])('%s becomes %i, in words of our own', (code, statusCode) => {
    const failure = databaseFailure(fail(code))

    expect(failure?.statusCode).toBe(statusCode)
    expect(failure?.message).not.toContain('PostgreSQL')
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

  beforeAll(async () => {
    near = await createTestDatabase()
    link = await linkTo(near)
    far = await connectDatabase(link.url)
    test = await createTestApp({database: far})
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

  it('is used again as soon as it can be', async () => {
    await link.mend()

    expect((await get('/api/v0/user')).statusCode).toBe(200)
    expect((await get('/healthz')).statusCode).toBe(200)
  })
})
