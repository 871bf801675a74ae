import {beforeEach, describe, expect, it} from 'vitest'
import {seedUser} from '../../support/app'
import {createToldWorld, MINUTE, SECOND} from './world'

const [ADA, NOC] = ['ada@works.test', 'noc@works.test']

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
  const {database, organisationId} = world
  await seedUser(database, {email: ADA, name: 'Ada', authority: 'ORGANISATION_ADMIN', organisationId})
})

const email = (address: string) => ({kind: 'email', address})
const notified = async (alarmId: string) => (await world.server.whom(alarmId)).notified

describe('those who were notified of an alarm', () => {
  it('are the channels of its deliveries, with the names of people, and whether they were reached', async () => {
    const refusing = {kind: 'slack', url: 'http://127.0.0.1:9/hook'}
    await world.route({name: 'Noc', targets: [email(ADA), email(NOC), refusing]})
    const pump = await world.alarmOf('Pump')
    await world.raise(await world.alarmOf('Fan'))
    await world.pass(SECOND)
    await world.pass(2 * MINUTE)
    await world.raise(pump)
    const at = world.clock.now
    await world.pass(SECOND)
    const route = 'Noc'
    const found = await notified(pump)
    expect(found).toMatchObject([
      {kind: 'slack', name: null, route, state: 'waiting'},
      {kind: 'email', address: ADA, name: 'Ada', route, state: 'delivered'},
      {kind: 'email', address: NOC, name: null, route, state: 'delivered'},
    ])
    expect(found.every(delivery => delivery.at > at)).toBe(true)
  })

  it('are those of what is active, and nobody once it has ended', async () => {
    await world.route({name: 'Noc', targets: [email(NOC)]})
    const pump = await world.alarmOf('Pump')
    const first = await world.raise(pump)
    await world.pass(SECOND)
    await world.end(pump, first)
    await world.pass(MINUTE)
    expect(await notified(pump)).toEqual([])

    await world.route()
    await world.raise(pump)
    await world.pass(SECOND)
    expect(await notified(pump)).toEqual([])
  })

  it('are those of its flapping, whose notices name no occurrence', async () => {
    await world.route({name: 'Noc', targets: [email(NOC)]})
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    await world.flap(pump)
    await world.pass(MINUTE)
    expect(await notified(pump)).toMatchObject([{address: NOC, state: 'delivered'}])
  })
})
