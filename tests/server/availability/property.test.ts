import fc from 'fast-check'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {availabilityIn} from '../../../contract/rules/availability'
import {dataDaysOf, dataWindows} from '../../../contract/rules/dataDays'
import {dayStarts} from '../../../contract/rules/time/calendar'
import type {Viewer} from '../../../server/access/viewer'
import {AvailabilityRepository} from '../../../server/availability/repository'
import type {Database} from '../../../server/database/connect'
import {alarmJournal, alarmOccurrence} from '../../../server/database/schema/alarm'
import {maintenancePeriod} from '../../../server/database/schema/maintenance'
import {dataDay} from '../../../server/database/schema/telemetry'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {packSteps} from '../../../server/telemetry/rollups/upkeep'
import {seedAlarm} from '../../support/alarm'
import {seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BEGIN = Date.parse('2026-03-20T00:00Z')
const SPAN = 12 * DAY
const NOW = BEGIN + SPAN

let database: Database
let organisationId: string
let pumps = 0

beforeAll(async () => {
  database = await createTestDatabase()
  organisationId = await seedOrganisation(database)
})
afterAll(() => database.close())

const moment = fc.integer({min: 0, max: SPAN}).map(after => BEGIN + after)
const windows = fc.array(
  fc.tuple(moment, fc.integer({min: 1, max: 12 * HOUR})).map(([start, length]) => ({start, end: start + length})),
  {maxLength: 3},
)
/** Messages in the order in which they come: regular ones, some of them late, twice, or with a text. */
const messages = fc
  .record({
    period: fc.constantFrom(20_000, MINUTE, 5 * MINUTE, HOUR, 9 * HOUR, DAY),
    from: moment,
    length: fc.integer({min: 0, max: 12 * HOUR}),
    others: fc.array(fc.tuple(moment, fc.boolean()), {maxLength: 10}),
    isBackwards: fc.boolean(),
  })
  .map(({period, from, length, others, isBackwards}) => {
    const count = Math.floor((period > HOUR ? 20 * length : length) / period)
    const regular = Array.from({length: count}, (_, index) => ({
      ts: from + index * period,
      isText: false,
    }))
    const all = [...regular, ...others.map(([ts, isText]) => ({ts, isText}))]
    return isBackwards ? all.reverse() : all
  })
const histories = fc.record({
  messages: fc.array(messages, {maxLength: 3}),
  critical: windows,
  maintenance: windows,
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns'),
  range: fc.tuple(moment, fc.integer({min: 1, max: 3 * DAY})).map(([start, length]) => ({start, end: start + length})),
  createdAt: moment,
  isPacked: fc.boolean(),
})

it('equals the rule on raw points, whatever came late, twice, as texts, or was packed', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({messages, critical, maintenance, zone, range, createdAt, isPacked}) => {
      const device = await seedDevice(database, {name: `pump ${++pumps}`, organisationId, createdAt})
      for (const message of messages) {
        const rows = message.map(
          ({ts, isText}, index): Row => ({
            deviceNumber: device.number,
            keyId: 1 + (index % 3),
            ts,
            receivedAt: NOW,
            isArrival: false,
            ...(isText ? {value: null, kind: 3, text: 'on'} : {value: 1, kind: 1, text: null}),
          }),
        )
        if (rows.length > 0) await storeRows(database.pool, rows)
        if (isPacked) for await (const _ of packSteps(database, NOW));
      }
      const alarmId = await seedAlarm(database, {
        device,
        severity: 'warning',
        changedAt: BEGIN - DAY,
        occurrence: {endedAt: BEGIN - HOUR},
      })
      for (const {start, end} of critical) await insertCritical(alarmId, start, end)
      for (const {start: startsAt, end: endsAt} of maintenance)
        await database.db.insert(maintenancePeriod).values({
          windowId: device.id,
          organisationId,
          title: 'Oil',
          targetKind: 'device',
          targetValue: device.id,
          startsAt,
          endsAt,
        })

      const {starts} = dayStarts(range.start, range.end - 1, zone, 10)
      const pieces = starts.map((start, index) => ({
        start: Math.max(start, range.start),
        end: starts[index + 1] ?? range.end,
      }))
      const times = messages.flat().map(({ts}) => ts)
      const knownSince = times.length === 0 ? null : Math.min(...times)
      const history = {createdAt, knownSince, critical, maintenance, now: NOW, ...dataWindows(dataDaysOf(times))}
      const expected = availabilityIn(history, pieces).flatMap(({available, evaluated, maintenance, unknown}) => [
        available,
        evaluated,
        maintenance,
        unknown,
      ])
      const answer = await new AvailabilityRepository({
        database,
        now: () => NOW,
        audit: {record: () => Promise.reject(new Error('Nothing is changed'))},
      }).read(VIEWER, {organisationId, from: range.start, until: range.end, timeZone: zone, by: 'device'})
      const row = answer.rows.find(({id}) => id === device.id)

      expect([answer.days, row?.days]).toEqual([pieces.map(({start}) => start), expected])
    }),
    {numRuns: 40},
  )
  expect(await database.db.$count(dataDay)).toBeGreaterThan(0)
})

const VIEWER: Viewer = {
  sessionId: '',
  userId: '',
  email: '',
  authority: 'SYS_ADMIN',
  organisationId: null,
  customerId: null,
}

/** It is raised as a warning, and becomes critical at `start`. */
async function insertCritical(alarmId: string, start: number, end: number) {
  const {db} = database
  const [occurrence] = await db
    .insert(alarmOccurrence)
    .values({alarmId, severity: 'critical', raisedAt: start - MINUTE, returnedAt: end, endedAt: end + HOUR})
    .returning()
  const of = {alarmId, occurrenceId: occurrence?.id ?? null}
  await db.insert(alarmJournal).values([
    {...of, at: start - MINUTE, kind: 'raised', severity: 'warning', version: 1},
    {...of, at: start, kind: 'severityChanged', severity: 'critical', version: 2},
    {...of, at: end, kind: 'returned', severity: 'critical', version: 3},
  ])
}
