import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {customer} from '../../../server/database/schema/organisation'
import {type Cookies, createTestApp, seedOrganisation, seedUser, signIn, type TestApp} from '../../support/app'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'

let test: TestApp
let ids: Record<'works' | 'noc' | 'Anders' | 'Berg' | 'Foreign', string>
let signedIn: Record<'system' | 'plant' | 'customer' | 'lost', Cookies>

beforeAll(async () => {
  test = await createTestApp()
  const {app, database} = test
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  const add = async (title: string, organisationId: string) => {
    const email = `${title.toLowerCase()}@t.test`
    const [added] = await database.db.insert(customer).values({title, email, organisationId, createdAt: 1}).returning()
    return added?.id ?? ''
  }
  const [Berg, Anders, Foreign] = [await add('Berg', works), await add('Anders', works), await add('Foreign', noc)]
  ids = {works, noc, Anders, Berg, Foreign}

  const inWorks = {organisationId: works}
  await seedUser(database, {email: 'system@t.test'})
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', ...inWorks})
  await seedUser(database, {email: 'customer@t.test', authority: 'CUSTOMER_ADMIN', ...inWorks, customerId: Berg})
  await seedUser(database, {email: 'lost@t.test', authority: 'CUSTOMER_ADMIN', ...inWorks})
  signedIn = {
    system: await signIn(app, 'system@t.test'),
    plant: await signIn(app, 'plant@t.test'),
    customer: await signIn(app, 'customer@t.test'),
    lost: await signIn(app, 'lost@t.test'),
  }
})
afterAll(() => test.close())

const get = (who: keyof typeof signedIn, path: string) =>
  test.app.inject({url: `/api/v0/customer/${path}`, cookies: signedIn[who]})

describe('the customers of an organisation', () => {
  it.each([
    ['system', 'works', ['Anders', 'Berg']],
    ['system', 'noc', ['Foreign']],
    ['plant', 'works', ['Anders', 'Berg']],
    ['customer', 'works', ['Berg']],
    ['lost', 'works', []],
  ] as const)('are to %s in %s: %j', async (who, organisation, titles) => {
    const response = await get(who, `by-org/${ids[organisation]}`)

    expect(response.statusCode).toBe(200)
    expect(response.json().map(({title}: {title: string}) => title)).toEqual(titles)
  })

  it.each(['plant', 'customer', 'lost'] as const)('are to %s unknown where it is not its own', async who => {
    const foreign = await get(who, `by-org/${ids.noc}`)

    expect([foreign.statusCode, foreign.json()]).toEqual([404, {message: 'Organisation not found.'}])
    expect((await get(who, `by-org/${UNKNOWN}`)).json()).toEqual(foreign.json())
  })
})

describe('one customer', () => {
  it('has the names of the wire', async () => {
    const response = await get('customer', ids.Berg)

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      _id: ids.Berg,
      email: 'berg@t.test',
      title: 'Berg',
      phone: null,
      address: null,
      address2: null,
      city: null,
      state: null,
      zip: null,
      country: null,
      organisation_id: ids.works,
      externalId: null,
      isPublic: false,
      createdAt: 1,
      version: 1,
      counts: {users: 1, devices: 0, assets: 0},
    })
  })

  it.each([
    ['system', 'Foreign', 200],
    ['plant', 'Anders', 200],
    ['plant', 'Foreign', 404],
    ['customer', 'Anders', 404],
    ['lost', 'Berg', 404],
  ] as const)('is to %s, who asks for %s, answered %i', async (who, title, status) => {
    const response = await get(who, ids[title])

    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject(status === 200 ? {title} : {message: 'Customer not found.'})
  })

  it.each(['7', "' or 1=1", '\0'])('is not found by the id %j', async id => {
    const response = await get('system', encodeURIComponent(id))

    expect(response.statusCode).toBe(400)
  })
})
