import {beforeEach, describe, expect, it} from 'vitest'
import {createToldWorld, MINUTE, SECOND} from '../world'
import {KINDS} from './kinds'
import {type Received, startPeer} from './peer'

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
})

/** An event as the peer knows it: what happens, to which key. */
const EVENTS = {
  pagerduty({body}: Received): [string, string] {
    const {event_action: action, dedup_key: key} = JSON.parse(body)
    return [action, key]
  },
  opsgenie({path, body}: Received): [string, string] {
    const [, alias] = /^\/v2\/alerts\/([^/]+)\/close/.exec(path) ?? []
    return alias === undefined ? ['trigger', JSON.parse(body).alias] : ['resolve', alias]
  },
}

describe.each(['pagerduty', 'opsgenie'] as const)('a delivery of several calls to %s', kind => {
  const {target, taken} = KINDS[kind]
  const eventOf = EVENTS[kind]

  /** Six alarms that were raised and have ended before anybody was notified. */
  async function passSixAlarms(url: string) {
    await world.route({name: 'Noc', targets: [target(url)]})
    await world.endMany(await world.raiseMany(6))
    await world.settled()
    world.clock.now += SECOND
  }

  /** Returns the events of each key, in order. */
  function historyOf(calls: readonly Received[]): string[] {
    const events = calls.map(eventOf)
    const keys = [...new Set(events.map(([, key]) => key))]
    const actionsOf = (key: string) => events.filter(([, of]) => of === key).map(([action]) => action)
    return keys.map(key => actionsOf(key).join()).sort()
  }

  it('repeats only what the peer has not accepted', async () => {
    let failed: string | undefined
    const peer = await startPeer(received => {
      const [action, key] = eventOf(received)
      if (action !== 'trigger' || failed !== undefined) return taken
      failed = key
      return {status: 500}
    })
    await passSixAlarms(peer.url)
    await world.settled()
    expect(peer.calls).toHaveLength(11)

    await world.pass(MINUTE)
    const once = 'trigger,resolve'
    expect(historyOf(peer.calls)).toEqual([once, once, once, once, once, 'trigger,trigger,resolve'])
    const [delivery] = await world.server.notifications.list(world.organisationId, {limit: 10})
    expect(delivery).toMatchObject({state: 'delivered', attempts: 2})
  })

  it('does not trigger again what it had resolved when its server crashed', async () => {
    const peer = await startPeer(received => (eventOf(received)[0] === 'resolve' ? null : taken))
    await passSixAlarms(peer.url)
    world.server.wake()
    for (let count = 0; count < 12; count++) await peer.next()
    peer.reply = taken

    // The lease of the server that hangs is over.
    world.clock.now += MINUTE
    const successor = world.open()
    successor.send()
    for (let count = 0; count < 6; count++) await peer.next()

    expect(historyOf(peer.calls)).toEqual(Array(6).fill('trigger,resolve,resolve'))
  })
})
