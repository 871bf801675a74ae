import {randomUUID} from 'node:crypto'
import {beforeEach, describe, expect, it} from 'vitest'
import {LISTED_KINDS, type ListedKind} from '../../../../contract/rules/targets'
import {notificationChannel} from '../../../../server/database/schema/notification'
import {drained} from '../../../../server/scheduler'
import {createToldWorld, MINUTE, SECOND} from '../world'
import {KINDS} from './kinds'
import {type Reply, startPeer} from './peer'

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
})

/** A peer of a kind that a route names. */
async function routedTo(kind: CalledKind, reply: Reply = KINDS[kind].taken) {
  const peer = await startPeer(reply)
  await world.route({name: 'Noc', targets: [{...KINDS[kind].target(peer.url)}]})
  return peer
}

const listed = async () => {
  await drained([world.server])
  return world.server.notifications.list(world.organisationId, {limit: 100})
}

/** Returns the delivery after a later attempt when the peer answers so. */
async function again(peer: {reply: unknown}, reply: Reply) {
  peer.reply = reply
  world.clock.now += 10 * MINUTE
  world.server.send()
  const [delivery] = await listed()
  return delivery
}

/** Time for what rests or has its order. */
async function passSlowly(count: number) {
  for (let turn = 0; turn < count; turn++) {
    world.clock.now += 3 * SECOND
    world.server.send()
    await drained([world.server])
  }
}

const SOMEBODY = {
  ...({sessionId: '', userId: randomUUID(), email: 'ada@works.test', authority: 'SYS_ADMIN', address: ''} as const),
  organisationId: null,
  customerId: null,
}

/** The page of a proxy or a hotspot. */
const PAGE: Reply = {status: 200, body: '<!DOCTYPE html><html>Sign in</html>', headers: {'content-type': 'text/html'}}

/** Browsers have a test of their own. */
type CalledKind = Exclude<ListedKind, 'push'>

describe.each(LISTED_KINDS.filter((kind): kind is CalledKind => kind !== 'push'))('the channel %s', kind => {
  const {path, said, reason, revoked, throttled, after, hollow, taken} = KINDS[kind]

  it('is told of the beginning and of the end, and shows no secret', async () => {
    const peer = await routedTo(kind)
    const pump = await world.alarmOf('Pump <7> & @everyone')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    const received = await peer.next()
    expect(received.path.startsWith(path)).toBe(true)
    expect(said(received)).toMatch(/Pump/)
    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    await peer.next()

    const deliveries = await listed()
    expect(deliveries).toMatchObject([
      {state: 'delivered', kind},
      {state: 'delivered', kind},
    ])
    expect(deliveries.map(({address}) => address).join()).not.toMatch(/secret/)
  })

  it('that refuses for good is not tried again, and says why', async () => {
    await routedTo(kind, revoked)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect(await listed()).toMatchObject([{state: 'failed', attempts: 1, lastError: reason}])
  })

  it('that has too much is left alone as long as it asks for', async () => {
    const peer = await routedTo(kind, throttled)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect(await listed()).toMatchObject([{state: 'waiting', attempts: 1, nextTryAt: world.clock.now + after * SECOND}])
    peer.reply = taken
    world.clock.now += after * SECOND
    world.server.send()
    expect(await listed()).toMatchObject([{state: 'delivered', attempts: 2}])
  })

  it('that redirects is not followed', async () => {
    await routedTo(kind, {status: 302, headers: {location: 'http://127.0.0.1:1/'}})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    const [delivery] = await listed()
    expect(delivery).toMatchObject({state: 'waiting', attempts: 1})
    expect(delivery?.lastError).toMatch(/^it redirects, which is not followed: answered 302/)
  })

  it('is sent a test', async () => {
    const peer = await routedTo(kind)
    await world.server.notifications.test(SOMEBODY, world.organisationId, 'Noc')
    world.server.send()
    await peer.next()

    expect(await listed()).toMatchObject([{state: 'delivered', message: {type: 'test'}}])
  })

  it('that does not prove that it has accepted is called again until it does', async () => {
    const peer = await routedTo(kind, PAGE)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    const [page] = await listed()
    const cutOff = await again(peer, {...taken, isCutOff: true})
    const unproven = hollow && (await again(peer, hollow))

    const nothing = 'nothing shows that the message was accepted'
    expect(page).toMatchObject({state: 'waiting', lastError: `${nothing}: answered 200 with a web page`})
    expect(cutOff).toMatchObject({state: 'waiting', attempts: 2, lastError: 'the connection was cut off (ECONNRESET)'})
    if (unproven) expect(unproven.lastError).toMatch(new RegExp(`^${nothing}: answered 20\\d without .*$`))
    expect(await again(peer, taken)).toMatchObject({state: 'delivered'})
  })

  it('is told of 500 devices in as few calls as it is meant to', async () => {
    const peer = await routedTo(kind)
    const raised = await world.raiseMany(500)
    await world.pass(SECOND)
    const isKeyed = kind === 'pagerduty' || kind === 'opsgenie'
    expect(peer.calls.length).toBe(isKeyed ? 20 : 1)
    if (isKeyed) expect(peer.calls.map(({body}) => body).join()).toMatch(/… and \d+ more/)
    else if (kind !== 'alertmanager') expect(said(peer.calls[0] ?? fail())).toMatch(/… and 4\d\d more/)

    await world.endMany(raised)
    await world.pass(MINUTE)
    await passSlowly(30)
    expect(peer.calls.length).toBe(isKeyed ? 520 : 2)
    expect((await listed()).every(({state}) => state === 'delivered')).toBe(true)
  })
})

describe('a channel that is known by a secret', () => {
  const addressOf = async () => (await listed()).at(0)?.address

  it('is listed with a mark that only this database makes of the secret', async () => {
    await routedTo('gotify')
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    const address = await addressOf()

    world = await createToldWorld()
    await routedTo('gotify')
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    const [mark, other] = [address, await addressOf()].map(text => text?.split(' · ').at(-1))
    expect(mark).toMatch(/^[0-9a-f]{12}$/)
    expect(other).not.toBe(mark)
  })

  it('is the same channel that a former version has marked, and is told of the end alone', async () => {
    const peer = await routedTo('gotify')
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    const address = await addressOf()
    await world.database.pool.query("update notification_channel set address = 'gotify.test · 0f292b9f'")

    await world.restart()
    expect(await addressOf()).toBe(address)
    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect(peer.calls).toHaveLength(2)
    expect(await world.database.db.$count(notificationChannel)).toBe(1)
  })
})

it('shows no key of a header that a peer repeats, neither in the list nor in the log', async () => {
  const peer = await startPeer({status: 400, body: 'Incorrect API key provided: abcdefghijklmnop'})
  const headers = 'X-Api-Key: abcdefghijklmnop'
  await world.route({name: 'Noc', targets: [{...KINDS.http.target(peer.url), headers}]})
  await world.raise(await world.alarmOf('Pump'))
  await world.pass(SECOND)

  const lastError = 'it does not accept the message: answered 400 (Incorrect API key provided: …)'
  expect(await listed()).toMatchObject([{state: 'failed', lastError}])
  expect(world.server.warnings).toEqual([expect.stringContaining(lastError)])
})

const fail = (): never => {
  throw new Error('There was no call')
}
