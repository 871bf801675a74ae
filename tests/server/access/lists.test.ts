import {afterAll, beforeAll, expect, it} from 'vitest'
import * as z from 'zod/mini'
import type {EntityType} from '../../../contract/attribute'
import {AUTHORITIES} from '../../../contract/user'
import {expectedOf} from './expected'
import {PLACES, type Place, SIGNED_IN_ACTORS, type Target} from './people'
import {createWorld, type World} from './world'

const OWN_ORGANISATION: readonly Place[] = ['own customer', 'other customer', 'own organisation']

const LISTS = [
  ['/api/v0/device', 'device', PLACES.device],
  ['/api/v0/device?organisation_id=:id', 'device', OWN_ORGANISATION],
  ['/api/v0/telemetry/device/latest', 'device', PLACES.device],
  ['/api/v0/telemetry/device/latest?organisation_id=:id', 'device', OWN_ORGANISATION],
  ['/api/v0/user/by-org/:id', 'user', OWN_ORGANISATION],
  ['/api/v0/customer/by-org/:id', 'customer', OWN_ORGANISATION],
] as const

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cases = LISTS.flatMap(([url, ...list]) => SIGNED_IN_ACTORS.map(actor => [url, actor, ...list] as const))

it.each(cases)('%s lists to %s exactly what it may see', async (url, actor, kind, places) => {
  const organisation = world.idOf({kind: 'organisation', place: 'own organisation'}, actor)

  const response = await world.app.inject({url: url.replace(':id', organisation), cookies: world.cookiesOf(actor)})

  const listed =
    response.statusCode === 403 ? [] : entries.parse(response.json()).map(({_id, device_id}) => _id ?? device_id)
  const seen = places.filter(place => expectedOf(`GET /api/v0/${kind}/:id`, actor, {kind, place}) === 'answered')
  for (const target of strangersOf(kind)) {
    const isListed = listed.includes(world.idOf(target, actor))
    expect([target, isListed]).toEqual([target, seen.includes(target.place)])
  }
})

/** Latest values name their device. */
const entries = z.array(z.object({_id: z.optional(z.string()), device_id: z.optional(z.string())}))

function strangersOf(kind: EntityType): Target[] {
  const places = PLACES[kind].filter(place => place !== 'self')
  if (kind !== 'user') return places.map(place => ({kind, place}))
  return places.flatMap(place => AUTHORITIES.map(authority => ({kind, place, authority})))
}
