import {afterAll, beforeAll, expect, it} from 'vitest'
import {createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
  await seedUser(test.database, {email: 'admin@works.test', name: 'Ada'})
})
afterAll(() => test.close())

it('answers who is signed in, and nothing of the password', async () => {
  const cookies = await signIn(test.app, 'admin@works.test')

  const response = await test.app.inject({url: '/api/v0/user', cookies})

  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.json()).toEqual({
    _id: expect.any(String),
    email: 'admin@works.test',
    name: 'Ada',
    authority: 'SYS_ADMIN',
    organisation_id: null,
    customer_id: null,
    userDeleted: false,
    lastLogin: test.clock.now,
    createdAt: expect.any(Number),
  })
})

it('answers 401 to somebody who is not', async () => {
  const response = await test.app.inject({url: '/api/v0/user'})

  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({message: 'Not signed in.'})
})
