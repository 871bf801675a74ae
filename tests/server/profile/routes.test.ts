import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {profile} from '../../../server/database/schema/user'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

const PATH = '/api/v0/users/profile'
const ADA = {
  name: 'Ada',
  surname: 'Lovelace',
  addressLine1: '12 St James’s Square',
  addressLine2: '',
  postcode: 'SW1Y 4JH',
  city: 'Zürich 🏙',
  customer_type: 'business',
  temperature_unit: 'fahrenheit',
  isCompleted: true,
}
const DEFAULTS = {
  name: '',
  surname: '',
  addressLine1: '',
  addressLine2: '',
  postcode: '',
  city: '',
  customer_type: 'private',
  temperature_unit: 'celsius',
  isCompleted: false,
}
const NONE = [404, {message: 'There is no profile yet.'}]

let test: TestApp
let ada: Cookies
let bob: Cookies
let root: Cookies
let adaId: string

beforeAll(async () => {
  test = await createTestApp()
  const customerUser = {authority: 'CUSTOMER_USER'} as const
  adaId = (await seedUser(test.database, {email: 'ada@works.test', ...customerUser})).id
  await seedUser(test.database, {email: 'bob@works.test', ...customerUser})
  await seedUser(test.database, {email: 'root@works.test'})
  ada = await signIn(test.app, 'ada@works.test')
  bob = await signIn(test.app, 'bob@works.test')
  root = await signIn(test.app, 'root@works.test')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.database.db.delete(profile)
  test.clock.now++
})

async function call(method: 'GET' | 'POST' | 'PUT', cookies: Cookies, body?: object, url = PATH): Promise<unknown> {
  const answer = await test.app.inject({method, url, cookies, ...(body && {body})})
  return [answer.statusCode, answer.json()]
}

/** Since the test began, oldest first. */
async function trail() {
  const answer = await test.app.inject({url: `/api/v0/audit?entityId=${adaId}&from=${test.clock.now}`, cookies: root})
  const entries: {action: string; email: string; entityName: string; detail: unknown}[] = answer.json().entries
  return entries.reverse().map(({action, email, entityName, detail}) => ({action, email, entityName, detail}))
}

describe('the profile', () => {
  it.each([PATH, `${PATH}/`])('is not found at %s before it is made', async url => {
    expect(await call('GET', ada, undefined, url)).toEqual(NONE)
  })

  it.each([PATH, `${PATH}/`])('is read at %s as it was made', async url => {
    expect(await call('POST', ada, ADA)).toEqual([201, ADA])
    expect(await call('GET', ada, undefined, url)).toEqual([200, ADA])
  })

  it('is private and in celsius unless it says otherwise', async () => {
    expect(await call('POST', ada, {})).toEqual([201, DEFAULTS])
    expect(await call('GET', ada)).toEqual([200, DEFAULTS])
  })

  it('is of its user alone', async () => {
    await call('POST', ada, ADA)
    expect(await call('GET', bob)).toEqual(NONE)
    expect(await call('PUT', bob, DEFAULTS)).toEqual(NONE)
    await call('POST', bob, {city: 'Bonn'})
    expect(await call('GET', ada)).toEqual([200, ADA])
  })

  it('is made once: the second time is refused and changes nothing', async () => {
    await call('POST', ada, ADA)
    expect(await call('POST', ada, {city: 'Bonn'})).toEqual([409, {message: 'There is a profile already.'}])
    expect(await call('GET', ada)).toEqual([200, ADA])
  })

  it('is made once by ten at the same time', async () => {
    const cities = Array.from({length: 10}, (_, index) => `City ${index}`)
    const answers = await Promise.all(
      cities.map(city => test.app.inject({method: 'POST', url: PATH, cookies: ada, body: {city}})),
    )
    const made = answers.filter(({statusCode}) => statusCode === 201)
    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([201, ...Array<number>(9).fill(409)])
    expect(await call('GET', ada)).toEqual([200, made[0]?.json()])
  })

  it('keeps what a change leaves out, that it is completed as well', async () => {
    await call('POST', ada, ADA)
    expect(await call('PUT', ada, {city: 'Bonn'})).toEqual([200, {...ADA, city: 'Bonn'}])
    expect(await call('GET', ada)).toEqual([200, {...ADA, city: 'Bonn'}])
  })

  it('can’t be changed before it is made', async () => {
    expect(await call('PUT', ada, ADA)).toEqual(NONE)
    expect(await call('GET', ada)).toEqual(NONE)
  })

  it('is trimmed', async () => {
    expect(await call('POST', ada, {...ADA, name: '  Ada ', addressLine2: ' '})).toEqual([201, ADA])
  })

  it('holds lines of 255 characters', async () => {
    const name = 'ü'.repeat(255)
    await call('POST', ada, {name})
    expect(await call('GET', ada)).toEqual([200, {...DEFAULTS, name}])
  })

  it.each([
    [{name: 'x'.repeat(256)}, 'name: must have at most 255 characters'],
    [{city: 'Bo\u0000nn'}, 'city: must not hold control characters'],
    [{city: 'Bo\nnn'}, 'city: must not hold control characters'],
    [{name: 5}, /^name: /],
    [{customer_type: 'public'}, /^customer_type: /],
    [{temperature_unit: 'kelvin'}, /^temperature_unit: /],
    [{isCompleted: 'yes'}, /^isCompleted: /],
    [{userId: '0190b0e0-0000-7000-8000-000000000000'}, 'There is no field userId'],
  ])('refuses %j and stays as it was', async (body, message) => {
    await call('POST', ada, ADA)
    const told = {message: typeof message === 'string' ? message : expect.stringMatching(message)}
    expect(await call('PUT', ada, {...ADA, ...body})).toEqual([400, told])
    expect(await call('POST', bob, body)).toEqual([400, told])
    expect(await call('GET', ada)).toEqual([200, ADA])
    expect(await call('GET', bob)).toEqual(NONE)
  })

  it('asks for a session', async () => {
    const answers = await Promise.all(
      (['GET', 'POST', 'PUT'] as const).map(method => test.app.inject({method, url: PATH, body: ADA})),
    )
    expect(answers.map(({statusCode}) => statusCode)).toEqual([401, 401, 401])
  })
})

describe('the audit trail of a profile', () => {
  const entry = (action: string, fields: string[]) => ({
    action,
    email: 'ada@works.test',
    entityName: 'ada@works.test',
    detail: {fields},
  })

  it('names the fields that changed and none of their values', async () => {
    await call('POST', ada, {name: 'Ada', temperature_unit: 'fahrenheit'})
    await call('PUT', ada, {name: 'Ada', city: 'Bonn', customer_type: 'business'})
    expect(await trail()).toEqual([
      entry('profile.created', ['name', 'temperature_unit']),
      entry('profile.updated', ['city', 'customer_type']),
    ])
  })

  it('does not tell of what changed nothing', async () => {
    await call('PUT', ada, ADA)
    await call('POST', ada, ADA)
    await call('POST', ada, DEFAULTS)
    await call('PUT', ada, ADA)
    expect((await trail()).map(({action}) => action)).toEqual(['profile.created'])
  })
})
