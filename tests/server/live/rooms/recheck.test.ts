import {once} from 'node:events'
import {createServer, type Server} from 'node:http'
import {connect} from 'node:net'
import {afterEach, beforeEach, expect, it, onTestFinished, vi} from 'vitest'
import type {DeviceWire} from '../../../../contract/wire/entities/device'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import type {Viewer} from '../../../../server/access/viewer'
import {type ChangeBus, createChangeBus} from '../../../../server/live/bus'
import {noPeers} from '../../../../server/live/peers'
import {createLiveServer, type LiveServer} from '../../../../server/live/server'
import {realTime} from '../../../../server/scheduler'
import {LIVE_PATH, upgrade} from '../../../support/bareSocket'
import {portOf} from '../../../support/portOf'
import {connectSocket} from '../../../support/socket'
import {unwatchedStatistics} from '../unwatchedStatistics'

const PUMP = '0192f3a0-0000-7000-8000-000000000001'
const CRANE = '0192f3a0-0000-7000-8000-000000000002'

const WORKS = '0192f3a0-0000-7000-8000-00000000000a'

const NAMED: Omit<DeviceWire, '_id'> = {name: 'of now', organisation_id: WORKS, version: 1}

const viewer = (name: string, customerId: string | null): Viewer => ({
  sessionId: name,
  userId: name,
  email: `${name}@t.test`,
  authority: customerId === null ? 'ORGANISATION_ADMIN' : 'CUSTOMER_USER',
  organisationId: WORKS,
  customerId,
})
const VIEWERS = [viewer('plant', null), viewer('uma', 'quayside'), viewer('carl', 'quayside')]

let http: Server
let live: LiveServer
let changes: ChangeBus
/** Whose devices are the customer's. */
let customers: Map<string, string | null>
let asked: string[]
let isAway: boolean
/** Happens while it is looked up which devices are within reach. */
let meanwhile: () => void

beforeEach(async () => {
  customers = new Map([
    [PUMP, 'quayside'],
    [CRANE, 'quayside'],
  ])
  asked = []
  isAway = false
  meanwhile = () => {}
  http = createServer()
  changes = createChangeBus(noPeers)
  live = createLiveServer(http, {
    findViewer: async token => VIEWERS.find(({userId}) => userId === token),
    endedAmong: async () => [],
    access: {who: 'signedIn', on: 'device', keys: 'no'},
    isProxy: () => false,
    isKnownHost: () => true,
    headers: () => ({}),
    reachedAmong: async (viewer, _kind, ids) => {
      asked.push(viewer.userId)
      if (isAway) throw new Error('The database is away')
      return new Set(ids.filter(id => viewer.customerId === null || customers.get(id) === viewer.customerId))
    },
    async allReached(viewer, _kind, {organisationId}) {
      const isReached = ([, customer]: [string, string | null]) =>
        organisationId === viewer.organisationId && (viewer.customerId === null || customer === viewer.customerId)
      const found = [...customers].filter(isReached).map(([id]) => id)
      meanwhile()
      return found
    },
    allowedOrigins: [],
    changes,
    peers: noPeers,
    scheduler: realTime,
    readAlarms: async () => [],
    readDevices: async ids => ids.map(id => ({...NAMED, _id: id})),
    statistics: unwatchedStatistics,
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  live.close()
  http.close()
})

/** Ids of the devices whose telemetry has come, and the socket. */
async function watch(user: string, event: 'subscribe' | 'subscribeReach' = 'subscribe') {
  const client = await connectSocket(`http://127.0.0.1:${portOf(http)}`, {accessToken: user}, {reconnection: false})
  const heard: string[] = []
  const devices: [string[], string[]][] = []
  client.on('devices', ({devices: shown, gone}) => devices.push([shown.map(({_id}) => _id), gone]))
  client.on('telemetry', batch => heard.push(...batch.map(telemetry => telemetry.device_id)))
  const answer =
    event === 'subscribe'
      ? client.emitWithAck('subscribe', {device_ids: [PUMP, CRANE]})
      : client.emitWithAck('subscribeReach', {organisation_id: WORKS})
  expect(await answer).toEqual({refused: []})
  asked = []
  return {heard, devices, client}
}

const of = (device_id: string): LiveTelemetry => ({device_id, received_at: 1, points: []})

it('takes a device from those alone who may see it no more, asking once for all with one reach', async () => {
  const [plant, uma, carl] = [await watch('plant'), await watch('uma'), await watch('carl')]
  customers.set(PUMP, null)

  await changes.emit('devices.changed', [PUMP])
  void changes.emit('points.stored', [of(PUMP), of(CRANE)])

  await vi.waitFor(() => expect([uma.heard, carl.heard]).toEqual([[CRANE], [CRANE]]))
  await vi.waitFor(() => expect(plant.heard).toEqual([PUMP, CRANE]))
  expect(asked).toEqual(['plant', 'uma'])
})

it('gives a device to those who follow all within reach, and takes it from them', async () => {
  const [plant, uma] = [await watch('plant', 'subscribeReach'), await watch('uma', 'subscribeReach')]
  const listed = await watch('carl')
  const crane = '0192f3a0-0000-7000-8000-000000000003'
  customers.set(crane, 'quayside')
  customers.set(PUMP, null)

  await changes.emit('devices.changed', [crane, PUMP])
  void changes.emit('points.stored', [of(PUMP), of(CRANE), of(crane)])

  await vi.waitFor(() => expect(plant.heard).toEqual([PUMP, CRANE, crane]))
  await vi.waitFor(() => expect([uma.heard, listed.heard]).toEqual([[CRANE, crane], [CRANE]]))
})

it('tells those who follow all within reach which devices they have now, and no others of any', async () => {
  const [plant, uma] = [await watch('plant', 'subscribeReach'), await watch('uma', 'subscribeReach')]
  const listed = await watch('carl')
  const [crane, foreign] = ['0192f3a0-0000-7000-8000-000000000003', '0192f3a0-0000-7000-8000-000000000004']
  customers.set(crane, 'quayside')
  customers.set(PUMP, null)
  customers.set(foreign, null)

  await changes.emit('devices.changed', [crane, PUMP, foreign])
  void changes.emit('points.stored', [of(CRANE)])

  await vi.waitFor(() => expect([plant.heard, uma.heard, listed.heard]).toEqual([[CRANE], [CRANE], [CRANE]]))
  expect(plant.devices).toEqual([[[crane, PUMP, foreign], []]])
  expect([uma.devices, listed.devices]).toEqual([[[[crane], [PUMP]]], []])
})

it('tells those who follow within an organisation that other units or thresholds hold', async () => {
  const [plant, listed] = [await watch('plant', 'subscribeReach'), await watch('carl')]
  const told: string[] = []
  plant.client.on('keySettingsChanged', () => told.push('plant'))
  listed.client.on('keySettingsChanged', () => told.push('carl'))

  void changes.emit('keySettings.changed', '0192f3a0-0000-7000-8000-00000000000b')
  void changes.emit('keySettings.changed', WORKS)
  void changes.emit('points.stored', [of(CRANE)])

  await vi.waitFor(() => expect([plant.heard, listed.heard]).toEqual([[CRANE], [CRANE]]))
  expect(told).toEqual(['plant'])
})

it.each([
  ['that comes', null, 'quayside', [PUMP, CRANE]],
  ['that goes', 'quayside', null, [CRANE]],
])('misses no device %s while the reach is looked up', async (_what, before, after, heard) => {
  customers.set(PUMP, before)
  meanwhile = () => {
    meanwhile = () => {}
    customers.set(PUMP, after)
    void changes.emit('devices.changed', [PUMP])
  }
  const uma = await watch('uma', 'subscribeReach')

  void changes.emit('points.stored', [of(PUMP), of(CRANE)])

  await vi.waitFor(() => expect(uma.heard).toEqual(heard))
})

it('asks for nobody where nobody watches', async () => {
  await watch('plant')

  await changes.emit('devices.changed', ['0192f3a0-0000-7000-8000-000000000003'])

  expect(asked).toEqual([])
})

it('disconnects a socket whose access can’t be checked', async () => {
  const {client} = await watch('uma')
  const reason = new Promise(resolve => client.once('disconnect', resolve))
  isAway = true

  await changes.emit('devices.changed', [PUMP])

  expect(await reason).toBe('transport close')
})

it('lets a connection that has not asked for its socket come again, too, when its user changes', async () => {
  const url = `http://127.0.0.1:${portOf(http)}/socket.io/?EIO=4&transport=polling`
  const handshake = await (await fetch(url, {headers: {cookie: 'accessToken=uma'}})).text()
  const sid = /"sid":"([^"]+)"/.exec(handshake)?.[1]

  void changes.emit('reach.changed', 'uma')

  expect((await fetch(`${url}&sid=${sid}`)).status).toBe(400)
})

it('ends the connection of a client that does not answer, a second after it has told it that it closes', async () => {
  const upgraded = once(http, 'upgrade')
  const sleeper = connect(portOf(http), '127.0.0.1')
  onTestFinished(() => void sleeper.destroy())
  sleeper.write(upgrade(LIVE_PATH, 'accessToken=plant'))
  const [, connection] = await upgraded
  await once(sleeper, 'data')
  vi.useFakeTimers({toFake: ['setTimeout']})
  onTestFinished(() => void vi.useRealTimers())

  live.close()

  vi.advanceTimersByTime(999)
  expect(connection.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(connection.destroyed).toBe(true)
})
