import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {IMPORT_BATCH_LENGTH} from '../../../contract/limits'
import {audit} from '../../../server/database/schema/audit'
import {device} from '../../../server/database/schema/device'
import {createTestApp, seedCustomer, signIn} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const URL = '/api/v0/device/import'

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
const run = (rows: object[], who: Who = 'admin', organisation_id = world.works) =>
  world.call(who, 'POST', URL, {organisation_id, rows})
async function devices(who: Who = 'admin') {
  return (await world.call(who, 'GET', '/api/v0/device')).json()
}
async function send(token: string) {
  const url = `/api/v1/${token}/telemetry`
  return (await world.app.inject({method: 'POST', url, body: {load: 1}})).statusCode
}

describe('an import', () => {
  it('makes a device of each row, with its access token', async () => {
    const {customerId, works, clock} = world

    const response = await run([
      {name: 'anchor', type: 'winch', label: 'Dock A', customer_id: customerId, access_token: tokenOf('anchor')},
      {name: 'buoy'},
    ])

    expect(response.statusCode).toBe(200)
    const [anchor, buoy] = response.json().outcomes
    expect(await devices()).toMatchObject([
      {
        _id: anchor._id,
        name: 'anchor',
        type: 'winch',
        label: 'Dock A',
        organisation_id: works,
        customer_id: customerId,
        createdAt: clock.now,
        version: 1,
      },
      {_id: buoy._id, name: 'buoy', type: null, label: null, customer_id: null},
    ])
    expect(await send(tokenOf('anchor'))).toBe(200)
    expect((await world.call('admin', 'GET', `/api/v0/device/${buoy._id}/credentials`)).statusCode).toBe(404)
  })

  it('answers for each row, in order, what became of it', async () => {
    await run([{name: 'known', access_token: tokenOf('known')}])
    const foreignCustomer = await seedCustomer(world.database, world.noc)

    const response = await run([
      {name: 'a', access_token: tokenOf('a')},
      {name: ' '},
      {name: 'b', access_token: tokenOf('known')},
      {name: 'c', access_token: tokenOf('a')},
      {name: 'd', customer_id: UNKNOWN},
      {name: 'e', customer_id: foreignCustomer},
      {name: 'f', colour: 'red'},
      {name: 'g'},
    ])

    const made = {_id: expect.any(String)}
    expect(response.json()).toEqual({
      outcomes: [
        made,
        {message: 'name: must not be empty'},
        {message: 'access_token: is in use already'},
        {message: 'access_token: another row has it, too'},
        {message: 'customer_id: there is no such customer in the organisation'},
        {message: 'customer_id: there is no such customer in the organisation'},
        {message: 'There is no field colour'},
        made,
      ],
    })
    expect((await devices()).map(({name}: {name: string}) => name)).toEqual(['a', 'g', 'known'])
  })

  it('does not tell which ids and access tokens devices out of reach have', async () => {
    const [known] = (await run([{name: 'known', access_token: tokenOf('known')}])).json().outcomes
    const row = (values: object) => ({name: 'a', ...values})

    const response = await run(
      [
        row({_id: known._id}),
        row({_id: 'none'}),
        row({access_token: tokenOf('known')}),
        row({access_token: 'a'.repeat(20)}),
      ],
      'noc',
      world.noc,
    )

    expect(response.json()).toEqual({
      outcomes: [
        {message: '_id: must be a new id'},
        {message: '_id: must be a new id'},
        {message: 'access_token: is too easy to guess'},
        {message: 'access_token: is too easy to guess'},
      ],
    })
    expect(await devices('noc')).toEqual([])
  })

  it('stands in the trail as a whole and by each device', async () => {
    const {outcomes} = (await run([{name: 'a', access_token: tokenOf('a')}, {name: ''}, {name: 'b'}])).json()

    const entry = {email: 'admin@t.test', organisationId: world.works, at: world.clock.now}
    expect(await auditOf(world.database, world.works)).toMatchObject([
      {...entry, action: 'device.imported', entityName: 'Harbour Works', detail: {created: 2, refused: 1}},
    ])
    expect(await auditOf(world.database, outcomes[2]._id)).toMatchObject([
      {...entry, action: 'device.created', entityType: 'device', entityName: 'b'},
    ])
    expect(JSON.stringify(await world.database.db.select().from(audit))).not.toContain(tokenOf('a'))
  })

  it('of refused rows alone changes nothing', async () => {
    const response = await run([{name: ''}, {}])

    expect(response.statusCode).toBe(200)
    expect(await devices()).toEqual([])
    expect(await world.database.db.$count(audit)).toBe(0)
  })

  it('gives an access token to one of two that want it at the same moment', async () => {
    const rows = Array.from({length: 50}, (_, index) => ({name: `n${index}`, access_token: tokenOf(String(index))}))

    const answers = await Promise.all([run(rows), run(rows)])

    const outcomes: object[] = answers.flatMap(answer => answer.json().outcomes)
    expect(outcomes.filter(outcome => '_id' in outcome)).toHaveLength(50)
    expect(outcomes.filter(outcome => 'message' in outcome)).toEqual(
      Array(50).fill({message: 'access_token: is in use already'}),
    )
    expect(await devices()).toHaveLength(50)
  })

  it('by a customer’s admin makes devices of that customer', async () => {
    const otherCustomer = await seedCustomer(world.database, world.works)

    const response = await run([{name: 'a'}, {name: 'b', customer_id: otherCustomer}], 'customer')

    expect(response.json()).toEqual({
      outcomes: [{_id: expect.any(String)}, {message: 'customer_id: there is no such customer in the organisation'}],
    })
    expect(await devices()).toMatchObject([{name: 'a', customer_id: world.customerId}])
  })

  it.each<[Who, () => string, number]>([
    ['plant', () => world.works, 200],
    ['noc', () => world.works, 404],
    ['customer', () => world.noc, 404],
    ['admin', () => UNKNOWN, 404],
    ['user', () => world.works, 403],
    ['nobody', () => world.works, 401],
  ])('by %s into %s is answered %i', async (who, organisationId, status) => {
    const response = await run([{name: 'a'}], who, organisationId())

    expect(response.statusCode).toBe(status)
    if (status === 404) expect(response.json()).toEqual({message: 'Organisation not found.'})
    expect(await devices()).toHaveLength(status === 200 ? 1 : 0)
  })

  it.each<[string, object]>([
    ['no rows', {rows: []}],
    ['too many rows', {rows: Array(IMPORT_BATCH_LENGTH + 1).fill({name: 'a'})}],
    ['rows that are none', {rows: ['a']}],
    ['no organisation', {organisation_id: undefined}],
    ['a field that nobody knows', {dryRun: true}],
  ])('is refused for %s', async (_what, body) => {
    const response = await world.call('admin', 'POST', URL, {
      organisation_id: world.works,
      rows: [{name: 'a'}],
      ...body,
    })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
    expect(await devices()).toEqual([])
  })

  it('is not offered by a server without additions', async () => {
    const bare = await createTestApp({database: world.database, additions: false})
    const cookies = await signIn(bare.app, 'admin@t.test')

    const response = await bare.app.inject({method: 'POST', url: URL, cookies, body: {}})
    await bare.close()

    expect(response.statusCode).toBe(404)
  })
})
