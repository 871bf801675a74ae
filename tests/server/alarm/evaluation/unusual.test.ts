import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type AlarmWorld, createAlarmWorld} from '../world'

const MINUTE = 60_000

let world: AlarmWorld

beforeEach(async () => {
  world = await createAlarmWorld()
})
afterEach(() => world.close())

const say = (unusual: object) =>
  world.setThresholds({entityType: 'device', entityId: world.pump.id}, {level: {unusual: {...unusual}}})

const keyId = async () =>
  (await world.database.pool.query(`select id from telemetry_key where name = 'level'`)).rows[0].id as number

/** Evaluates the series as unusual by a value, or as usual again. */
async function judged(value: number | null) {
  const at = world.clock.now
  const series = {deviceNumber: world.pump.number, keyId: await keyId()}
  await world.alarms.onUnusual([{...series, at, unusualSince: value === null ? null : at, value}])
}

describe('a threshold that names what is unusual', () => {
  it('raises an alarm of its own kind once that has lasted, and ends it when values are usual again', async () => {
    await say({severity: 'warning', for: 300})
    await world.pass(0)
    await world.send(20)
    expect(await world.standing()).toEqual(['level unusual: normal'])

    await judged(99)
    expect(await world.standing()).toEqual(['level unusual: normal'])
    await world.pass(4 * MINUTE)
    await world.send(98)
    expect(await world.standing()).toEqual(['level unusual: normal'])
    await world.pass(MINUTE)
    expect(await world.standing()).toEqual(['level unusual: unacknowledged warning'])
    // Values alone say nothing of it.
    await world.send(20)
    expect(await world.standing()).toEqual(['level unusual: unacknowledged warning'])

    await judged(null)
    expect(await world.standing()).toEqual(['level unusual: returnedUnacknowledged'])
    expect((await world.journal()).map(entry => entry.split(' ')[1])).toEqual(['raised', 'returned', 'cleared'])
  })

  it('is told nothing when nobody has named it, and not of what lasts too short', async () => {
    await world.send(20)
    await judged(99)
    expect(await world.standing()).toEqual([])
    await say({severity: 'critical', for: 60})
    await world.pass(0)
    await judged(99)
    await world.pass(MINUTE / 2)
    await judged(null)
    await world.pass(MINUTE)
    expect(await world.journal()).toEqual([])
  })

  it('begins with what is unusual when it is written, and ends with it', async () => {
    await world.send(20)
    await world.database.pool.query(
      `insert into usual_series (device_number, key_id, zone, state, learned_to, unusual_since, value)
       values ($1, $2, 'UTC', '', 0, $3, 99)`,
      [world.pump.number, await keyId(), world.clock.now],
    )
    await say({severity: 'critical'})
    await world.pass(0)
    expect(await world.standing()).toEqual(['level unusual: unacknowledged critical'])

    await world.setThresholds({entityType: 'device', entityId: world.pump.id}, {level: {critical: {above: 100}}})
    await world.pass(0)
    expect(await world.standing()).toEqual(['level unusual: normal', 'level value: normal'])
    expect(await world.occurrences()).toMatchObject([{severity: 'critical', by: 'ruleRemoved'}])
  })

  it('goes beside limits of the same key', async () => {
    const both = {warning: {above: 50}, unusual: {severity: 'critical'}}
    await world.setThresholds({entityType: 'device', entityId: world.pump.id}, {level: both})
    await world.pass(0)
    await world.send(60)
    await judged(60)
    expect(await world.standing()).toEqual([
      'level unusual: unacknowledged critical',
      'level value: unacknowledged warning',
    ])
  })
})
