import {randomBytes} from 'node:crypto'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Json} from '../../../contract/wire/common'
import {type AlarmWorld, createAlarmWorld} from './world'

const YEAR = 365 * 24 * 60 * 60_000
const HIGH = {warning: {above: 80}}

let world: AlarmWorld
beforeEach(async () => {
  world = await createAlarmWorld()
  world.clock.now = 10 * YEAR
})
afterEach(() => world.close())

const ofPump = () => ({entityType: 'device' as const, entityId: world.pump.id})

const count = async (what: string): Promise<number> =>
  (await world.database.pool.query(`select count(*)::int4 as count from ${what}`)).rows[0].count

describe('a value', () => {
  beforeEach(() => world.setThresholds(ofPump(), {level: HIGH}))

  it.each(['NaN', 'Infinity', '99', '', 'high'])('that is the text %j is not evaluated', async text => {
    await world.send(text)
    expect(await world.standing()).toEqual(['level value: normal'])
    await world.send(81)
    await world.send(text)
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  })

  it('of the future is evaluated as of now, and keeps none after it from being evaluated', async () => {
    await world.send(99, -YEAR)
    expect(await world.journal()).toEqual([`${10 * YEAR} raised`])
    world.clock.now += 1000
    await world.send(10)
    expect(await world.standing()).toEqual(['level value: returnedUnacknowledged'])
  })

  it('that is years old raises nothing once there is a newer one', async () => {
    await world.send(10)
    await world.send(99, 5 * YEAR)
    expect(await world.standing()).toEqual(['level value: normal'])
  })

  it('that is as large as numbers are is evaluated, and kept as it is', async () => {
    await world.send(Number.MAX_VALUE)
    await world.send(-Number.MAX_VALUE)
    expect((await world.occurrences()).map(({peak}) => peak)).toEqual([Number.MAX_VALUE])
  })
})

it('a device that sends 1,000 values in a second has one alarm, which flaps', async () => {
  await world.setThresholds(ofPump(), {level: HIGH})
  const {now} = world.clock
  const values = Array.from({length: 1000}, (_, index) => ({
    key: 'level',
    ts: now - 999 + index,
    value: (index % 2) * 99,
  }))
  await Promise.all(values.map(value => world.ingest.write(world.pump, [value])))
  expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  expect((await world.occurrences()).filter(({ended}) => ended === null)).toHaveLength(1)
  expect((await world.journal()).filter(entry => entry.endsWith('flappingBegan'))).toHaveLength(1)
})

it('keys that come and go are silent when they are gone, each once', async () => {
  await world.setThresholds(ofPump(), {a: {silentAfter: 60}, b: {silentAfter: 60}})
  for (const key of ['a', 'b', 'a', 'b']) {
    await world.send(1, 0, key)
    world.clock.now += 60_000
    await world.alarms.doDue()
  }
  expect(await world.standing()).toEqual(['a silence: unacknowledged critical', 'b silence: unacknowledged critical'])
  expect((await world.occurrences()).map(({ended}) => ended !== null)).toEqual([true, true, false, false])
})

it('3,000 keys of one device are evaluated together, beyond and back', async () => {
  const keys = Array.from({length: 3000}, (_, index) => `k${index}`)
  await world.setThresholds(ofPump(), Object.fromEntries(keys.map(key => [key, HIGH])))
  const send = async (value: number) => {
    world.clock.now += 1000
    await world.ingest.write(
      world.pump,
      keys.map(key => ({key, ts: world.clock.now, value})),
    )
  }
  await send(99)
  expect(await count(`alarm where standing = 'unacknowledged'`)).toBe(3000)
  await send(1)
  expect(await count(`alarm where standing = 'returnedUnacknowledged'`)).toBe(3000)
})

describe('thresholds that someone has written elsewhere', () => {
  it.each<[string, Json]>([
    ['a text', 'high'],
    ['a number', 5],
    ['a list', [HIGH]],
    ['nothing', null],
    ['a key without a threshold', {level: 'high'}],
    ['a lower limit above the upper one', {level: {warning: {above: 5, below: 10}}}],
    ['limits that are texts', {level: {warning: {above: '80'}}}],
    ['a time that never ends', {level: {silentAfter: 1e300}}],
    ['a key that is longer than any', {[randomBytes(9000).toString('base64')]: HIGH}],
    ['names of objects', {constructor: HIGH, toString: 5, __proto__: HIGH}],
  ])('with %s hold nothing, and values are stored as ever', async (_, thresholds) => {
    await world.setThresholds(ofPump(), thresholds)
    await world.alarms.doDue()
    await world.send(99)
    expect([await world.standing(), await count('latest')]).toEqual([[], 1])
  })

  it('apply where they can be applied', async () => {
    await world.setThresholds(ofPump(), {level: HIGH, heat: {warning: {above: 5, below: 10}}, [' '.repeat(300)]: HIGH})
    await world.send(99)
    await world.send(99, 0, 'heat')
    expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
  })
})
