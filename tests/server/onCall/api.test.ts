import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {customer} from '../../../server/database/schema/organisation'
import {user} from '../../../server/database/schema/user'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const HOUR = 3_600_000

let world: World
let url: string
let plant: string

beforeAll(async () => {
  world = await createWorld()
  url = `/api/v0/on-call/by-org/${world.works}`
  plant = world.userIds.plant
  await seedDevice(world.database, {name: 'Pump', organisationId: world.works, customerId: world.customerId})
})
afterAll(() => world.close())

const plan = (more: object = {}) => ({
  name: 'Night',
  zone: 'Europe/Berlin',
  hand_over: {time: '08:00', days: 7, since: '2026-01-05'},
  people: [plant],
  layers: [],
  ...more,
})

async function made(name: string, more: object = {}) {
  const answer = await world.call('plant', 'POST', url, plan({name, ...more}))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const nowOf = async (id: string) =>
  (await world.call('plant', 'GET', `${url}/now`)).json().find(({rota_id}: {rota_id: string}) => rota_id === id)

describe('rotas', () => {
  it.each<[object, string]>([
    [{zone: 'Europe/Atlantis'}, 'zone: is not a known time zone'],
    [{hand_over: {time: '24:00', days: 7, since: '2026-01-05'}}, 'hand_over.time: must be a time such as 08:00'],
    [{hand_over: {time: '08:00', days: 7, since: '2026-02-30'}}, 'hand_over.since: must be a day'],
    [
      {people: ['0192f3a0-0000-7000-8000-000000000009']},
      'people: somebody is not of the organisation, or can not be called',
    ],
    [{layers: [{days: [], from: '22:00', until: '06:00', people: []}]}, 'layers.0.days: must name a day'],
    [{people: []}, 'people: must name somebody'],
    [{layers: [{days: [1], from: '22:00', until: '06:00', people: []}]}, 'layers.0.people: must name somebody'],
  ])('are refused with %o', async (wrong, message) => {
    const refused = await world.call('plant', 'POST', url, plan(wrong))
    expect([refused.statusCode, refused.json()]).toEqual([400, {message}])
  })

  it('hold nobody of another organisation', async () => {
    const refused = await world.call('plant', 'POST', url, plan({people: [world.userIds.noc]}))
    expect(refused.statusCode).toBe(400)
  })

  it('are made, changed by the version that was seen, and removed, with entries in the trail', async () => {
    const rota = await made('Weekend')
    expect(rota).toMatchObject({
      name: 'Weekend',
      people: [plant],
      overrides: [],
      version: 1,
      created_by: 'plant@t.test',
    })
    const change = (version: number, name = 'Weekends') =>
      world.call('plant', 'PUT', `${url}/rota/${rota._id}`, plan({name, version}))
    expect((await change(1)).json()).toMatchObject({name: 'Weekends', version: 2})
    expect((await change(1)).statusCode).toBe(409)
    await made('Days')
    expect((await change(2, 'Days')).json()).toEqual({message: 'There is a rota of this name already.'})
    expect((await world.call('plant', 'DELETE', `${url}/rota/${rota._id}`)).statusCode).toBe(204)
    expect((await world.call('plant', 'DELETE', `${url}/rota/${rota._id}`)).statusCode).toBe(404)
    const actions = (await auditOf(world.database, world.works)).map(({action, detail}) => [action, detail])
    expect(actions).toEqual([
      ['onCall.created', {name: 'Weekend'}],
      ['onCall.updated', {name: 'Weekends'}],
      ['onCall.created', {name: 'Days'}],
      ['onCall.removed', {name: 'Weekends'}],
    ])
  })

  it('say who is called now and who comes next, and before the first hand-over that there is a gap', async () => {
    const {_id: id} = await made('Two', {people: [plant, world.userIds.customer]})
    const {called, next, gaps} = await nowOf(id)
    expect([called.email, next.person.email].sort()).toEqual(['customer@t.test', 'plant@t.test'])
    expect(next.start_ts).toBeGreaterThan(world.clock.now)
    expect(gaps).toEqual([])

    const later = await made('Later', {hand_over: {time: '08:00', days: 7, since: '2090-01-02'}})
    expect(await nowOf(later._id)).toMatchObject({
      called: null,
      next: {person: {email: 'plant@t.test'}, start_ts: Date.UTC(2090, 0, 2, 7)},
      gaps: [{start_ts: world.clock.now, end_ts: world.clock.now + 7 * 24 * HOUR}],
    })
  })

  it('pass over who has left, who may still be saved with the rota', async () => {
    const {_id: id} = await made('Left', {people: [world.userIds.user]})
    expect((await nowOf(id)).called.email).toBe('user@t.test')
    const isUser = eq(user.id, world.userIds.user)
    await world.database.db.update(user).set({userDeleted: true}).where(isUser)
    expect((await nowOf(id)).called).toBeNull()
    const {people} = (await world.call('plant', 'GET', url)).json()
    expect(people.find(({_id}: {_id: string}) => _id === world.userIds.user)).toMatchObject({is_present: false})
    const kept = plan({name: 'Left', people: [world.userIds.user], version: 1})
    expect((await world.call('plant', 'PUT', `${url}/rota/${id}`, kept)).statusCode).toBe(200)
    expect((await world.call('plant', 'POST', url, {...kept, name: 'Again'})).statusCode).toBe(400)
    await world.database.db.update(user).set({userDeleted: false, customerId: null}).where(isUser)
    expect((await nowOf(id)).called).toBeNull()
  })

  it('call nobody who sees no device, and take nobody in who does', async () => {
    const {db} = world.database
    const [empty] = await db.insert(customer).values({organisationId: world.works, email: 'empty@t.test'}).returning()
    const isUser = eq(user.id, world.userIds.user)
    await db.update(user).set({userDeleted: false, customerId: empty?.id}).where(isUser)
    const refused = await world.call('plant', 'POST', url, plan({name: 'Blind', people: [world.userIds.user]}))
    expect(refused.statusCode).toBe(400)
    const {_id: id} = await made('Seeing', {people: [plant]})
    const over = {
      start_ts: world.clock.now,
      end_ts: world.clock.now + HOUR,
      person: world.userIds.user,
      instead_of: null,
    }
    expect((await world.call('plant', 'POST', `${url}/rota/${id}/override`, over)).statusCode).toBe(400)
    await seedDevice(world.database, {name: 'First', organisationId: world.works, customerId: empty?.id ?? null})
    expect((await world.call('plant', 'POST', `${url}/rota/${id}/override`, over)).statusCode).toBe(201)
    expect((await nowOf(id)).called.email).toBe('user@t.test')
    await db.update(device).set({customerId: null}).where(eq(device.name, 'First'))
    expect((await nowOf(id)).called.email).toBe('plant@t.test')
  })

  it('are taken over in one call, and given back', async () => {
    const {_id: id, version} = await made('Swap')
    const {now} = world.clock
    const over = {start_ts: now, end_ts: now + HOUR, person: world.userIds.customer, instead_of: null}
    const overUrl = `${url}/rota/${id}/override`
    const taken = await world.call('plant', 'POST', overUrl, over)
    expect([taken.statusCode, taken.json().version]).toEqual([201, version])
    expect((await nowOf(id)).called.email).toBe('customer@t.test')
    const [{_id: overrideId}] = taken.json().overrides
    expect((await world.call('plant', 'DELETE', `${overUrl}/${overrideId}`)).statusCode).toBe(200)
    expect((await world.call('plant', 'DELETE', `${overUrl}/${overrideId}`)).statusCode).toBe(404)
    expect((await nowOf(id)).called.email).toBe('plant@t.test')
    const past = await world.call('plant', 'POST', overUrl, {...over, start_ts: now - HOUR, end_ts: now})
    expect(past.json()).toEqual({message: 'end_ts: must be in the future'})
    const backwards = await world.call('plant', 'POST', overUrl, {...over, end_ts: now - 1})
    expect(backwards.json()).toEqual({message: 'end_ts: must be after start_ts'})
  })

  it('are swapped in one call, all of it or nothing, over a change of the clocks', async () => {
    const {_id: id} = await made('Swapped', {people: [plant, world.userIds.customer]})
    const url2 = `${url}/rota/${id}/overrides`
    const [start, change, end] = ['2090-03-20T07:00Z', '2090-03-27T06:00Z', '2090-04-03T06:00Z'].map(Date.parse)
    const swapped = (person: string) => [
      {start_ts: start, end_ts: change, person: world.userIds.customer, instead_of: null, note: 'Holiday'},
      {start_ts: change, end_ts: end, person, instead_of: null},
    ]
    const refused = await world.call('plant', 'POST', url2, {overrides: swapped(world.userIds.noc)})
    expect(refused.statusCode).toBe(400)
    const stored = async () =>
      (await world.call('plant', 'GET', url)).json().rotas.find(({_id}: {_id: string}) => _id === id).overrides
    expect(await stored()).toEqual([])
    expect((await world.call('plant', 'POST', url2, {overrides: swapped(plant)})).statusCode).toBe(201)
    expect(await stored()).toMatchObject(swapped(plant))
    expect((await world.call('plant', 'POST', url2, {overrides: []})).statusCode).toBe(400)
  })

  it('list by how many browsers a person is reached', async () => {
    const {people} = (await world.call('plant', 'GET', url)).json()
    expect(people.find(({_id}: {_id: string}) => _id === plant)).toMatchObject({is_present: true, push_browsers: 0})
  })

  it('are kept while a route names them', async () => {
    const {_id: rota} = await made('Named')
    await world.database.db.insert(attribute).values({
      entityType: 'organisation',
      entityId: world.works,
      organisationId: world.works,
      scope: 1,
      key: 'alarmRoutes',
      jsonV: [{name: 'Noc', targets: [{kind: 'rota', rota}]}],
      lastUpdateTs: 1,
    })
    const refused = await world.call('plant', 'DELETE', `${url}/rota/${rota}`)
    expect([refused.statusCode, refused.json()]).toEqual([409, {message: 'The alarm route Noc names this rota.'}])
  })

  it('stay as they are when they would lose everybody, and may have people in certain hours alone', async () => {
    const {_id: id} = await made('Manned')
    const change = (more: object) =>
      world.call('plant', 'PUT', `${url}/rota/${id}`, plan({name: 'Manned', version: 1, people: [], ...more}))
    const refused = await change({})
    expect([refused.statusCode, refused.json()]).toEqual([400, {message: 'people: must name somebody'}])
    const night = {days: [1], from: '22:00', until: '06:00', people: [plant]}
    expect((await change({layers: [night]})).json()).toMatchObject({people: [], layers: [night], version: 2})
  })

  it.each<Who>(['noc', 'customer', 'user', 'nobody'])('are nothing to %s', async who => {
    expect((await world.call(who, 'GET', url)).statusCode).toBeGreaterThanOrEqual(401)
    expect((await world.call(who, 'POST', url, plan({name: who}))).statusCode).toBeGreaterThanOrEqual(401)
  })
})
