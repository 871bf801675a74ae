import {once} from 'node:events'
import {connect} from 'node:net'
import {expect, it, onTestFinished, vi} from 'vitest'
import {createAdmission, NETWORK_CONNECTIONS} from '../../../../server/deviceApi/mqtt/admission'
import {MqttServer} from '../../../../server/deviceApi/mqtt/listen'
import {createMqttSessions} from '../../../../server/deviceApi/mqtt/sessions'
import {HttpError} from '../../../../server/http/failures/errors'
import {proxiesAt} from '../../../../server/http/network'
import {noPeers} from '../../../../server/live/peers'
import {SILENT} from '../../../../server/log/log'
import {realTime} from '../../../../server/scheduler'
import {onAnyPort} from '../../../support/mqtt'

const PLANT = '192.0.2.7'
const PROXY = '10.0.0.5'
const isProxy = proxiesAt([PROXY])

it('lets a network begin a thousand connections in a second, and no more, which hinders no other', async () => {
  const admission = createAdmission(isProxy)
  const begin = (address: string, count: number) =>
    Promise.all(Array.from({length: count}, () => admission.enter(address)))

  const refused = (await begin(PLANT, 1005)).filter(entered => entered instanceof HttpError)
  expect(refused.map(({statusCode}) => statusCode)).toEqual([429, 429, 429, 429, 429])
  expect(await admission.enter('192.0.2.8')).not.toBeInstanceOf(HttpError)
})

it('counts a network of IPv6 by its first half', async () => {
  const admission = createAdmission(isProxy)
  for (let host = 0; host < 1000; host++) await admission.enter(`2001:db8:1:2::${host.toString(16)}`)
  expect(await admission.enter('2001:db8:1:2:ffff::1')).toBeInstanceOf(HttpError)
  expect(await admission.enter('2001:db8:1:3::1')).not.toBeInstanceOf(HttpError)
})

it('bounds nothing behind a proxy, which speaks for any number of networks', async () => {
  const admission = createAdmission(isProxy)
  for (const address of [PROXY, '127.0.0.1', '::1']) {
    for (let count = 0; count < 1100; count++) expect(await admission.enter(address)).not.toBeInstanceOf(HttpError)
  }
})

it(`lets a network have ${NETWORK_CONNECTIONS} connections, and another one when one is closed`, async () => {
  const admission = createAdmission(isProxy, '')
  const first = await admission.enter(PLANT)
  for (let count = 1; count < NETWORK_CONNECTIONS; count++) await admission.enter(PLANT)
  expect(await admission.enter(PLANT)).toBeInstanceOf(HttpError)
  if (!(first instanceof HttpError)) first()
  expect(await admission.enter(PLANT)).not.toBeInstanceOf(HttpError)
  expect(await admission.enter(PLANT)).toBeInstanceOf(HttpError)
})

it('closes what is beyond before it has read anything, and tells of it', async () => {
  const asked = () => Promise.reject(new Error('Nobody has said who he is'))
  const counted = new Map<string, number>()
  const refused: [string, number][] = []
  const server = new MqttServer({
    accepting: {admit: asked, refuseUsedUp: asked, inTurn: asked, noteTopic: asked},
    tokens: {find: asked, forget() {}},
    attributes: {list: asked},
    commands: {attach: () => () => {}, answer: asked},
    claims: {offer: asked},
    provisioning: undefined,
    sessions: createMqttSessions({entered() {}, left() {}}, noPeers.takeOver),
    rateLimits: {device: '', deviceValues: ''},
    admission: createAdmission(() => false, '5:600'),
    onRefused: (address, {statusCode}) => refused.push([address, statusCode]),
    now: Date.now,
    scheduler: realTime,
    log: SILENT,
    onFailed() {},
    count: what => counted.set(what, (counted.get(what) ?? 0) + 1),
  })
  onTestFinished(() => server.close())
  const any = onAnyPort()
  await server.listen(any.mqtt)
  const port = await any.port

  const sockets = await Promise.all(Array.from({length: 8}, () => open(port)))
  await vi.waitFor(() => expect(refused).toEqual(new Array(3).fill(['127.0.0.1', 429])))
  await vi.waitFor(() => expect(sockets.filter(({closed}) => closed)).toHaveLength(3))
  expect([...counted]).toEqual([['crowded', 3]])
})

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  return socket
}
