import {once} from 'node:events'
import {createServer, type Socket} from 'node:net'
import {setImmediate} from 'node:timers/promises'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {Connection} from '../../../../server/deviceApi/mqtt/connection'
import type {Scheduler} from '../../../../server/scheduler'
import {
  connectPacket,
  createMqttWorld,
  type Level,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'
import {portOf} from '../../../support/portOf'
import {createVirtualTime} from '../../../support/virtualTime'

const DAY = 86_400_000
const BOTH: readonly Level[] = [4, 5]

const time = createVirtualTime()
let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld({time})
})
afterAll(() => test.close())

it.each(BOTH)(
  'ends a client of protocol level %i that is silent for too long, and none without a keep alive',
  async level => {
    const patient = await openSession(test.port, level, {keepalive: 0})
    const silent = await openSession(test.port, level, {keepalive: 60})
    await time.advance(90_000)
    silent.send({cmd: 'pingreq'})
    await silent.hear('pingresp')
    await time.advance(91_000)
    await silent.closed
    const farewell = level === 5 ? [{cmd: 'disconnect', reasonCode: 0x8d}] : []
    expect(silent.heard.slice(2)).toMatchObject(farewell)
    patient.send({cmd: 'pingreq'})
    await patient.hear('pingresp')
  },
)

it.each([
  [0, 3600],
  [60, undefined],
  [3600, undefined],
  [65_535, 3600],
])('tells MQTT 5 that asks for %i seconds to keep to %s', async (keepalive, told) => {
  const {connack} = await openSession(test.port, 5, {keepalive})
  expect(connack.properties?.serverKeepAlive).toBe(told)
})

describe('a connection', () => {
  it.each(BOTH)('of protocol level %i may be silent for one and a half times its keep alive', async level => {
    const {connection, bare, time} = await connected(level)
    connection.keepAlive(60)
    await time.advance(90_000)
    connection.check()
    connection.send({cmd: 'pingresp'})
    await bare.hear('pingresp')
    await time.advance(1)
    connection.check()
    await bare.closed
  })

  it('of keep alive 0 may be silent for ever', async () => {
    const {connection, bare, time} = await connected(4)
    connection.keepAlive(0)
    await time.advance(365 * DAY)
    connection.check()
    connection.send({cmd: 'pingresp'})
    await bare.hear('pingresp')
  })

  it('is not silent while nothing is read from it, but for a client that reads nothing', async () => {
    const {connection, socket, bare, time} = await connected(4)
    connection.keepAlive(60)
    connection.pause()
    await time.advance(DAY)
    connection.check()
    connection.send({cmd: 'pingresp'})
    await bare.hear('pingresp')
    bare.socket.pause()
    do {
      connection.send(publishPacket('a', 'a'.repeat(65_536)))
      await setImmediate()
    } while (!socket.writableNeedDrain)
    connection.check()
    bare.socket.resume()
    await bare.closed
  })
})

/** The server's end of a connection whose client has just said who it is. */
async function connected(level: Level) {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const [bare, [socket]] = await Promise.all([openBareMqtt(portOf(server), level), once(server, 'connection')])
  bare.send(connectPacket(level))
  const time = createVirtualTime()
  const connection = await open(socket, time)
  return {connection, socket, bare, time}
}

const open = (socket: Socket, time: Scheduler): Promise<Connection> =>
  new Promise(resolve => {
    const nothing = () => {}
    const handlers = {onPublish: nothing, onPacket: nothing, onOver: nothing, onClosed: nothing, onRefused: nothing}
    const connection = new Connection(socket, time, {...handlers, onConnect: () => resolve(connection)})
  })
