import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {listAlarms} from '../../../contract/wire/alarm'
import {alarmJournal, alarmOccurrence} from '../../../server/database/schema/alarm'
import {seedAlarm} from '../../support/alarm'
import {
  type Cookies,
  createTestApp,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

let test: TestApp
let works: string
let pumpId: string
let roomId: string
let plant: Cookies
let customer: Cookies
let hot: string
const names = new Map<string, string>()

beforeAll(async () => {
  test = await createTestApp()
  const {app, database, clock} = test
  works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  const customerId = await seedCustomer(database, works)
  const pump = await seedDevice(database, {name: 'Bilge pump', organisationId: works})
  const room = await seedDevice(database, {name: 'Cold room', organisationId: works, customerId})
  const rack = await seedDevice(database, {name: 'Rack', organisationId: noc})
  ;[pumpId, roomId] = [pump.id, room.id]
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  await seedUser(database, {email: 'uma@t.test', authority: 'CUSTOMER_USER', organisationId: works, customerId})
  plant = await signIn(app, 'plant@t.test')
  customer = await signIn(app, 'uma@t.test')

  const seed = async (name: string, ...[values]: [Parameters<typeof seedAlarm>[1]]) => {
    const id = await seedAlarm(database, {key: name, ...values})
    names.set(id, name)
    return id
  }
  await seed('over', {device: pump, standing: 'normal', severity: null, occurrenceId: null, changedAt: 90})
  await seed('known', {device: pump, standing: 'acknowledged', severity: 'critical', changedAt: 80})
  await seed('shelved', {device: pump, standing: 'shelved', changedAt: 85})
  await seed('back', {
    device: pump,
    standing: 'returnedUnacknowledged',
    severity: null,
    changedAt: 70,
    occurrence: {severity: 'critical', endedAt: 70, endedBy: 'returned'},
  })
  await seed('old', {device: room, severity: 'warning', changedAt: 50})
  await seed('new', {device: pump, severity: 'warning', changedAt: 60})
  hot = await seed('hot', {device: room, severity: 'critical', changedAt: 40})
  await seed('quiet', {device: pump, kind: 'silence', standing: 'acknowledged', changedAt: 95})
  await seed('repair', {device: pump, standing: 'outOfService', severity: 'critical', changedAt: 30})
  await seed('foreign', {device: rack, severity: 'critical', changedAt: clock.now})
})
afterAll(() => test.close())

const BY_ATTENTION = ['hot', 'new', 'old', 'back', 'known', 'repair', 'quiet', 'shelved']

async function read(query: string, cookies = plant) {
  const response = await test.app.inject({url: `/api/v0/alarm${query}`, cookies})
  return {status: response.statusCode, body: response.json()}
}

async function listed(query = '', cookies = plant) {
  const {body} = await read(query, cookies)
  const {items, next, total} = listAlarms.answer.parse(body)
  return {names: items.map(({_id}) => names.get(_id)), next, total}
}

describe('the list of alarms', () => {
  it('begins with what needs attention, and leaves out what is normal', async () => {
    expect(await listed()).toEqual({names: BY_ATTENTION, next: null, total: 8})
  })

  it.each([1, 2, 3, 7, 8])('shows each alarm once on pages of %i', async limit => {
    const found: unknown[] = []
    let cursor = ''
    for (;;) {
      const {names, next, total} = await listed(`?limit=${limit}${cursor}`)
      expect(total).toBe(8)
      found.push(...names)
      if (next === null) break
      cursor = `&cursor=${next}`
    }

    expect(found).toEqual(BY_ATTENTION)
  })

  it.each([
    ['of a device', () => `?device_id=${roomId}`, ['hot', 'old']],
    ['of an organisation', () => `?organisation_id=${works}`, BY_ATTENTION],
    ['of an organisation out of reach', () => '?organisation_id=0192f3a0-0000-7000-8000-000000000000', []],
    ['that are normal', () => '?standing=normal', ['over']],
    ['that are known or shelved', () => '?standing=acknowledged,shelved', ['known', 'quiet', 'shelved']],
    ['that are critical', () => '?severity=critical', ['hot', 'known', 'repair']],
    ['that tell of silence', () => '?kind=silence', ['quiet']],
    ['by the name of a device', () => '?q=cold', ['hot', 'old']],
    ['by their key', () => '?q=%20QUIET', ['quiet']],
    ['by what is nowhere', () => '?q=%25', []],
  ])('finds those %s', async (_what, query, expected) => {
    const {names, total} = await listed(query())

    expect([names, total]).toEqual([expected, expected.length])
  })

  it('holds for a customer the alarms of its devices', async () => {
    expect((await listed('', customer)).names).toEqual(['hot', 'old'])
  })

  it.each([
    ['?standing=loud', 'standing: must be one or more of normal, unacknowledged'],
    ['?severity=warning,', 'severity: must be one or more of warning, critical'],
    ['?kind=noise', 'kind: '],
    ['?device_id=7', 'device_id: '],
    ['?limit=0', 'limit: '],
    ['?cursor=abc', 'cursor: belongs to another list'],
  ])('refuses %s', async (query, message) => {
    const {status, body} = await read(query)

    expect([status, body.message.slice(0, message.length)]).toEqual([400, message])
  })

  it('holds what was raised in a time, each with its newest occurrence of then, whatever has become of it', async () => {
    const all = 'standing=normal,unacknowledged,acknowledged,returnedUnacknowledged,shelved,outOfService'
    const {body} = await read(`?${all}&raised_from=60&raised_until=85`)
    const {items, total} = listAlarms.answer.parse(body)
    expect(items.map(({_id, occurrence}) => [names.get(_id), occurrence?.raised_at]).sort()).toEqual([
      ['back', 70],
      ['known', 80],
      ['new', 60],
      ['shelved', 85],
    ])
    expect(total).toBe(4)
    expect((await listed(`?raised_from=90`)).names).toEqual(['quiet'])
    const past = await listed(`?${all}&raised_from=60&raised_until=85&at=75`)
    expect(past.names.sort()).toEqual(['back', 'new'])
    expect((await read('?raised_from=x')).status).toBe(400)
    expect((await listed(`?${all}&raised_from=60&raised_until=85`, customer)).names).toEqual([])
  })

  it('refuses the cursor of another list', async () => {
    const {next} = await listed('?limit=1')

    expect((await read(`?limit=1&severity=critical&cursor=${next}`)).status).toBe(400)
  })
})

it('counts what is unacknowledged, active and hidden', async () => {
  expect((await read('/counts')).body).toEqual({
    unacknowledged: {warning: 2, critical: 2},
    active: {warning: 3, critical: 2},
    shelved: 1,
    out_of_service: 1,
  })
  expect((await read('/counts', customer)).body).toMatchObject({active: {warning: 1, critical: 1}, shelved: 0})
  expect((await read(`/counts?organisation_id=${works}`, customer)).body).toMatchObject({active: {warning: 1}})
})

it('shows where an alarm is and what it is about', async () => {
  expect((await read(`/${hot}`)).body).toMatchObject({
    _id: hot,
    device_id: roomId,
    device_name: 'Cold room',
    device_label: null,
    organisation_id: works,
    key: 'hot',
    kind: 'value',
    standing: 'unacknowledged',
    severity: 'critical',
    threshold: {warning: {above: 5}},
    occurrence: {severity: 'critical', raised_at: 40, acknowledged_by: null, ended_at: null, peak: 9},
    shelf: null,
    is_flapping: false,
    is_chattering: false,
    changed_at: 40,
    version: 1,
  })
})

describe('the past of an alarm', () => {
  let id: string

  beforeAll(async () => {
    const {database} = test
    id = await seedAlarm(database, {device: {id: pumpId, number: 1}, key: 'past', standing: 'normal', severity: null})
    for (const at of [2000, 3000, 4000]) {
      const occurrence = {alarmId: id, severity: 'warning', raisedAt: at, endedAt: at + 1, endedBy: 'returned'} as const
      await database.db.insert(alarmOccurrence).values(occurrence)
      await database.db
        .insert(alarmJournal)
        .values({alarmId: id, at, kind: 'commented', version: 1, by: 'ada@t.test', note: 'So.'})
    }
  })

  it('is told from the newest entry on, in pages', async () => {
    const {body: first} = await read(`/${id}/journal?limit=2`)
    const {body: second} = await read(`/${id}/journal?limit=2&cursor=${first.next}`)

    expect(first.entries.map(({at}: {at: number}) => at)).toEqual([4000, 3000])
    expect(first.entries[0]).toMatchObject({
      kind: 'commented',
      by: 'ada@t.test',
      note: 'So.',
      occurrence_id: null,
    })
    expect(second.entries.map(({at}: {at: number}) => at)).toEqual([2000, 1000])
    expect(second.next).toBeNull()
  })

  it('has its occurrences from the newest on, in pages', async () => {
    const {body: first} = await read(`/${id}/occurrences?limit=3`)
    const {body: second} = await read(`/${id}/occurrences?limit=3&cursor=${first.next}`)

    expect(first.occurrences.map(({raised_at}: {raised_at: number}) => raised_at)).toEqual([4000, 3000, 2000])
    expect(second.occurrences.map(({raised_at}: {raised_at: number}) => raised_at)).toEqual([1000])
  })

  it('says that it chatters while three occurrences within a minute are ten minutes old at most', async () => {
    const {clock} = test
    clock.now = 4001 + 600_000
    expect((await read(`/${id}`)).body.is_chattering).toBe(true)
    clock.now++
    expect((await read(`/${id}`)).body.is_chattering).toBe(false)
    clock.now = Date.now()
  })
})
