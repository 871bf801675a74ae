import ICAL from 'ical.js'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

let world: World
let url: string

beforeAll(async () => {
  world = await createWorld()
  url = `/api/v0/on-call/by-org/${world.works}`
  await seedDevice(world.database, {name: 'Pump', organisationId: world.works, customerId: world.customerId})
})
afterAll(() => world.close())

async function made(name: string) {
  const answer = await world.call('plant', 'POST', url, {
    name,
    zone: 'Europe/Berlin',
    hand_over: {time: '08:00', days: 7, since: '2026-01-05'},
    people: [world.userIds.plant, world.userIds.customer],
    layers: [],
  })
  return answer.json()._id
}

const pathOf = async (id: string): Promise<string | null> =>
  (await world.call('plant', 'GET', url)).json().rotas.find(({_id}: {_id: string}) => _id === id).calendar

async function issued(id: string): Promise<string> {
  expect((await world.call('plant', 'POST', `${url}/rota/${id}/calendar`)).statusCode).toBe(201)
  return (await pathOf(id)) ?? ''
}

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(component => new ICAL.Event(component))

describe('the calendar of a rota', () => {
  it('is read without a session by its signed address, until that is replaced or revoked', async () => {
    const id = await made('Night')
    expect(await pathOf(id)).toBeNull()
    const path = await issued(id)
    const read = (path: string) => world.call('nobody', 'GET', path)
    const answer = await read(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect((await read(path.replace(/\/[^/]+\/rota.ics$/, '/none/rota.ics'))).statusCode).toBe(404)
    const other = await issued(id)
    expect([(await read(path)).statusCode, (await read(other)).statusCode]).toEqual([404, 200])
    expect((await world.call('plant', 'DELETE', `${url}/rota/${id}/calendar`)).statusCode).toBe(200)
    expect([await pathOf(id), (await read(other)).statusCode]).toEqual([null, 404])
  })

  it('has lines of at most 75 octets that end with CRLF, and times in UTC', async () => {
    const path = await issued(await made(`${'Ü'.repeat(80)} 🦄, night`))
    const {body} = await world.call('nobody', 'GET', path)
    const lines = body.split('\r\n')
    expect(lines.filter(line => Buffer.byteLength(line) > 75 || /[\r\n]/.test(line))).toEqual([])
    expect(lines.at(-1)).toBe('')
    expect(lines.filter(line => /^DT/.test(line) && !/^DT(STAMP|START|END):\d{8}T\d{6}Z$/.test(line))).toEqual([])
    expect(eventsOf(body)[0]?.summary).toMatch(/^Ü{80} 🦄, night: /)
  })

  it('keeps the ids of its shifts while time goes by, and counts each change', async () => {
    const id = await made('Week')
    const path = await issued(id)
    const read = async () => eventsOf((await world.call('nobody', 'GET', path)).body)
    const before = await read()
    const {now} = world.clock
    world.clock.now = now + 3 * 86_400_000
    const after = await read()
    world.clock.now = now
    const shared = after.filter(({uid}) => before.some(event => event.uid === uid))
    expect(shared.length).toBeGreaterThan(10)
    expect(new Set(before.map(({uid}) => uid)).size).toBe(before.length)
    const override = {
      start_ts: now,
      end_ts: now + 3_600_000,
      person: world.userIds.customer,
      instead_of: null,
      note: 'Dentist',
    }
    expect((await world.call('plant', 'POST', `${url}/rota/${id}/override`, override)).statusCode).toBe(201)
    const changed = await read()
    expect([before[0]?.sequence, changed[0]?.sequence]).toEqual([0, 1])
    expect(changed.some(({description}) => description === 'Dentist')).toBe(true)
  })
})
