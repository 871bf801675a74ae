import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createTestApp, seedProfile, seedUser, signIn, type TestApp} from '../../support/app'

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
    temperature_unit: 'celsius',
    organisation_title: null,
  })
})

it('answers 401 to someone who is not', async () => {
  const response = await test.app.inject({url: '/api/v0/user'})

  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({message: 'Not signed in.'})
})

describe('someone with a profile', () => {
  it.each([
    ['the name there', 'Grace', 'Grace'],
    ['the own name where the profile has none', '', 'Ada'],
  ])('goes by %s', async (_what, name, shown) => {
    const {id, email} = await seedUser(test.database, {email: `${shown.toLowerCase()}@works.test`, name: 'Ada'})
    await seedProfile(test.database, {userId: id, name, temperatureUnit: 'fahrenheit'})

    const response = await test.app.inject({url: '/api/v0/user', cookies: await signIn(test.app, email)})

    expect(response.json()).toMatchObject({name: shown, temperature_unit: 'fahrenheit'})
  })

  it('is told of no temperature unit by a server without additions', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    const cookies = await signIn(bare.app, 'grace@works.test')

    const response = await bare.app.inject({url: '/api/v0/user', cookies})

    expect(response.json()).toMatchObject({name: 'Grace'})
    expect(response.json()).not.toHaveProperty('temperature_unit')
    await bare.close()
  })
})
