import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {alarm} from '../../../../server/database/schema/alarm'
import {device} from '../../../../server/database/schema/device'
import {seedCustomer} from '../../../support/app'
import {type AlarmWorld, createAlarmWorld, createServer} from '../world'

let world: AlarmWorld
beforeEach(async () => {
  world = await createAlarmWorld()
})
afterEach(() => world.close())

const above = (limit: number) => ({level: {warning: {above: limit}}})
const ofPump = () => ({entityType: 'device' as const, entityId: world.pump.id})
const ofOrganisation = () => ({entityType: 'organisation' as const, entityId: world.organisationId})

async function setThresholds(...change: Parameters<AlarmWorld['setThresholds']>) {
  await world.setThresholds(...change)
  await world.alarms.doDue()
}

const ends = async () => (await world.occurrences()).map(({by}) => by)

it('closes what a removed threshold has opened', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(81)
  await setThresholds(ofPump(), null)
  expect([await ends(), await world.standing()]).toEqual([['ruleRemoved'], ['level value: normal']])
  await world.send(99)
  expect(await ends()).toEqual(['ruleRemoved'])
})

it('closes what no longer holds by a changed threshold', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(81)
  await setThresholds(ofPump(), above(90))
  expect([await ends(), await world.standing()]).toEqual([['ruleChanged'], ['level value: normal']])
})

it('leaves open what holds by a changed threshold, too, and tells that it is worse', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(95)
  await setThresholds(ofPump(), {level: {warning: {above: 70}, critical: {above: 90}}})
  expect([await ends(), await world.standing()]).toEqual([[null], ['level value: unacknowledged critical']])
})

it('leaves an alarm that waits to be acknowledged as it is when only the runbook changes', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(81)
  await world.send(70)
  const before = await world.standing()
  await setThresholds(ofPump(), {level: {...above(80).level, runbook: 'https://wiki.test/pump'}})
  expect([before, await world.standing()]).toEqual([before, ['level value: returnedUnacknowledged']])
  const [stored] = await world.database.db.select({threshold: alarm.threshold}).from(alarm)
  expect(stored?.threshold).toMatchObject({runbook: 'https://wiki.test/pump'})
})

it('raises at once what a recent value means by a new threshold', async () => {
  await world.send(95)
  await setThresholds(ofOrganisation(), above(80))
  expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
})

it('raises nothing by a value that was just filled in from long ago', async () => {
  world.clock.now = Date.parse('2026-11-02T12:00Z')
  await world.send(95, 30 * 86_400_000)
  await setThresholds(ofOrganisation(), above(80))
  expect(await world.standing()).toEqual(['level value: normal'])
})

it('raises nothing by an old value', async () => {
  await world.send(95)
  world.clock.now += 3_600_000
  await setThresholds(ofOrganisation(), above(80))
  expect(await world.standing()).toEqual(['level value: normal'])
})

it('lets a device switch off what it inherits, and take it again', async () => {
  await setThresholds(ofOrganisation(), {level: {warning: {above: 80}, silentAfter: 60}})
  await world.send(81)
  await setThresholds(ofPump(), {level: null})
  expect(await ends()).toEqual(['ruleRemoved'])
  await world.send(99)
  world.clock.now += 3_600_000
  await world.alarms.doDue()
  expect(await world.standing()).toEqual(['level silence: normal', 'level value: normal'])
  await world.send(99)
  await setThresholds(ofPump(), null)
  expect(await world.standing()).toEqual(['level silence: normal', 'level value: unacknowledged warning'])
})

it('goes back to the farther threshold when the nearer one is deleted', async () => {
  await setThresholds(ofOrganisation(), above(80))
  await setThresholds(ofPump(), above(90))
  await world.send(85)
  await setThresholds(ofPump(), null)
  expect(await world.standing()).toEqual(['level value: unacknowledged warning'])
})

it('closes what the thresholds of a customer have opened when the device leaves it', async () => {
  const customerId = await seedCustomer(world.database, world.organisationId)
  const move = async (to: string | null) => {
    await world.database.db.transaction(async transaction => {
      await transaction.update(device).set({customerId: to}).where(eq(device.id, world.pump.id))
      await world.alarms.onMoving(transaction, [world.pump.id])
    })
    await world.alarms.doDue()
  }
  await move(customerId)
  await setThresholds({entityType: 'customer', entityId: customerId}, above(80))
  await world.send(85)
  await move(null)
  expect([await ends(), await world.standing()]).toEqual([['ruleRemoved'], ['level value: normal']])
})

it('goes on with changes that a server has left behind', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(81)
  await world.setThresholds(ofPump(), null)
  const restarted = createServer(world.database, world.clock)
  await Promise.all([restarted.alarms.doDue(), world.alarms.doDue()])
  expect(await ends()).toEqual(['ruleRemoved'])
  expect((await world.database.pool.query('select from threshold_change')).rowCount).toBe(0)
  await restarted.alarms.close()
})

it('takes thresholds of a wrong shape for none', async () => {
  await setThresholds(ofPump(), above(80))
  await world.send(81)
  await setThresholds(ofPump(), {level: {warning: 'hot'}, heat: 5})
  expect([await ends(), await world.standing()]).toEqual([['ruleRemoved'], ['level value: normal']])
  await setThresholds(ofPump(), 'garbage')
  await world.send(99)
  expect(await world.standing()).toEqual(['level value: normal'])
})
