import {afterAll, beforeAll, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {AUTHORITIES} from '../../../contract/wire/people/user'
import {expectedOf} from './expected'
import {KEY_ACTORS, PLACES, type Place, SIGNED_IN_ACTORS, type Target, type TargetKind} from './people'
import {createWorld, type World} from './world'

const OWN_ORGANISATION: readonly Place[] = ['own customer', 'other customer', 'own organisation']

const LISTS = [
  ['/api/v0/device', 'device', PLACES.device],
  ['/api/v0/device?organisation_id=:id', 'device', OWN_ORGANISATION],
  ['/api/v0/telemetry/device/latest', 'device', PLACES.device],
  ['/api/v0/telemetry/device/latest?organisation_id=:id', 'device', OWN_ORGANISATION],
  ['/api/v0/user/by-org/:id', 'user', OWN_ORGANISATION],
  ['/api/v0/user/without-organisation', 'user', ['nowhere']],
  ['/api/v0/customer/by-org/:id', 'customer', OWN_ORGANISATION],
  ['/api/v0/asset', 'asset', PLACES.asset],
  ['/api/v0/asset?organisation_id=:id', 'asset', OWN_ORGANISATION],
  ['/api/v0/alarm', 'alarm', PLACES.alarm],
  ['/api/v0/alarm?organisation_id=:id', 'alarm', OWN_ORGANISATION],
  ['/api/v0/organisation', 'organisation', PLACES.organisation],
  ['/api/v0/device?limit=100', 'device', PLACES.device],
  ['/api/v0/asset?limit=100', 'asset', PLACES.asset],
  ['/api/v0/user/by-org/:id?limit=100', 'user', OWN_ORGANISATION],
  ['/api/v0/user/without-organisation?limit=100', 'user', ['nowhere']],
  ['/api/v0/customer/by-org/:id?limit=100', 'customer', OWN_ORGANISATION],
  ['/api/v0/organisation?limit=100', 'organisation', PLACES.organisation],
] as const

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cases = LISTS.flatMap(([url, ...list]) =>
  [...SIGNED_IN_ACTORS, ...KEY_ACTORS].map(actor => [url, actor, ...list] as const),
)

it.each(cases)('%s lists to %s exactly what it may see', async (url, actor, kind, places) => {
  const organisation = world.idOf({kind: 'organisation', place: 'own organisation'}, actor)

  const response = await world.app.inject({url: url.replace(':id', organisation), ...world.credentialsOf(actor)})

  const listed = response.statusCode === 403 ? [] : idsIn(response.json())
  const seen = places.filter(place => expectedOf(`GET /api/v0/${kind}/:id`, actor, {kind, place}) === 'answered')
  for (const target of strangersOf(kind)) {
    const isListed = listed.includes(world.idOf(target, actor))
    expect([target, isListed]).toEqual([target, seen.includes(target.place)])
  }
})

/** Latest values name their device. */
const entries = z.array(z.object({_id: z.optional(z.string()), device_id: z.optional(z.string())}))
const answer = z.union([entries, z.object({items: entries, total: z.number()})])

/** A page tells no more by its total. */
function idsIn(body: unknown): (string | undefined)[] {
  const answered = answer.parse(body)
  const listed = 'items' in answered ? answered.items : answered
  if ('total' in answered) expect(answered.total).toBe(listed.length)
  return listed.map(({_id, device_id}) => _id ?? device_id)
}

function strangersOf(kind: TargetKind): Target[] {
  const places = PLACES[kind].filter(place => place !== 'self')
  if (kind !== 'user') return places.map(place => ({kind, place}))
  return places.flatMap(place => AUTHORITIES.map(authority => ({kind, place, authority})))
}
