import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {createAttributeRepository} from '../../../../server/attribute/repository'
import {seedDevice} from '../../../support/app'
import {type AlarmWorld, createAlarmWorld, createServer} from '../world'

const MINUTE = 60_000

let world: AlarmWorld
beforeEach(async () => {
  world = await createAlarmWorld()
})
afterEach(() => world.close())

const ofPump = () => ({entityType: 'device' as const, entityId: world.pump.id})

describe('a delay', () => {
  it('is over though no further value comes, and then counts from when the value went beyond', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}, for: 60, offFor: 30}})
    await world.send(81)
    await world.pass(MINUTE - 1)
    expect(await world.standing()).toEqual(['level value: normal'])
    await world.pass(1500)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
    await world.send(10)
    await world.pass(MINUTE)
    expect(await world.journal()).toEqual(['1060000 raised', '1091499 returned', '1091499 cleared'])
  })

  it('is over on another server when the one that began it is gone', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}, for: 60}})
    await world.send(81)
    const other = createServer(world.database, world.clock)
    await world.pass(MINUTE, other.alarms)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
    await other.alarms.close()
  })
})

describe('a shelf', () => {
  it('ends when no value comes, also after a restart, and the alarm comes back as its condition is then', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}}})
    await world.send(81)
    await world.shelve(world.clock.now + MINUTE)
    const restarted = createServer(world.database, world.clock)
    await world.pass(MINUTE - 1, restarted.alarms)
    expect(await world.standing()).toEqual(['level value: shelved warning'])
    await world.pass(1, restarted.alarms)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
    await restarted.alarms.close()
  })
})

describe('silence', () => {
  beforeEach(() => world.setThresholds(ofPump(), {level: {silentAfter: 60}}))

  it('is evaluated from the last value, and ends with the next one', async () => {
    await world.pass(0)
    await world.send(1)
    await world.pass(50_000)
    await world.send(1)
    await world.pass(59_999)
    expect(await world.standing()).toEqual(['level silence: normal'])
    await world.pass(500)
    expect(await world.standing()).toEqual(['level silence: unacknowledged critical'])
    await world.send('text')
    expect(await world.journal()).toEqual(['1110000 raised', '1110499 returned', '1110499 cleared'])
  })

  it('is not evaluated before its whole time has passed since the start', async () => {
    await world.send(1)
    world.clock.now += 10 * MINUTE
    const restarted = createServer(world.database, world.clock)
    await world.pass(59_999, restarted.alarms)
    expect(await world.standing()).toEqual(['level silence: normal'])
    await world.pass(1, restarted.alarms)
    expect(await world.standing()).toEqual(['level silence: unacknowledged critical'])
    await restarted.alarms.close()
  })

  it('is told of a series that never had a value, if the thresholds of its device name it', async () => {
    await world.pass(0)
    await world.pass(MINUTE)
    expect(await world.standing()).toEqual(['level silence: unacknowledged critical'])
  })

  it('is not told of a series that never had a value, if only its organisation names it', async () => {
    await world.setThresholds(ofPump(), null)
    await world.setThresholds({entityType: 'organisation', entityId: world.organisationId}, {heat: {silentAfter: 60}})
    await world.pass(0)
    await world.pass(10 * MINUTE)
    expect(await world.standing()).toEqual([])
  })

  it('is evaluated of many series at once, of each from its own last value, and told once', async () => {
    const {database, clock, organisationId} = world
    const told: string[] = []
    const server = createServer(database, clock, async (_, news) => {
      for (const {entries} of news) for (const {kind, occurrenceId} of entries) told.push(`${kind} ${occurrenceId}`)
    })
    await world.setThresholds({entityType: 'organisation', entityId: organisationId}, {level: {silentAfter: 60}})
    const others = Array.from({length: 19}, (_, index) => seedDevice(database, {name: `d${index}`, organisationId}))
    const devices = [world.pump, ...(await Promise.all(others))]
    const sendAll = async () => {
      for (const each of devices) {
        clock.now += 1000
        await server.ingest.write(each, [{key: 'level', ts: clock.now, value: 1}])
      }
    }
    const opened = async () =>
      (
        await database.pool.query(
          'select id, raised_at::int4 as at from alarm_occurrence where ended_at is null order by 2',
        )
      ).rows
    await sendAll()
    const lastAt = clock.now
    clock.now += MINUTE
    await server.alarms.doDue()
    const first = await opened()
    expect(first.map(({at}) => at)).toEqual(devices.map((_, index) => lastAt + MINUTE - (19 - index) * 1000))
    expect(told.toSorted()).toEqual(first.map(({id}) => `raised ${id}`).toSorted())
    // A device that has returned may be silent again, and its unacknowledged alarm is another occurrence then.
    await sendAll()
    clock.now += MINUTE
    await server.alarms.doDue()
    expect((await opened()).length).toBe(20)
    expect(told.length).toBe(80)
    await server.alarms.close()
  })

  it('happens once when several servers look', async () => {
    await world.send(1)
    const others = [1, 2, 3].map(() => createServer(world.database, world.clock))
    world.clock.now += MINUTE
    await Promise.all([world, ...others].map(({alarms}) => alarms.doDue()))
    expect((await world.occurrences()).length).toBe(1)
    for (const {alarms} of others) await alarms.close()
  })
})

it('hears a screen by its attribute `heartbeat`', async () => {
  await world.setThresholds(
    {entityType: 'organisation', entityId: world.organisationId},
    {heartbeat: {silentAfter: 600}},
  )
  const attributes = createAttributeRepository({
    database: world.database,
    now: () => world.clock.now,
    publish() {},
    onAttributes: world.alarms.onAttributes,
  })
  const beat = () => attributes.upsertClientAttributes(world.pump, new Map([['heartbeat', {ts: world.clock.now}]]))
  await beat()
  await world.pass(9 * MINUTE)
  await beat()
  await world.pass(9 * MINUTE)
  expect(await world.standing()).toEqual(['heartbeat silence: normal'])
  await world.pass(2 * MINUTE)
  expect(await world.standing()).toEqual(['heartbeat silence: unacknowledged critical'])
  await beat()
  expect(await world.standing()).toEqual(['heartbeat silence: returnedUnacknowledged'])
})

it('says that an alarm flaps, and that it has come to rest', async () => {
  await world.setThresholds(ofPump(), {level: {warning: {above: 80}}})
  const sendEach = async (count: number, valueAt: (index: number) => number) => {
    for (let index = 0; index < count; index++) {
      world.clock.now += 1000
      await world.send(valueAt(index))
    }
  }
  await sendEach(6, index => (index % 2 === 0 ? 81 : 10))
  await sendEach(14, () => 10)
  expect((await world.journal()).at(-1)).toBe('1006000 flappingBegan')
  await sendEach(1, () => 10)
  expect((await world.journal()).at(-1)).toBe('1021000 flappingEnded')
})
