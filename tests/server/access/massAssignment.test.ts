import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {type Actor, type Place, USER_ACTORS} from './people'
import {createWorld, type World} from './world'

const NEW_PASSWORD = 'a quite new password'
const REGISTRATION = {email: 'new@works.test', password: NEW_PASSWORD, password2: NEW_PASSWORD}

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.rewind())
afterAll(() => world.close())

describe.each(['CUSTOMER_USER', 'newcomer'] as const)('%s, who is no admin,', actor => {
  it.each([
    ['authority', {authority: 'SYS_ADMIN'}],
    ['organisation', () => ({organisation_id: organisationAt('other organisation')})],
    ['customer', () => ({customer_id: customerAt('other customer')})],
    ['version', {version: 1}],
    ['password', {password: NEW_PASSWORD}],
    ['verification', {isVerified: true}],
    ['restoring', {userDeleted: false}],
  ])('is refused a change of its own %s', async (_field, change) => {
    const response = await put(actor, userAt('self', actor), typeof change === 'function' ? change() : change)

    expect(response.statusCode).toBe(403)
    expect(await world.changes.take()).toEqual([])
  })
})

describe('an admin', () => {
  it.each(['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'] as const)(
    'below the system is refused to raise itself: %s',
    async actor => {
      const response = await put(actor, userAt('self', actor), {authority: 'SYS_ADMIN'})

      expect(response.statusCode).toBe(403)
      expect(await world.changes.take()).toEqual([])
    },
  )

  it.each(['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'] as const)(
    '%s is refused to move itself to another organisation',
    async actor => {
      const change = {
        organisation_id: organisationAt('other organisation'),
        customer_id: customerAt('other organisation'),
      }

      const response = await put(actor, userAt('self', actor), change)

      expect(response.statusCode).toBe(403)
      expect(await world.changes.take()).toEqual([])
    },
  )

  it.each([
    ['_id', '0192f3a0-0000-7000-8000-000000000000'],
    ['isVerified', false],
    ['passwordHash', '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA'],
    ['createdAt', 0],
    ['name', 'Somebody'],
  ])('is refused to set a field that nobody sets: %s', async (field, value) => {
    const response = await put('SYS_ADMIN', userAt('own customer'), {[field]: value})

    expect(response.statusCode).toBe(400)
    expect(await world.changes.take()).toEqual([])
  })
})

describe('a field that is not asked for is refused', () => {
  it.each([
    ['authority', 'SYS_ADMIN'],
    ['organisation_id', () => organisationAt('own organisation')],
    ['customer_id', () => customerAt('own customer')],
    ['isVerified', true],
    ['userDeleted', false],
    ['version', 7],
  ])('with a registration: %s', async (field, value) => {
    const body = {...REGISTRATION, [field]: typeof value === 'function' ? value() : value}

    const response = await world.app.inject({method: 'POST', url: '/api/v0/user/register/', body})

    expect(response.statusCode).toBe(400)
    expect(await world.changes.take()).toEqual([])
  })

  it.each(USER_ACTORS)('with a profile, which says nothing of the user that it belongs to: %s', async actor => {
    for (const field of ['userId', 'user_id', '_id', 'authority', 'organisation_id', 'customer_id', 'version']) {
      const body = {name: 'Ada', [field]: userAt('own organisation')}

      const response = await world.app.inject({
        method: 'PUT',
        url: '/api/v0/users/profile',
        body,
        cookies: world.cookiesOf(actor),
      })

      expect([field, response.statusCode]).toEqual([field, 400])
    }
    expect(await world.changes.take()).toEqual([])
  })
})

describe('a thing', () => {
  const foreign = () => organisationAt('other organisation')
  it.each([
    ['customer', 'organisation_id', foreign],
    ['device', 'organisation_id', foreign],
    ['asset', 'organisation_id', foreign],
    ['organisation', '_id', foreign],
    ['customer', '_id', foreign],
    ['device', '_id', foreign],
    ['asset', '_id', foreign],
    ['device', 'number', 1],
    ['device', 'createdAt', 0],
    ['organisation', 'createdAt', 0],
  ] as const)('is not given what nobody gives: a %s its %s', async (kind, field, value) => {
    for (const actor of ['SYS_ADMIN', 'ORGANISATION_ADMIN'] as const) {
      const id = world.idOf({kind, place: kind === 'organisation' ? 'own organisation' : 'own customer'}, actor)
      const body = {[field]: typeof value === 'function' ? value() : value}

      const response = await put(actor, id, body, kind)

      expect([actor, response.statusCode]).toEqual([actor, 400])
    }
    expect(await world.changes.take()).toEqual([])
  })

  it.each([
    ['organisation', 'counts', {customers: 0}],
    ['customer', 'counts', {users: 0}],
    ['user', 'lastLogin', 0],
  ] as const)('keeps what changes by itself, whatever came back: a %s its %s', async (kind, field, value) => {
    const id = world.idOf({kind, place: kind === 'organisation' ? 'own organisation' : 'own customer'}, 'nobody')

    const response = await put('SYS_ADMIN', id, {[field]: value}, kind)

    expect(response.statusCode).toBe(200)
    expect(await world.changes.take()).toEqual([])
  })

  it.each([
    ['device', 'ORGANISATION_ADMIN', 'other organisation', 400],
    ['asset', 'ORGANISATION_ADMIN', 'other organisation', 400],
    ['device', 'CUSTOMER_ADMIN', 'other customer', 400],
    ['device', 'CUSTOMER_ADMIN', undefined, 403],
  ] as const)('goes to no customer out of reach: a %s of %s to %s', async (kind, actor, place, status) => {
    const body = {customer_id: place === undefined ? null : customerAt(place)}

    const response = await put(actor, world.idOf({kind, place: 'own customer'}, actor), body, kind)

    expect(response.statusCode).toBe(status)
    expect(await world.changes.take()).toEqual([])
  })

  it.each([
    ['entityId', () => world.idOf({kind: 'device', place: 'other organisation'}, 'nobody')],
    ['organisation_id', foreign],
  ])('has attributes that name nothing else: %s', async (field, value) => {
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/v0/attribute/device/${world.idOf({kind: 'device', place: 'own customer'}, 'nobody')}`,
      body: {attributeKey: 'height', attributeType: 2, long_v: 7, [field]: value()},
      cookies: world.cookiesOf('SYS_ADMIN'),
    })

    expect(response.statusCode).toBe(400)
    expect(await world.changes.take()).toEqual([])
  })
})

const userAt = (place: Place, actor: Actor = 'nobody') => world.idOf({kind: 'user', place}, actor)
const organisationAt = (place: Place) => world.idOf({kind: 'organisation', place}, 'nobody')
const customerAt = (place: Place) => world.idOf({kind: 'customer', place}, 'nobody')

const put = (actor: Actor, id: string, body: object, kind = 'user') =>
  world.app.inject({method: 'PUT', url: `/api/v0/${kind}/${id}`, body, cookies: world.cookiesOf(actor)})
