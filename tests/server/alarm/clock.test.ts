import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type AlarmWorld, createAlarmWorld, createServer} from './world'

const MINUTE = 60_000
const HOURS = 6 * 60 * MINUTE

let world: AlarmWorld
beforeEach(async () => {
  world = await createAlarmWorld()
})
afterEach(() => world.close())

const ofPump = () => ({entityType: 'device' as const, entityId: world.pump.id})

const set = (by: number) => {
  world.clock.now += by
  world.clock.setBy = (world.clock.setBy ?? 0) + by
}

describe('a clock that is set', () => {
  it.each([
    ['ahead', HOURS],
    ['back', -HOURS],
  ])('%s makes nothing silent that goes on sending, and what sends no more is silent after its time', async (_, by) => {
    await world.setThresholds(ofPump(), {level: {silentAfter: 60}})
    world.clock.now += HOURS
    await world.send(1)
    await world.pass(30_000)
    await world.send(1)
    set(by)
    await world.pass(500)
    await world.pass(20_000)
    await world.send(1)
    await world.pass(30_000)
    await world.send(1)
    await world.pass(59_000)
    expect(await world.standing()).toEqual(['level silence: normal'])
    await world.pass(1000)
    expect(await world.standing()).toEqual(['level silence: unacknowledged critical'])
    await world.send(1)
    expect(await world.standing()).toEqual(['level silence: returnedUnacknowledged'])
  })

  it.each([
    ['ahead', HOURS],
    ['back', -HOURS],
  ])('%s lets a delay begin anew, also when a value comes first', async (_, by) => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}, for: 60}})
    world.clock.now += HOURS
    await world.send(81)
    set(by)
    await world.send(82)
    await world.pass(59_000)
    expect(await world.standing()).toEqual(['level value: normal'])
    await world.pass(1000)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  })

  it('back keeps no value from being evaluated, whatever was stored by the clock as it was', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}}})
    for (let count = 0; count < 10; count++) {
      world.clock.now += MINUTE
      await world.send(1)
    }
    set(-6 * MINUTE)
    for (const [value, standing] of [
      [81, 'unacknowledged warning'],
      [10, 'returnedUnacknowledged'],
    ] as const) {
      world.clock.now += MINUTE / 2
      await world.send(value)
      await world.send(99 - value, MINUTE / 4)
      expect(await world.standing()).toEqual([`level value: ${standing}`])
    }
  })

  it('back while no server ran lets a delay and a shelf begin again, and else they go on after a start', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}, for: 60}})
    world.clock.now += HOURS
    await world.send(81)
    world.clock.now += 30_000 - HOURS
    const restarted = createServer(world.database, world.clock)
    await world.pass(0, restarted.alarms)
    await world.pass(50_000, restarted.alarms)
    const again = createServer(world.database, world.clock)
    await world.pass(9000, again.alarms)
    expect(await world.standing()).toEqual(['level value: normal'])
    await world.pass(1000, again.alarms)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
    await world.shelve(world.clock.now + MINUTE)
    world.clock.now -= HOURS
    const third = createServer(world.database, world.clock)
    await world.pass(0, third.alarms)
    await world.pass(MINUTE, third.alarms)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
    for (const {alarms} of [restarted, again, third]) await alarms.close()
  })

  it('back ends a shelf no later than it would have ended from now on', async () => {
    await world.setThresholds(ofPump(), {level: {warning: {above: 80}}})
    world.clock.now += HOURS
    await world.send(81)
    await world.shelve(world.clock.now + MINUTE)
    set(-HOURS)
    await world.pass(1000)
    await world.pass(MINUTE - 1001)
    expect(await world.standing()).toEqual(['level value: shelved warning'])
    await world.pass(1001)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  })

  it('is followed also when the database was away first', async () => {
    await world.setThresholds(ofPump(), {level: {silentAfter: 60}})
    world.clock.now += HOURS
    await world.send(1)
    set(-HOURS)
    await world.database.pool.query('alter table alarm rename to gone')
    await expect(world.pass(0)).rejects.toThrow()
    await world.database.pool.query('alter table gone rename to alarm')
    await world.pass(0)
    await world.pass(MINUTE)
    expect(await world.standing()).toEqual(['level silence: unacknowledged critical'])
  })
})
