import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, seedAsset, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const PASSWORD = 'a quite new password'

let world: World
let paths: Record<Kind, string>

type Kind = 'organisation' | 'customer' | 'device' | 'asset' | 'user'
const KINDS: Kind[] = ['organisation', 'customer', 'device', 'asset', 'user']

beforeEach(async () => {
  world = await createWorld()
  const {database, works, customerId, userIds} = world
  const pump = await seedDevice(database, {name: 'pump', organisationId: works, customerId})
  const hall = await seedAsset(database, {name: 'hall', label: 'blob', organisationId: works, customerId})
  await database.pool.query(`update organisation set email = 'o@t.test', phone = '1' where id = '${works}'`)
  paths = {
    organisation: `/api/v0/organisation/${works}`,
    customer: `/api/v0/customer/${customerId}`,
    device: `/api/v0/device/${pump.id}`,
    asset: `/api/v0/asset/${hall.id}`,
    user: `/api/v0/user/${userIds.user}`,
  }
})
afterEach(() => world.close())

const read = async (kind: Kind) => (await world.call('plant', 'GET', paths[kind])).json()

describe('a client that sends back what it has read', () => {
  it.each(KINDS)('changes nothing of a %s', async kind => {
    const before = await read(kind)
    const echo = {...before, id: before._id, organisationId: before.organisation_id}
    if (kind === 'organisation') delete echo.organisationId

    const saved = await world.call('plant', 'PUT', paths[kind], echo)

    expect([saved.statusCode, saved.json()]).toEqual([200, expect.objectContaining({_id: before._id})])
    expect(await read(kind)).toEqual(before)
    expect(await auditOf(world.database, before._id)).toEqual([])
  })

  it.each(KINDS)('changes of a %s what differs, and nothing else', async kind => {
    const before = await read(kind)
    const wish = kind === 'device' || kind === 'asset' ? {label: 'x'} : {email: 'another@t.test'}

    const saved = await world.call('plant', 'PUT', paths[kind], {...before, ...wish})

    expect(saved.statusCode).toBe(200)
    expect(await read(kind)).toEqual({...before, ...wish, version: before.version + 1})
  })

  it.each(KINDS)('makes another %s, with an id and a version of its own', async kind => {
    const {counts, userDeleted, ...before} = await read(kind)
    const copy = {
      ...before,
      organisationId: UNKNOWN,
      ...(kind === 'user' && {email: 'copy@t.test', password: PASSWORD, userDeleted}),
      ...(kind === 'organisation' && {counts}),
      version: 7,
    }
    const path = kind === 'user' ? '/api/v0/user/register' : `/api/v0/${kind}`

    const made = await world.call('admin', 'POST', path, copy)

    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({version: 1})])
    expect(made.json()._id).not.toBe(before._id)
    expect(made.json().organisation_id).toBe(before.organisation_id)
  })

  it('is refused where what came back is another than it is', async () => {
    const saved = await world.call('plant', 'PUT', paths.device, {_id: UNKNOWN, label: 'x'})

    expect([saved.statusCode, saved.json()]).toEqual([400, {message: '_id: can not be changed'}])
    expect((await read('device')).label).toBeNull()
  })

  it('is refused where it has seen an older version', async () => {
    const before = await read('customer')
    await world.call('plant', 'PUT', paths.customer, {title: 'Renamed'})

    const saved = await world.call('plant', 'PUT', paths.customer, before)

    expect(saved.statusCode).toBe(409)
  })

  it('need not know when someone has signed in since', async () => {
    const before = await read('user')
    await world.call('user', 'GET', '/api/v0/user')

    const saved = await world.call('plant', 'PUT', paths.user, {...before, email: 'another@t.test'})

    expect(saved.statusCode).toBe(200)
    expect((await read('user')).lastLogin).toBe(world.clock.now)
  })
})

describe('an empty text for an id', () => {
  it('is none', async () => {
    const made = await world.call('plant', 'POST', '/api/v0/device', {
      name: 'crane',
      organisation_id: world.works,
      customer_id: '',
      firmware_id: '',
    })
    const saved = await world.call('plant', 'PUT', paths.device, {customer_id: ''})

    expect(made.json()).toMatchObject({customer_id: null, firmware_id: null})
    expect(saved.json()).toMatchObject({customer_id: null})
  })

  it('is refused where one is needed', async () => {
    const made = await world.call('plant', 'POST', '/api/v0/device', {name: 'crane', organisation_id: ''})

    expect(made.statusCode).toBe(400)
  })
})

it('a field that the server never sends is refused', async () => {
  const made = await world.call('plant', 'POST', '/api/v0/device', {name: 'a', organisation_id: world.works, colour: 1})

  expect([made.statusCode, made.json()]).toEqual([400, {message: 'There is no field colour'}])
})
