import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {audit} from '../../../server/database/schema/audit'
import {device} from '../../../server/database/schema/device'
import {seedCustomer} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const FIRST = '0192f3a0-0000-7000-8000-000000000001'
const SECOND = '0192f3a0-0000-7000-8000-000000000002'
const IN_USE = {message: '_id: must be a new id'}

let world: World

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await world.database.db.delete(device)
  await world.database.db.delete(audit)
})
afterAll(() => world.close())

const tokenOf = (name: string) => `the-access-token-of-${name}`
const ROWS = [
  {_id: FIRST, name: 'anchor', access_token: tokenOf('anchor')},
  {_id: SECOND, name: 'buoy'},
]
const MADE = [{_id: FIRST}, {_id: SECOND}]

const run = (rows: object[], who: Who = 'admin', organisation_id = world.works) =>
  world.call(who, 'POST', '/api/v0/device/import', {organisation_id, rows})
const outcomesOf = async (...call: Parameters<typeof run>) => (await run(...call)).json().outcomes
const devices = async () => (await world.call('admin', 'GET', '/api/v0/device')).json()
const credentials = async () => (await world.call('admin', 'GET', `/api/v0/device/${FIRST}/credentials`)).json()
const imports = async () => (await auditOf(world.database, world.works)).map(({detail}) => detail)

describe('a batch that is sent again', () => {
  it('makes nothing twice, and is answered as at first', async () => {
    expect(await outcomesOf(ROWS)).toEqual(MADE)
    const [before, token] = [await devices(), await credentials()]

    expect(await outcomesOf(ROWS)).toEqual(MADE)

    expect([await devices(), await credentials()]).toEqual([before, token])
    expect(before).toMatchObject([
      {_id: FIRST, name: 'anchor'},
      {_id: SECOND, name: 'buoy'},
    ])
    expect(await imports()).toEqual([{created: 2, refused: 0}])
  })

  it('makes what it did not make at first, and stands in the trail with that alone', async () => {
    await run(ROWS.slice(0, 1))

    expect(await outcomesOf([...ROWS, {name: ''}])).toEqual([...MADE, {message: expect.any(String)}])

    expect(await imports()).toEqual([
      {created: 1, refused: 0},
      {created: 1, refused: 1},
    ])
    expect(await auditOf(world.database, FIRST)).toHaveLength(1)
  })

  it('makes a row that was refused for its access token once that is free', async () => {
    await run([{name: 'other', access_token: tokenOf('anchor')}])
    expect(await outcomesOf(ROWS)).toEqual([{message: 'access_token: is in use already'}, {_id: SECOND}])
    await world.database.db.delete(device).where(eq(device.name, 'other'))

    expect(await outcomesOf(ROWS)).toEqual(MADE)
  })

  it('takes an id in capitals for the same', async () => {
    await run(ROWS.map(row => ({...row, _id: row._id.toUpperCase()})))

    expect(await outcomesOf(ROWS)).toEqual(MADE)
  })
})

describe('an id that is in use otherwise refuses its row alone', () => {
  const OTHERS = [{_id: FIRST, name: 'anchor'}, {name: 'crane'}]

  it.each<[string, Who, () => string]>([
    ['by a device of another organisation', 'noc', () => world.noc],
    ['by a device of another organisation, for whoever may see both', 'admin', () => world.noc],
    ['by a device of another customer', 'customer', () => world.works],
  ])('%s', async (_use, who, organisationId) => {
    const customer_id = await seedCustomer(world.database, world.works)
    await run([{_id: FIRST, name: 'anchor', customer_id}])

    expect(await outcomesOf(OTHERS, who, organisationId())).toEqual([IN_USE, {_id: expect.any(String)}])

    expect((await auditOf(world.database, organisationId())).at(-1)?.detail).toEqual({created: 1, refused: 1})
    expect(await devices()).toMatchObject([
      {name: 'anchor', organisation_id: world.works, customer_id},
      {name: 'crane'},
    ])
  })

  it('by a device of another name', async () => {
    await run([{_id: FIRST, name: 'anchor'}])

    expect(await outcomesOf([{_id: FIRST, name: 'Anchor', access_token: tokenOf('anchor')}, {name: 'crane'}])).toEqual([
      IN_USE,
      {_id: expect.any(String)},
    ])

    await run([{name: 'free', access_token: tokenOf('anchor')}])
    expect((await devices()).map(({name}: {name: string}) => name)).toEqual(['anchor', 'crane', 'free'])
  })
})
