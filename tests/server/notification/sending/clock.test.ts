import {beforeEach, describe, expect, it} from 'vitest'
import {createToldWorld, MINUTE, SECOND} from '../world'

const NOC = 'noc@works.test'
const BOSS = 'boss@works.test'
const TO_NOC = {name: 'Noc', targets: [{kind: 'email', address: NOC}]}
const HOUR = 60 * MINUTE
const STEPS = [
  ['ahead', 6 * HOUR],
  ['back', -6 * HOUR],
] as const

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
  await world.route(TO_NOC)
})

describe.each(STEPS)('a clock that is set %s', (_, by) => {
  it('lets an escalation wait its whole time from then on, and tells it once', async () => {
    await world.route({...TO_NOC, escalations: [{after: 15, targets: [{kind: 'email', address: BOSS}]}]})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(10 * MINUTE)
    await world.setClock(by)
    await world.pass(15 * MINUTE - SECOND)
    expect(world.subjects(BOSS)).toEqual([])
    await world.pass(2 * SECOND)
    expect(world.subjects(BOSS)).toHaveLength(1)
    await world.pass(24 * HOUR)
    expect([world.subjects(NOC).length, world.subjects(BOSS).length]).toEqual([1, 1])
  })

  it('lets a reminder wait its whole time from then on, and tells it once', async () => {
    await world.route({...TO_NOC, repeat: 60})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    await world.pass(30 * MINUTE)
    await world.setClock(by)
    await world.pass(HOUR - SECOND)
    expect(world.subjects(NOC)).toHaveLength(1)
    await world.pass(2 * SECOND)
    expect(world.subjects(NOC)).toHaveLength(2)
    await world.pass(30 * MINUTE)
    expect(world.subjects(NOC)).toHaveLength(2)
  })

  it('neither ends the damping nor makes it longer', async () => {
    const [pump, fan] = [await world.alarmOf('Pump'), await world.alarmOf('Fan')]
    await world.raise(pump)
    await world.pass(SECOND)
    await world.pass(10 * SECOND)
    await world.setClock(by)
    await world.raise(fan)
    await world.pass(49 * SECOND)
    expect(world.subjects(NOC)).toHaveLength(1)
    await world.pass(SECOND)
    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature', 'Critical · Fan, temperature'])
  })

  it('lets a storm be told as one, and in its time', async () => {
    await world.raiseMany(20)
    await world.settled()
    await world.setClock(by)
    await world.pass(2 * SECOND)
    expect(world.subjects(NOC)).toEqual(['20 alarms: 20 raised'])
    await world.pass(24 * HOUR)
    expect(world.subjects(NOC)).toHaveLength(1)
  })

  it('keeps no mail from being sent again that could not be sent', async () => {
    world.smtp.behave('defer')
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    world.smtp.behave('take')
    await world.setClock(by)
    world.server.send()
    await world.pass(2 * MINUTE)
    world.server.send()
    await world.smtp.next()
    await world.pass(24 * HOUR)
    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature'])
  })
})

// It is 13:00 in Berlin.
it.each([
  ['ahead into', 10, {from: '22:00', until: '06:00'}],
  ['back into', -2, {from: '08:00', until: '12:00'}],
])('a clock that is set %s the hours of a route lets it tell at once', async (_, hours, between) => {
  await world.route({...TO_NOC, hours: {...between, zone: 'Europe/Berlin'}})
  await world.raise(await world.alarmOf('Pump'))
  await world.pass(MINUTE)
  expect(world.subjects(NOC)).toEqual([])
  await world.setClock(hours * HOUR)
  await world.pass(SECOND)
  await world.pass(SECOND)
  expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature'])
})

it('a clock that was set back while no server ran holds nothing that waits', async () => {
  await world.route({...TO_NOC, repeat: 60, escalations: [{after: 15, targets: [{kind: 'email', address: BOSS}]}]})
  await world.raise(await world.alarmOf('Pump'))
  await world.pass(SECOND)
  await world.server.close()
  world.clock.now -= 6 * HOUR
  await world.restart()
  await world.setClock(0)
  await world.pass(15 * MINUTE + SECOND)
  expect([world.subjects(NOC).length, world.subjects(BOSS).length]).toEqual([1, 1])
  await world.pass(HOUR)
  expect(world.subjects(NOC)).toHaveLength(2)
})
