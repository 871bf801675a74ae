import {eq} from 'drizzle-orm'
import {beforeEach, describe, expect, it} from 'vitest'
import {alarm} from '../../../server/database/schema/alarm'
import {device} from '../../../server/database/schema/device'
import {customer} from '../../../server/database/schema/organisation'
import {user} from '../../../server/database/schema/user'
import {seedUser} from '../../support/app'
import {createToldWorld, MINUTE, SECOND} from './world'

const HOUR = 60 * MINUTE
const [ANN, BOB, ADMIN] = ['ann@bakery.test', 'bob@brewery.test', 'admin@works.test']
const RAISED = 'Critical · Pump, temperature'

/** Ann is of the bakery and Bob of the brewery; it is Ann's turn. */
async function createReachWorld() {
  const world = await createToldWorld()
  const {database, organisationId} = world
  const {db} = database
  const customerOf = async (name: string, email: string) => {
    const [made] = await db.insert(customer).values({organisationId, title: name, email}).returning()
    const id = made?.id ?? ''
    const person = await seedUser(database, {email, authority: 'CUSTOMER_ADMIN', organisationId, customerId: id})
    return {id, person: person.id}
  }
  const [bakery, brewery] = [await customerOf('Bakery', ANN), await customerOf('Brewery', BOB)]
  await seedUser(database, {email: ADMIN, authority: 'ORGANISATION_ADMIN', organisationId})
  const weekly = {hand_over: {time: '08:00', days: 7, since: '2026-11-23'}}
  const rota = await world.rota([bakery.person, brewery.person], weekly)
  const toRota = {name: 'Noc', targets: [{kind: 'rota', rota}]}

  async function give(alarmId: string, customerId: string | null) {
    const [found] = await db.select({id: alarm.deviceId}).from(alarm).where(eq(alarm.id, alarmId))
    await db
      .update(device)
      .set({customerId})
      .where(eq(device.id, found?.id ?? ''))
  }
  return Object.assign(world, {
    bakery,
    brewery,
    toRota,
    give,
    async alarmOfCustomer(name: string, customerId: string | null) {
      const id = await world.alarmOf(name)
      await give(id, customerId)
      return id
    },
    change: (id: string, values: Partial<typeof user.$inferInsert>) =>
      db.update(user).set(values).where(eq(user.id, id)),
    async whomOf(alarmId: string) {
      const {steps} = await world.server.whom(alarmId)
      return steps.map(({recipients, unmanned}) => [...recipients.map(({address}) => address), ...unmanned])
    },
    async deliveries() {
      const found = await world.server.notifications.list(organisationId, {limit: 100})
      return found.map(({address, state, lastError}) => ({address, state, lastError}))
    },
  })
}

let world: Awaited<ReturnType<typeof createReachWorld>>

beforeEach(async () => {
  world = await createReachWorld()
  await world.route(world.toRota)
  // Each of them sees a device of their own.
  await world.alarmOfCustomer('Oven', world.bakery.id)
  await world.alarmOfCustomer('Kettle', world.brewery.id)
})

describe('a rota', () => {
  it('calls for an alarm the first one who sees its device, and the page of the alarm says so', async () => {
    const [own, foreign] = [
      await world.alarmOfCustomer('Pump', world.bakery.id),
      await world.alarmOfCustomer('Fan', world.brewery.id),
    ]
    await world.raise(own)
    await world.pass(SECOND)
    expect([world.subjects(ANN), world.subjects(BOB), world.subjects(ADMIN)]).toEqual([[RAISED], [], []])

    await world.raise(foreign)
    await world.pass(MINUTE)
    const ofFan = 'Critical · Fan, temperature'
    expect([world.subjects(ANN), world.subjects(BOB), world.subjects(ADMIN)]).toEqual([[RAISED], [ofFan], []])
    expect([await world.whomOf(own), await world.whomOf(foreign)]).toEqual([[[ANN]], [[BOB]]])
  })

  it('tells each of them their own of what happens at once', async () => {
    await world.raise(await world.alarmOfCustomer('Pump', world.bakery.id))
    await world.raise(await world.alarmOfCustomer('Fan', world.brewery.id))
    await world.raise(await world.alarmOfCustomer('Valve', null))
    await world.pass(SECOND)
    expect([ANN, BOB, ADMIN].map(world.subjects)).toEqual([
      [RAISED],
      ['Critical · Fan, temperature'],
      ['Critical · Valve, temperature'],
    ])
    const ofAdmin = world.smtp.mails.find(({recipients}) => recipients.includes(ADMIN))
    expect(ofAdmin?.mail.text).toContain('You are notified because nobody is on call now: Night.')
    const ofAnn = world.smtp.mails.find(({recipients}) => recipients.includes(ANN))
    expect(ofAnn?.mail.text).not.toContain('nobody is on call')
  })

  it('goes on to who sees the device that has moved, and tells its former customer nothing more', async () => {
    await world.route({...world.toRota, repeat: 60})
    const pump = await world.alarmOfCustomer('Pump', world.bakery.id)
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    await world.give(pump, world.brewery.id)
    await world.pass(HOUR)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[RAISED], [RAISED]])

    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[RAISED], [RAISED, 'Pump, temperature · over']])
  })

  it('tells of the end of a removed device those alone who knew of the beginning', async () => {
    const pump = await world.alarmOfCustomer('Pump', world.bakery.id)
    await world.raise(pump)
    await world.pass(SECOND)
    await world.remove(pump)
    await world.pass(MINUTE)
    expect([ANN, BOB, ADMIN].map(world.subjects)).toEqual([[RAISED, 'Pump, temperature · over'], [], []])
  })

  it('is escalated to who sees the device', async () => {
    const escalations = [{after: 15, targets: world.toRota.targets}]
    await world.route({...world.toRota, targets: [{kind: 'email', address: ADMIN}], escalations})
    const pump = await world.alarmOfCustomer('Pump', world.bakery.id)
    await world.raise(pump)
    await world.pass(SECOND)
    await world.give(pump, world.brewery.id)
    await world.pass(15 * MINUTE)
    await world.pass(SECOND)
    expect([ANN, BOB].map(world.subjects)).toEqual([[], [RAISED]])
  })
})

describe('a mail that waits for its mail server', () => {
  it.each<[string, (alarmId: string) => PromiseLike<unknown>]>([
    ['whose device has moved', id => world.give(id, world.brewery.id)],
    ['whose reader is of another customer', () => world.change(world.bakery.person, {customerId: world.brewery.id})],
    ['whose reader has no customer any more', () => world.change(world.bakery.person, {customerId: null})],
    ['whose reader was deleted', () => world.change(world.bakery.person, {userDeleted: true})],
  ])('and %s meanwhile is not sent, and its delivery says why', async (_, change) => {
    const pump = await world.alarmOfCustomer('Pump', world.bakery.id)
    await world.smtp.stop()
    await world.raise(pump)
    await world.pass(SECOND)
    await change(pump)
    await world.smtp.start()
    await world.pass(HOUR)
    expect(world.subjects(ANN)).toEqual([])
    expect(await world.deliveries()).toContainEqual({
      address: ANN,
      state: 'failed',
      lastError: 'the person may not see these alarms any more',
    })
  })
})

describe('an address that an admin has named', () => {
  it('is mailed what the admin has chosen, without a link to acknowledge for who does not see the device', async () => {
    await world.route({name: 'Noc', targets: [ANN, BOB].map(address => ({kind: 'email', address}))})
    await world.raise(await world.alarmOfCustomer('Pump', world.brewery.id))
    await world.pass(SECOND)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[RAISED], [RAISED]])
    const textOf = (email: string) => world.smtp.mails.find(({recipients}) => recipients.includes(email))?.mail.text
    expect([textOf(ANN), textOf(BOB)].map(text => text?.includes('/acknowledgement?token='))).toEqual([false, true])
  })
})
