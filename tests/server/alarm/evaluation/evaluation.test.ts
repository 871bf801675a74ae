import {afterEach, beforeEach, expect, it} from 'vitest'
import {type AlarmWorld, createAlarmWorld, createServer} from '../world'

const HIGH = {level: {warning: {above: 80}, critical: {above: 90}, clear: 5}}

let world: AlarmWorld
beforeEach(async () => {
  world = await createAlarmWorld()
})
afterEach(() => world.close())

const ofPump = () => ({entityType: 'device' as const, entityId: world.pump.id})
const ofOrganisation = () => ({entityType: 'organisation' as const, entityId: world.organisationId})

async function sendEach(...values: (number | string)[]) {
  for (const value of values) {
    world.clock.now += 1000
    await world.send(value)
  }
}

it('raises an alarm with the value that goes beyond a limit, and lets it return', async () => {
  await world.setThresholds(ofPump(), HIGH)
  await sendEach(80, 81, 79, 95, 84, 75)
  expect(await world.journal()).toEqual([
    '1002000 raised',
    '1004000 severityChanged',
    '1005000 severityChanged',
    '1006000 returned',
    '1006000 cleared',
  ])
  expect(await world.standing()).toEqual(['level value: returnedUnacknowledged'])
  expect(await world.occurrences()).toEqual([
    {severity: 'critical', raised: 1_002_000, ended: 1_006_000, by: 'returned', peak: 95},
  ])
})

it('judges values without a time that come at once in their order', async () => {
  await world.setThresholds(ofPump(), HIGH)
  const burst = [10, 85, 10, 95, 81, 75]
  await Promise.all(burst.map(value => world.ingest.write(world.pump, [{key: 'level', value}])))
  expect((await world.journal()).map(line => line.split(' ')[1])).toEqual([
    ...['raised', 'returned', 'cleared', 'raised', 'severityChanged', 'returned', 'cleared'],
  ])
  expect((await world.occurrences()).map(({peak}) => peak)).toEqual([85, 95])
})

it('begins another occurrence when it is raised once more', async () => {
  await world.setThresholds(ofPump(), HIGH)
  await sendEach(81, 10, 82)
  expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  expect((await world.occurrences()).map(({ended}) => ended)).toEqual([1_002_000, null])
})

it('judges no texts, and no values that are filled in later', async () => {
  await world.setThresholds(ofPump(), HIGH)
  await sendEach(10, 'high')
  await world.send(99, 5000)
  expect(await world.standing()).toEqual(['level value: normal'])
  await sendEach(99)
  await world.send(10, 500)
  expect(await world.standing()).toEqual(['level value: unacknowledged critical'])
})

it('raises nothing by what is filled in from longer ago than a day, and lets it return by that', async () => {
  world.clock.now = Date.parse('2026-11-02T12:00Z')
  const day = 86_400_000
  await world.setThresholds(ofPump(), HIGH)
  await world.send(99, 30 * day)
  expect([await world.journal(), await world.standing()]).toEqual([[], ['level value: normal']])

  await world.send(99, day)
  expect(await world.standing()).toEqual(['level value: unacknowledged critical'])
  world.clock.now += 40 * day
  await world.send(10, 30 * day)
  expect(await world.standing()).toEqual(['level value: returnedUnacknowledged'])
})

it('judges values of a clock that was never set by their arrival', async () => {
  world.clock.now = Date.parse('2026-11-02T12:00Z')
  await world.setThresholds(ofPump(), HIGH)
  await world.ingest.write(world.pump, [{key: 'level', ts: 5000, value: 99}])
  expect(await world.standing()).toEqual(['level value: unacknowledged critical'])
})

it('writes nothing for values within the limits of a series at rest', async () => {
  await world.setThresholds(ofPump(), HIGH)
  await sendEach(10)
  const xmin = async () => (await world.database.pool.query('select xmin, version from alarm')).rows
  const before = await xmin()
  await sendEach(20, 30, 40)
  expect(await xmin()).toEqual(before)
})

it('judges the values of one message in their order', async () => {
  await world.setThresholds(ofPump(), {level: {warning: {above: 80}, for: 2}})
  const point = (ts: number, value: number) => ({key: 'level', ts, value})
  await world.ingest.write(world.pump, [point(1000, 81), point(2000, 82), point(3000, 83), point(4000, 1)])
  expect(await world.journal()).toEqual(['3000 raised', '4000 returned', '4000 cleared'])
})

it('takes the nearest thresholds, key by key', async () => {
  await world.setThresholds(ofOrganisation(), {level: {warning: {above: 50}}, heat: {warning: {above: 50}}})
  await world.setThresholds(ofPump(), HIGH)
  await world.send(60, 0, 'level')
  await world.send(60, 0, 'heat')
  expect(await world.standing()).toEqual(['heat value: unacknowledged warning', 'level value: normal'])
})

it('judges by changed thresholds at once, on each server', async () => {
  const other = createServer(world.database, world.clock)
  await sendEach(85)
  await other.ingest.write(world.pump, [{key: 'level', ts: world.clock.now, value: 85}])
  await world.setThresholds(ofPump(), HIGH, other.alarms)
  await world.send(85)
  expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  await world.setThresholds(ofPump(), {level: {warning: {above: 100}}})
  await other.ingest.write(world.pump, [{key: 'level', ts: world.clock.now + 1, value: 99}])
  expect((await world.occurrences()).map(({by}) => by)).toEqual(['ruleChanged'])
  await other.alarms.close()
})

it('lets two servers evaluate a series as one', async () => {
  await world.setThresholds(ofPump(), HIGH)
  const servers = [world.ingest, createServer(world.database, world.clock).ingest]
  await Promise.all(
    Array.from({length: 200}, (_, index) =>
      servers[index % 2]?.write(world.pump, [{key: 'level', ts: 1000 + index, value: index % 20 < 10 ? 85 : 10}]),
    ),
  )
  const open = (await world.occurrences()).filter(({ended}) => ended === null)
  expect([open, await world.standing()]).toEqual([[], ['level value: returnedUnacknowledged']])
})

it('enqueues what it writes in the same transaction, and writes nothing when that fails', async () => {
  const broken = createServer(world.database, world.clock, () => Promise.reject(new Error('no room')))
  await world.setThresholds(ofPump(), HIGH)
  await expect(broken.ingest.write(world.pump, [{key: 'level', ts: 5, value: 85}])).rejects.toMatchObject({
    statusCode: 503,
  })
  expect(await world.journal()).toEqual([])
  expect((await world.database.pool.query('select from telemetry')).rowCount).toBe(0)
})
