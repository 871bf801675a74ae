import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {AUTHORITIES, type Authority} from '../../../contract/wire/people/user'
import {MAY_GRANT} from '../../../server/access/access'
import {expectedOf} from './expected'
import {type Actor, type Place, roleOf, SIGNED_IN_ACTORS, type SignedInActor} from './people'
import {createWorld, type World} from './world'

type Home = 'own customer' | 'other customer' | 'own organisation' | 'other organisation' | 'left open'

const CREATE = 'POST /api/v0/user/register'
const HOMES: readonly Home[] = ['own customer', 'other customer', 'own organisation', 'other organisation', 'left open']
const EMAIL = 'new@works.test'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.rewind())
afterAll(() => world.close())

describe.each(SIGNED_IN_ACTORS)('%s', actor => {
  const cases = AUTHORITIES.flatMap(authority =>
    HOMES.map(home => [authority, home, statusOf(actor, authority, home)] as const),
  )

  it.each(cases)('makes a %s at %s: %i', async (authority, home, status) => {
    const response = await create(actor, {authority, ...membershipAt(home)})

    expect(response.statusCode).toBe(status)
    if (status === 201) expect(await isSeenBy(actor, 'user', response.json()._id)).toBe(true)
    else expect(await world.changes.take()).toEqual([])
  })
})

const THINGS = [
  ['customer', 'POST /api/v0/customer', {email: EMAIL}],
  ['device', 'POST /api/v0/device', {name: 'New'}],
  ['asset', 'POST /api/v0/asset', {name: 'New', label: 'hall'}],
] as const
const OWNERS = ['own organisation', 'other organisation', 'unknown'] as const

describe.each(THINGS)('a new %s', (kind, call, body) => {
  const cases = SIGNED_IN_ACTORS.flatMap(actor =>
    OWNERS.map(owner => [actor, owner, statusIn(call, actor, owner)] as const),
  )

  it.each(cases)('of %s in the organisation at %s: %i', async (actor, owner, status) => {
    const response = await make(actor, kind, {...body, organisation_id: organisationAt(owner)})

    expect(response.statusCode).toBe(status)
    if (status !== 201) expect(await world.changes.take()).toEqual([])
    else expect(await isSeenBy(actor, kind, response.json()._id)).toBe(true)
  })
})

describe.each(['device', 'asset'] as const)('a new %s goes to no customer out of reach', kind => {
  it.each([
    ['SYS_ADMIN', 'other organisation'],
    ['ORGANISATION_ADMIN', 'other organisation'],
    ['ORGANISATION_ADMIN', 'unknown'],
    ['CUSTOMER_ADMIN', 'other customer'],
  ] as const)('by %s: %s', async (actor, place) => {
    const body = {name: 'New', label: 'hall', organisation_id: organisationAt('own organisation')}

    const response = await make(actor, kind, {...body, customer_id: customerAt(place)})

    const isForbidden = kind === 'asset' && actor === 'CUSTOMER_ADMIN'
    expect(response.statusCode).toBe(isForbidden ? 403 : 400)
    expect(await world.changes.take()).toEqual([])
  })
})

describe('an import', () => {
  it.each(['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'] as const)(
    'of %s into another organisation is not found',
    async actor => {
      const response = await makeByImport(actor, 'other organisation', {name: 'New'})

      expect(response.statusCode).toBe(404)
      expect(await world.changes.take()).toEqual([])
    },
  )

  it('of a customer’s admin gives nothing to another customer', async () => {
    const row = {name: 'New', customer_id: customerAt('other customer')}

    const response = await makeByImport('CUSTOMER_ADMIN', 'own organisation', row)

    expect(response.json()).toEqual({
      outcomes: [{message: 'customer_id: there is no such customer in the organisation'}],
    })
    expect(await world.changes.take()).toEqual([])
  })
})

it('makes nobody for nobody', async () => {
  const response = await create('nobody', {authority: 'CUSTOMER_USER'})

  expect(response.statusCode).toBe(401)
  expect(await world.changes.take()).toEqual([])
})

function statusIn(call: string, actor: SignedInActor, owner: (typeof OWNERS)[number]): number {
  if (expectedOf(call, actor, undefined) === 'forbidden') return 403
  const isReached = actor === 'SYS_ADMIN' ? owner !== 'unknown' : owner === 'own organisation'
  return isReached ? 201 : 404
}

/** An omitted field takes the admin's own value, so it is always within reach. */
function statusOf(actor: SignedInActor, authority: Authority, home: Home): number {
  if (expectedOf(CREATE, actor, undefined) === 'forbidden') return 403
  if (!MAY_GRANT[roleOf(actor)].includes(authority)) return 403
  if (home === 'left open' || (home === 'own organisation' && actor === 'CUSTOMER_ADMIN')) return 201
  return expectedOf('PUT /api/v0/user/:id', actor, {kind: 'user', place: home}) === 'answered' ? 201 : 404
}

function membershipAt(home: Home) {
  switch (home) {
    case 'left open':
      return {}
    case 'own organisation':
      return {organisation_id: organisationAt(home)}
    case 'other organisation':
      return {organisation_id: organisationAt(home), customer_id: customerAt(home)}
    default:
      return {organisation_id: organisationAt('own organisation'), customer_id: customerAt(home)}
  }
}

const organisationAt = (place: Place) => world.idOf({kind: 'organisation', place}, 'nobody')
const customerAt = (place: Place) => world.idOf({kind: 'customer', place}, 'nobody')

function create(actor: Actor, body: object) {
  return world.app.inject({
    method: 'POST',
    url: '/api/v0/user/register',
    body: {email: EMAIL, password: 'a quite new password', ...body},
    cookies: world.cookiesOf(actor),
  })
}

const make = (actor: Actor, kind: string, body: object) =>
  world.app.inject({method: 'POST', url: `/api/v0/${kind}`, body, cookies: world.cookiesOf(actor)})

const makeByImport = (actor: Actor, owner: Place, row: object) =>
  make(actor, 'device/import', {organisation_id: organisationAt(owner), rows: [row]})

async function isSeenBy(actor: Actor, kind: string, id: string): Promise<boolean> {
  const response = await world.app.inject({url: `/api/v0/${kind}/${id}`, cookies: world.cookiesOf(actor)})
  return response.statusCode === 200
}
