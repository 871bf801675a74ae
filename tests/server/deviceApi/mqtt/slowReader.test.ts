import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import {createMqttWorld, type Level, type MqttWorld, openSession} from '../../../support/bareMqtt'

const ATTRIBUTES = 'v1/devices/me/attributes'
const HALF_A_MEGABYTE = 512 * 1024
const PUSHES = 40

let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld()
})
afterAll(() => test.close())

async function subscribe(level: Level, qos: 0 | 1) {
  const session = await openSession(test.port, level)
  session.send({cmd: 'subscribe', messageId: 1, subscriptions: [{topic: ATTRIBUTES, qos}]})
  await session.hear('suback')
  let bytes = 0
  session.socket.on('data', chunk => {
    bytes += chunk.length
  })
  return {...session, bytes: () => bytes}
}

async function dropped() {
  const {body} = await test.app.inject({url: '/metrics'})
  return Number(/^pulsewall_mqtt_total\{what="unread"\} (\d+)$/m.exec(body)?.[1] ?? 0)
}

it.each([
  [4, 0],
  [5, 1],
] as const)(
  'a client of protocol level %i and QoS %i that never reads is dropped with what waits for it, and others hear everything',
  async (level, qos) => {
    const before = await dropped()
    const [sleeper, reader] = [await subscribe(level, qos), await subscribe(level, qos)]
    sleeper.socket.pause()

    for (let push = 1; push <= PUSHES; push++) {
      await test.share('text', {push, text: 'x'.repeat(HALF_A_MEGABYTE)})
      // Or it would be a slow reader, too, where the machine is busy.
      await vi.waitFor(() => expect(reader.bytes()).toBeGreaterThan(push * HALF_A_MEGABYTE), {interval: 5})
    }
    expect(await dropped()).toBe(before + 1)
    sleeper.socket.resume()
    await sleeper.closed
    expect(sleeper.bytes()).toBeLessThan((PUSHES / 2) * HALF_A_MEGABYTE)
    reader.send({cmd: 'pingreq'})
    await reader.hear('pingresp')
  },
)
