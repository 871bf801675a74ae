import {once} from 'node:events'
import {createServer, type IncomingHttpHeaders, type RequestListener} from 'node:http'
import {text} from 'node:stream/consumers'
import {Webhook} from 'standardwebhooks'
import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest'
import {webhookBody} from '../../../../contract/wire/notification'
import {toWire} from '../../../../server/notification/repository'
import {post} from '../../../../server/notification/sending/post'
import {drained} from '../../../../server/scheduler'
import {createInbox} from '../../../support/inbox'
import {portOf} from '../../../support/portOf'
import {createToldWorld, MINUTE, SECOND} from '../world'

const HOUR = 60 * MINUTE
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`

interface Call {
  headers: IncomingHttpHeaders
  body: string
}

/** A real web server on a free port, which stores its requests. */
async function startReceiver(answer: RequestListener = (_request, response) => void response.end('thank you')) {
  const inbox = createInbox<Call>()
  const receiver = {url: '', answer, calls: inbox.items, next: inbox.next}
  const server = createServer(async (request, response) => {
    inbox.put({headers: request.headers, body: await text(request)})
    receiver.answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  receiver.url = `http://127.0.0.1:${portOf(server)}/hook?token=7`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
})

const routeTo = (url: string) => world.route({name: 'Noc', targets: [{kind: 'webhook', url, secret: SECRET}]})
/**
 * Returns the body as read by a receiver who checks the signature by the library of the standard, at the world's time.
 */
function verified(headers: IncomingHttpHeaders, body: string): unknown {
  vi.useFakeTimers({toFake: ['Date'], now: world.clock.now})
  try {
    return new Webhook(SECRET).verify(body, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

const deliveries = () => world.server.notifications.list(world.organisationId, {limit: 100})

/** Compares the deliveries once none is being called: an attempt is counted when it begins. */
async function isListed(...expected: object[]) {
  await drained([world.server])
  expect(await deliveries()).toMatchObject(expected)
}

describe('a webhook', () => {
  it('is sent what has happened, signed as the Standard Webhooks are', async () => {
    const receiver = await startReceiver()
    await routeTo(receiver.url)
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)

    const {headers, body} = await receiver.next()
    expect(headers['content-type']).toBe('application/json')
    expect(webhookBody.parse(verified(headers, body))).toMatchObject({
      type: 'alarms.changed',
      timestamp: world.clock.now,
      organisation_id: world.organisationId,
      route: 'Noc',
      escalation: 0,
      total: 1,
      notices: [
        {
          id: `${occurrence}:raised`,
          change: 'raised',
          alarm_id: pump,
          occurrence_id: occurrence,
          device_name: 'Pump',
          key: 'temperature',
          severity: 'critical',
          value: 87.25,
          ended_at: null,
        },
      ],
    })
    await isListed({state: 'delivered', attempts: 1, lastError: null, kind: 'webhook', address: receiver.url})
    expect((await deliveries()).map(toWire)).toMatchObject([
      {total: 1, first: {device_name: 'Pump', key: 'temperature', severity: 'critical', change: 'raised'}},
    ])
  })

  it('gets 2,500 alarms in three calls', async () => {
    const receiver = await startReceiver()
    await routeTo(receiver.url)
    await world.raiseMany(2500)
    await world.pass(SECOND)

    const calls = [await receiver.next(), await receiver.next(), await receiver.next()]
    const notices = calls.map(({body}) => webhookBody.parse(JSON.parse(body)).notices)
    expect(notices.map(({length}) => length).toSorted()).toEqual([1000, 1000, 500])
    expect(new Set(notices.flat().map(({id}) => id)).size).toBe(2500)
  })

  it('that fails for a day is called ever more rarely, with the same id, and then given up', async () => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(500).end('<html>'))
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    await isListed({state: 'waiting', attempts: 1, lastError: 'answered 500'})

    for (let hour = 0; hour < 26; hour++) {
      world.clock.now += HOUR
      world.server.send()
      await drained([world.server])
    }

    await isListed({state: 'failed', lastError: 'answered 500'})
    expect(receiver.calls.length).toBeGreaterThan(8)
    expect(receiver.calls.length).toBeLessThan(20)
    expect(new Set(receiver.calls.map(({headers}) => headers['webhook-id'])).size).toBe(1)
    expect(world.server.warnings).toEqual([expect.stringMatching(/was given up after attempt \d+: answered 500$/)])
  })

  it.each([
    ['ahead', 72 * HOUR],
    ['back', -6 * HOUR],
  ])('that fails is called again soon when the clock was set %s, and not given up', async (_, by) => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(500).end())
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    for (let attempts = 2; attempts <= 5; attempts++) {
      world.clock.now += HOUR
      world.server.send()
      await isListed({state: 'waiting', attempts})
    }
    await world.setClock(by)
    world.server.send()
    await isListed({state: 'waiting', attempts: 6})
    receiver.answer = (_request, response) => void response.end()
    world.clock.now += HOUR + 12 * MINUTE
    world.server.send()
    await isListed({state: 'delivered', attempts: 7})
  })

  it('is called again after a restart, once it is back', async () => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(503).end())
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    await isListed({state: 'waiting', lastError: 'answered 503'})
    receiver.answer = (_request, response) => void response.writeHead(204).end()
    world.clock.now += MINUTE
    await world.restart()
    world.server.send()

    await isListed({state: 'delivered', attempts: 2, lastError: null})
  })

  it.each<[string, RequestListener, string]>([
    [
      'redirects',
      (_request, response) => void response.writeHead(307, {location: 'http://127.0.0.1:1/'}).end(),
      'it redirects, which is not followed: answered 307',
    ],
    [
      'answers garbage',
      request => void request.socket.end('garbage\r\n\r\n'),
      'it answered something else than HTTP (HPE_INVALID_CONSTANT)',
    ],
    ['hangs up', request => void request.socket.destroy(), 'the connection was cut off (ECONNRESET)'],
    [
      'hangs up within its answer',
      (request, response) =>
        void response.writeHead(200, {'content-length': 9}).write('ok', () => request.socket.resetAndDestroy()),
      'the connection was cut off (ECONNRESET)',
    ],
    [
      'answers with the page of a proxy',
      (_request, response) => void response.end('<html>Sign in</html>'),
      'nothing shows that the message was accepted: answered 200 with a web page',
    ],
  ])('that %s has failed', async (_, answer, lastError) => {
    const receiver = await startReceiver(answer)
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    await isListed({state: 'waiting', attempts: 1, lastError})
  })

  it('that hangs does not keep others from being told, nor the server from ending', async () => {
    const [hanging, other] = [await startReceiver(() => {}), await startReceiver()]
    const hook = (name: string, url: string) => ({name, targets: [{kind: 'webhook', url, secret: SECRET}]})
    await world.route(hook('Hanging', hanging.url), hook('Other', other.url))
    await world.raise(await world.alarmOf('Pump'))
    await world.settled().catch(() => {})
    world.clock.now += SECOND
    world.server.wake()
    await hanging.next()
    await other.next()

    await world.restart()

    await vi.waitFor(async () =>
      expect((await deliveries()).map(({route, state, lastError}) => [route, state, lastError]).sort()).toEqual([
        ['Hanging', 'waiting', 'no answer in time'],
        ['Other', 'delivered', null],
      ]),
    )
  })

  it('whose answer never ends has answered', async () => {
    const receiver = await startReceiver((_request, response) => {
      const more = () => void (response.writable && response.write('x'.repeat(100_000), more))
      more()
    })

    await post(receiver.url, {}, '{}', {allowPrivate: true, signal: new AbortController().signal})
  })

  it('that never answers is waited for until the time is over', async () => {
    const receiver = await startReceiver(() => {})
    const {signal} = new AbortController()

    await expect(post(receiver.url, {}, '{}', {allowPrivate: true, within: 50, signal})).rejects.toThrow(/abort/i)
  })

  it('that is back is sent at once what it has missed', async () => {
    const receiver = await startReceiver((_request, response) => void response.writeHead(502).end())
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    for (let attempts = 2; attempts <= 5; attempts++) {
      world.clock.now += 20 * MINUTE
      world.server.send()
      await isListed({state: 'waiting', attempts})
    }
    receiver.answer = (_request, response) => void response.end()
    await world.raise(await world.alarmOf('Fan'))
    await world.pass(SECOND)

    await isListed({state: 'delivered', attempts: 1}, {state: 'delivered', attempts: 6})
  })

  it('that was taken from its route is told of the end that it waits for', async () => {
    const receiver = await startReceiver()
    await routeTo(receiver.url)
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    await world.route()
    await world.end(pump, occurrence)
    await world.pass(MINUTE)

    const [, end] = [await receiver.next(), await receiver.next()]
    expect(webhookBody.parse(JSON.parse(end.body)).notices).toMatchObject([{change: 'ended', ended_by: 'returned'}])
  })

  it('at a private address is not called, nor tried again', async () => {
    const receiver = await startReceiver()
    await world.server.close()
    world.server = world.open({allowPrivate: false})
    await routeTo(receiver.url)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    await isListed({state: 'failed', attempts: 1, lastError: 'a private address: it is not called'})
    expect(receiver.calls).toEqual([])
  })
})
