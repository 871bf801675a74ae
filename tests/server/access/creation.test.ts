import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {AUTHORITIES, type Authority} from '../../../contract/user'
import {MAY_GRANT} from '../../../server/http/access'
import {expectedOf} from './expected'
import {type Actor, authorityOf, type Place, SIGNED_IN_ACTORS, type SignedInActor} from './people'
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
    if (status === 201) expect(await isSeenBy(actor, response.json()._id)).toBe(true)
    else expect(await world.changes.take()).toEqual([])
  })
})

it('makes nobody for nobody', async () => {
  const response = await create('nobody', {authority: 'CUSTOMER_USER'})

  expect(response.statusCode).toBe(401)
  expect(await world.changes.take()).toEqual([])
})

/** What is left open is as the admin's own, so it is always within reach. */
function statusOf(actor: SignedInActor, authority: Authority, home: Home): number {
  if (expectedOf(CREATE, actor, undefined) === 'forbidden') return 403
  if (!MAY_GRANT[authorityOf(actor)].includes(authority)) return 403
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

async function isSeenBy(actor: Actor, id: string): Promise<boolean> {
  const response = await world.app.inject({url: `/api/v0/user/${id}`, cookies: world.cookiesOf(actor)})
  return response.statusCode === 200
}
