import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {NAME_LENGTH} from '../../../contract/limits'
import {organisation} from '../../../server/database/schema/organisation'
import {createTestApp, seedDevice, seedOrganisation} from '../../support/app'
import {auditOf, createWorld, seedAsset, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const BODY = {title: ' Tide Mill ', email: 'Office@Tide-Mill.test', phone: '+44 1'}
const path = (id: string) => `/api/v0/organisation/${id}`

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function create(values: object = {}) {
  const response = await world.call('admin', 'POST', '/api/v0/organisation', {...BODY, ...values})
  expect(response.statusCode).toBe(201)
  return response.json()
}

describe('a new organisation', () => {
  it('is answered as it stands', async () => {
    const additionalInfo = {note: ['a', 1, null]}
    const created = await create({city: ' Rye ', additional_info: additionalInfo, organisationProfileId: 'mills'})

    const expected = {
      _id: expect.any(String),
      title: 'Tide Mill',
      organisationProfileId: 'mills',
      email: 'office@tide-mill.test',
      phone: '+44 1',
      address: null,
      address2: null,
      city: 'Rye',
      state: null,
      country: null,
      region: null,
      retentionDays: null,
      zip: null,
      additional_info: additionalInfo,
      createdAt: world.clock.now,
      version: 1,
    }
    expect(created).toEqual(expected)
    expect((await world.call('admin', 'GET', path(created._id))).json()).toEqual({
      ...expected,
      counts: {customers: 0, users: 0, devices: 0, assets: 0},
    })
  })

  it('is written into the trail', async () => {
    const {_id} = await create()

    expect(await auditOf(world.database, _id)).toMatchObject([
      {
        action: 'organisation.created',
        userId: world.userIds.admin,
        email: 'admin@t.test',
        entityType: 'organisation',
        entityName: 'Tide Mill',
        organisationId: _id,
        at: world.clock.now,
      },
    ])
  })

  it.each<[string, object, string]>([
    ['no title', {title: '  '}, 'title: must not be empty'],
    ['a long title', {title: 'x'.repeat(NAME_LENGTH + 1)}, 'title: must have at most 255 characters'],
    ['a title of two lines', {title: 'a\nb'}, 'title: must not hold control characters'],
    ['no email', {email: undefined}, 'email'],
    ['a word for an email', {email: 'office'}, 'email: must be an email address'],
    ['an empty phone', {phone: ''}, 'phone: must not be empty'],
    ['a long city', {city: 'x'.repeat(256)}, 'city: must have at most 255 characters'],
    ['a field that nobody knows', {colour: 'red', shade: 1}, 'There is no field colour,shade'],
    ['a number for additional info', {additional_info: 7}, 'additional_info'],
    ['NUL in additional info', {additional_info: {a: '\0'}}, ''],
  ])('is refused for %s', async (_what, values, message) => {
    const before = await world.database.db.$count(organisation)
    const response = await world.call('admin', 'POST', '/api/v0/organisation', {...BODY, ...values})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(message)})
    expect(await world.database.db.$count(organisation)).toBe(before)
  })

  it.each([
    'Ω Łódź 日本 \u{1F6A2}',
    `<script>alert('1')</script>`,
    "'; drop table organisation; --",
    'x'.repeat(NAME_LENGTH),
  ])('may be called %j', async title => {
    expect((await create({title})).title).toBe(title)
  })
})

describe('the organisations', () => {
  it('are listed with what belongs to them', async () => {
    const own = await createWorld()
    const {database, works, noc, customerId} = own
    await seedDevice(database, {name: 'pump', organisationId: works, customerId})
    await seedDevice(database, {name: 'crane', organisationId: works})
    await seedAsset(database, {name: 'hall', organisationId: works})

    const listed = (await own.call('admin', 'GET', '/api/v0/organisation')).json()
    await own.close()

    expect(listed).toMatchObject([
      {_id: works, title: 'Harbour Works', counts: {customers: 1, users: 3, devices: 2, assets: 1}},
      {_id: noc, title: 'Northgate NOC', counts: {customers: 0, users: 1, devices: 0, assets: 0}},
    ])
  })

  it('are an organisation admin’s own alone', async () => {
    const listed = (await world.call('noc', 'GET', '/api/v0/organisation')).json()

    expect(listed).toMatchObject([{_id: world.noc}])
  })

  it('come in pages that can be searched', async () => {
    for (const title of ['Quay A', 'quay b', 'QUAY C']) await create({title})
    const ask = async (query: string) => (await world.call('admin', 'GET', `/api/v0/organisation?${query}`)).json()

    const first = await ask('q=quay&sort=-title&limit=2')
    expect(first).toMatchObject({items: [{title: 'QUAY C'}, {title: 'quay b'}], total: 3})
    expect(await ask(`q=quay&sort=-title&limit=2&cursor=${first.next}`)).toMatchObject({
      items: [{title: 'Quay A', counts: {customers: 0, users: 0, devices: 0, assets: 0}}],
      next: null,
      total: 3,
    })
    expect(await ask(`q=quay&sort=title&limit=2&cursor=${first.next}`)).toEqual({
      message: 'cursor: belongs to another list',
    })
  })

  it.each(['limit=0', 'limit=501', 'limit=x', 'sort=phone', `q=${'x'.repeat(256)}`, 'limit=1&cursor=x', 'q=%00'])(
    'are not listed by %s',
    async query => {
      const response = await world.call('admin', 'GET', `/api/v0/organisation?${query}`)

      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({message: expect.any(String)})
    },
  )

  it('have the form of the specification on a server without additions', async () => {
    const bare = await createTestApp({database: world.database, additions: false})
    const login = {email: 'noc@t.test', password: 'correct horse battery'}
    const {cookies} = await bare.app.inject({method: 'POST', url: '/api/v0/auth/login', body: login})
    const signedIn = Object.fromEntries(cookies.map(({name, value}) => [name, value]))
    const get = async (url: string) => (await bare.app.inject({url, cookies: signedIn})).json()

    const [listed] = await get('/api/v0/organisation?limit=0&sort=none&cursor=x&q=nothing')
    expect(listed).toMatchObject({_id: world.noc})
    expect(listed).not.toHaveProperty('counts')
    expect(await get(path(world.noc))).not.toHaveProperty('counts')
    await bare.close()
  })
})

describe('a change of an organisation', () => {
  it('changes what it names and counts the version', async () => {
    const created = await create({city: 'Rye'})

    const response = await world.call('admin', 'PUT', path(created._id), {title: 'Tide Mill II', city: null})

    const expected = {...created, title: 'Tide Mill II', city: null, version: 2}
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(expected)
    expect((await world.call('admin', 'GET', path(created._id))).json()).toMatchObject(expected)
    expect((await auditOf(world.database, created._id)).at(-1)).toMatchObject({
      action: 'organisation.updated',
      entityName: 'Tide Mill II',
      detail: {
        fields: ['title', 'city'],
        changes: {title: {before: created.title, after: 'Tide Mill II'}, city: {before: 'Rye', after: null}},
      },
    })
  })

  it('says for how long values are kept, and takes it back', async () => {
    const put = (retentionDays: number | null) => world.call('plant', 'PUT', path(world.works), {retentionDays})

    expect((await put(90)).json()).toMatchObject({retentionDays: 90})
    expect((await put(null)).json()).toMatchObject({retentionDays: null})
  })

  it('that changes nothing writes nothing', async () => {
    const created = await create()

    const response = await world.call('admin', 'PUT', path(created._id), {title: created.title, zip: null, version: 1})

    expect(response.json()).toEqual(created)
    expect(await auditOf(world.database, created._id)).toHaveLength(1)
  })

  it('of what another user has changed is refused', async () => {
    const created = await create()
    await world.call('admin', 'PUT', path(created._id), {title: 'First', version: 1})

    const response = await world.call('admin', 'PUT', path(created._id), {title: 'Second', version: 1})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed this organisation meanwhile.'})
    expect((await world.call('admin', 'GET', path(created._id))).json()).toMatchObject({title: 'First', version: 2})
  })

  it('succeeds once of many at the same version', async () => {
    const {_id} = await create()

    const answers = await Promise.all(
      Array.from({length: 8}, (_, index) => world.call('admin', 'PUT', path(_id), {title: `T${index}`, version: 1})),
    )

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await world.call('admin', 'GET', path(_id))).json()).toMatchObject({version: 2})
  })

  it.each<[string, object]>([
    ['no title', {title: ''}],
    ['a retention of no day', {retentionDays: 0}],
    ['a retention of half a day', {retentionDays: 0.5}],
    ['a retention in words', {retentionDays: '90'}],
    ['no email', {email: null}],
    ['an id', {_id: UNKNOWN}],
    ['a creation', {createdAt: 1}],
    ['a version in words', {version: 'new'}],
    ['a field that nobody knows', {colour: 'red'}],
  ])('is refused for %s', async (_what, body) => {
    const response = await world.call('plant', 'PUT', path(world.works), body)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})

describe('who may', () => {
  it.each<['GET' | 'POST' | 'PUT' | 'DELETE', () => string, object | undefined, Record<Who, number>]>([
    ['GET', () => '', undefined, {admin: 200, plant: 200, noc: 200, customer: 403, user: 403, nobody: 401}],
    ['POST', () => '', BODY, {admin: 201, plant: 403, noc: 403, customer: 403, user: 403, nobody: 401}],
    ['GET', () => world.works, undefined, {admin: 200, plant: 200, noc: 404, customer: 403, user: 403, nobody: 401}],
    [
      'PUT',
      () => world.works,
      {city: 'Rye'},
      {admin: 200, plant: 200, noc: 404, customer: 403, user: 403, nobody: 401},
    ],
    ['PUT', () => UNKNOWN, {city: 'x'}, {admin: 404, plant: 404, noc: 404, customer: 403, user: 403, nobody: 401}],
    ['DELETE', () => UNKNOWN, undefined, {admin: 404, plant: 403, noc: 403, customer: 403, user: 403, nobody: 401}],
  ])('%s /organisation/%s', async (method, id, body, statuses) => {
    for (const who of ['admin', 'plant', 'noc', 'customer', 'user', 'nobody'] as const) {
      const url = id() === '' ? '/api/v0/organisation' : path(id())
      const response = await world.call(who, method, url, body)
      expect([who, response.statusCode]).toEqual([who, statuses[who]])
      if (response.statusCode === 404) expect(response.json()).toEqual({message: 'Organisation not found.'})
    }
  })

  it('delete is a system admin', async () => {
    const id = await seedOrganisation(world.database, 'Empty')

    expect((await world.call('plant', 'DELETE', path(id))).statusCode).toBe(403)
    const response = await world.call('admin', 'DELETE', path(id))
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await world.call('admin', 'GET', path(id))).statusCode).toBe(404)
  })
})
