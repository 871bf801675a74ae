import {afterAll, beforeAll, expect, it} from 'vitest'
import {alarm, listAlarms, readJournal, readOccurrences} from '../../../../contract/wire/alarm'
import {alarmJournal, alarmOccurrence} from '../../../../server/database/schema/alarm'
import {seedAlarm} from '../../../support/alarm'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../../support/app'

let test: TestApp
let plant: Cookies
let pump: string
let fan: string

beforeAll(async () => {
  test = await createTestApp()
  const {app, database} = test
  const works = await seedOrganisation(database, 'Harbour Works')
  const noc = await seedOrganisation(database, 'Northgate NOC')
  const device = await seedDevice(database, {name: 'Bilge pump', organisationId: works})
  const rack = await seedDevice(database, {name: 'Rack', organisationId: noc})
  await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  plant = await signIn(app, 'plant@t.test')
  pump = await seedAlarm(database, {
    device,
    key: 'level',
    standing: 'normal',
    severity: 'warning',
    changedAt: 1000,
    version: 4,
    occurrence: {
      severity: 'critical',
      returnedAt: 4000,
      endedAt: 4000,
      endedBy: 'returned',
      peak: 9,
      peakAt: 2000,
      acknowledgedAt: 3000,
      acknowledgedBy: 'ada@t.test',
    },
  })
  const [occurrence] = (await database.db.select().from(alarmOccurrence)).filter(({alarmId}) => alarmId === pump)
  const said = {alarmId: pump, occurrenceId: occurrence?.id}
  await database.db.insert(alarmJournal).values([
    {...said, at: 2000, kind: 'severityChanged', severity: 'critical', value: 9, version: 2},
    {...said, at: 3000, kind: 'acknowledged', severity: 'critical', by: 'ada@t.test', version: 3},
    {...said, at: 4000, kind: 'returned', severity: 'critical', version: 4},
    {...said, at: 4000, kind: 'cleared', severity: 'critical', version: 4},
  ])
  fan = await seedAlarm(database, {device, key: 'fan', changedAt: 2500, severity: 'warning'})
  await seedAlarm(database, {device: rack, key: 'foreign', changedAt: 1000})
})
afterAll(() => test.close())

async function read(query: string) {
  const response = await test.app.inject({url: `/api/v0/alarm${query}`, cookies: plant})
  expect(response.statusCode).toBe(200)
  return response.json()
}

const stoodAt = async (query: string) =>
  listAlarms.answer.parse(await read(query)).items.map(({key, standing, severity}) => `${key} ${standing} ${severity}`)

it.each([
  [999, []],
  [1000, ['level unacknowledged warning']],
  [2000, ['level unacknowledged critical']],
  [2999, ['level unacknowledged critical', 'fan unacknowledged warning']],
  [3000, ['fan unacknowledged warning', 'level acknowledged critical']],
  [4000, ['fan unacknowledged warning']],
])('lists the alarms within reach as they stood at %i', async (at, expected) => {
  expect(await stoodAt(`?at=${at}`)).toEqual(expected)
})

it('filters, counts and pages them as they stood', async () => {
  expect(await stoodAt('?at=3500&standing=acknowledged')).toEqual(['level acknowledged critical'])
  expect(await stoodAt('?at=3500&severity=warning')).toEqual(['fan unacknowledged warning'])
  expect(await stoodAt('?at=3500&q=LEV')).toEqual(['level acknowledged critical'])
  expect(await stoodAt('?at=3500&kind=silence')).toEqual([])
  const first = await read('?at=3500&limit=1')
  const second = await read(`?at=3500&limit=1&cursor=${first.next}`)
  expect([first.items[0].key, first.total, second.items[0].key, second.total, second.next]).toEqual([
    ...['fan', 2, 'level', 2],
    null,
  ])
})

it('shows of one alarm only what was known then', async () => {
  expect(alarm.parse(await read(`/${pump}?at=1500`))).toMatchObject({
    standing: 'unacknowledged',
    severity: 'warning',
    changed_at: 1000,
    version: 1,
    occurrence: {
      severity: 'warning',
      raised_at: 1000,
      peak: null,
      peak_at: null,
      returned_at: null,
      acknowledged_at: null,
      acknowledged_by: null,
      ended_at: null,
      ended_by: null,
    },
  })
  expect(alarm.parse(await read(`/${pump}?at=3500`))).toMatchObject({
    standing: 'acknowledged',
    severity: 'critical',
    changed_at: 3000,
    version: 3,
    occurrence: {severity: 'critical', peak: 9, acknowledged_at: 3000, acknowledged_by: 'ada@t.test', ended_at: null},
  })
  expect(alarm.parse(await read(`/${fan}?at=1`))).toMatchObject({standing: 'normal', occurrence: null, version: 0})
})

it('ends its journal and its occurrences with the moment', async () => {
  const {entries} = readJournal.answer.parse(await read(`/${pump}/journal?at=3000`))
  const {occurrences} = readOccurrences.answer.parse(await read(`/${pump}/occurrences?at=3000`))

  expect(entries.map(({kind}) => kind)).toEqual(['acknowledged', 'severityChanged', 'raised'])
  expect(occurrences).toMatchObject([{raised_at: 1000, acknowledged_at: 3000, returned_at: null, ended_at: null}])
  expect(await read(`/${pump}/occurrences?at=999`)).toEqual({occurrences: [], next: null})
})
