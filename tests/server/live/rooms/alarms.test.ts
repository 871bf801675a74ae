import {createServer, type Server} from 'node:http'
import type {Socket} from 'socket.io-client'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {AlarmWire} from '../../../../contract/wire/alarm'
import type {Viewer} from '../../../../server/access/viewer'
import {type ChangeBus, createChangeBus} from '../../../../server/live/bus'
import {noPeers} from '../../../../server/live/peers'
import {createLiveServer, type LiveServer} from '../../../../server/live/server'
import {realTime} from '../../../../server/scheduler'
import {portOf} from '../../../support/portOf'
import {connectSocket} from '../../../support/socket'
import {unwatchedStatistics} from '../unwatchedStatistics'

const viewer = (name: string, values: Partial<Viewer>): Viewer => ({
  sessionId: name,
  userId: name,
  email: `${name}@t.test`,
  authority: 'CUSTOMER_USER',
  organisationId: null,
  customerId: null,
  ...values,
})
const VIEWERS = [
  viewer('system', {authority: 'SYS_ADMIN'}),
  viewer('plant', {authority: 'ORGANISATION_ADMIN', organisationId: 'works'}),
  viewer('uma', {organisationId: 'works', customerId: 'quayside'}),
  viewer('carl', {organisationId: 'works', customerId: 'ferries'}),
  viewer('newcomer', {}),
]

const alarm = (id: string, organisationId: string, customerId: string | null, version = 1): AlarmWire => ({
  _id: id,
  device_id: id,
  device_name: id,
  organisation_id: organisationId,
  customer_id: customerId,
  key: 'load',
  kind: 'value',
  standing: 'unacknowledged',
  severity: 'warning',
  threshold: null,
  occurrence: null,
  shelf: null,
  is_flapping: false,
  is_chattering: false,
  changed_at: 1,
  version,
})

let http: Server
let live: LiveServer
let changes: ChangeBus
let alarms: Map<string, AlarmWire>
let reads: string[][]
let beforeRead: () => Promise<void>

beforeEach(async () => {
  alarms = new Map()
  reads = []
  beforeRead = async () => {}
  http = createServer()
  changes = createChangeBus(noPeers)
  live = createLiveServer(http, {
    findViewer: async token => VIEWERS.find(({userId}) => userId === token),
    endedAmong: async () => [],
    access: {who: 'signedIn', on: 'device', keys: 'no'},
    isProxy: () => false,
    isKnownHost: () => true,
    headers: () => ({}),
    reachedAmong: async () => new Set(),
    allReached: async () => [],
    allowedOrigins: [],
    changes,
    peers: noPeers,
    scheduler: realTime,
    readDevices: async () => [],
    statistics: unwatchedStatistics,
    async readAlarms(ids) {
      reads.push([...ids])
      await beforeRead()
      return ids.flatMap(id => alarms.get(id) ?? [])
    },
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  live.close()
  http.close()
})

const connect = (user: string) =>
  connectSocket(`http://127.0.0.1:${portOf(http)}`, {accessToken: user}, {reconnection: false})

/** The ids and versions of the alarms that have come, a list for each packet. */
async function watch(user: string) {
  const client = await connect(user)
  const heard: [string, number][][] = []
  client.on('alarms', batch => heard.push(batch.map(({_id, version}) => [_id, version])))
  expect(await client.emitWithAck('watchAlarms')).toEqual({})
  return {client, heard}
}

function change(...changed: AlarmWire[]) {
  for (const alarm of changed) alarms.set(alarm._id, alarm)
  void changes.emit(
    'alarms.changed',
    changed.map(({_id}) => _id),
  )
}

it('shows each viewer the alarms within reach, in one packet', async () => {
  const [system, plant, uma, carl, newcomer] = [
    await watch('system'),
    await watch('plant'),
    await watch('uma'),
    await watch('carl'),
    await watch('newcomer'),
  ]

  change(alarm('rack', 'noc', 'ferries'), alarm('pump', 'works', null), alarm('room', 'works', 'quayside'))

  await vi.waitFor(() =>
    expect(system.heard).toEqual([
      [
        ['rack', 1],
        ['pump', 1],
        ['room', 1],
      ],
    ]),
  )
  await vi.waitFor(() =>
    expect(plant.heard).toEqual([
      [
        ['pump', 1],
        ['room', 1],
      ],
    ]),
  )
  await vi.waitFor(() => expect(uma.heard).toEqual([[['room', 1]]]))
  await vi.waitFor(() => expect(carl.heard).toEqual([[['rack', 1]]]))
  for (const {client} of [newcomer]) await client.emitWithAck('watchAlarms')
  expect(newcomer.heard).toEqual([])
})

it('shows nothing to those who do not watch, and reads nothing for nobody', async () => {
  const client = await connect('system')
  const heard = vi.fn()
  client.on('alarms', heard)
  change(alarm('pump', 'works', null))
  await client.emitWithAck('subscribe', {device_ids: []})

  expect(heard).not.toHaveBeenCalled()
  expect(reads).toEqual([])
})

it('goes on after it was told that nothing has changed', async () => {
  const {heard} = await watch('system')

  change()
  change(alarm('pump', 'works', null))

  await vi.waitFor(() => expect(heard).toEqual([[['pump', 1]]]))
})

it('shows an alarm that changes quickly as it is now, once', async () => {
  const {heard} = await watch('system')

  change(alarm('pump', 'works', null, 1))
  await vi.waitFor(() => expect(heard).toEqual([[['pump', 1]]]))
  for (let version = 2; version < 50; version++) change(alarm('pump', 'works', null, version))
  change(alarm('crane', 'works', null))

  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard[1]).toEqual([
    ['pump', 49],
    ['crane', 1],
  ])
  expect(reads).toEqual([['pump'], ['pump', 'crane']])
})

it('shows an alarm to those alone who may see it when it is shown', async () => {
  const [uma, carl] = [await watch('uma'), await watch('carl')]
  const moved = alarm('room', 'works', 'ferries')

  beforeRead = async () => void alarms.set('room', moved)
  change(alarm('room', 'works', 'quayside'))

  await vi.waitFor(() => expect(carl.heard).toEqual([[['room', 1]]]))
  await uma.client.emitWithAck('watchAlarms')
  expect(uma.heard).toEqual([])
})

it('reads and shows a storm in parts', async () => {
  const {heard} = await watch('plant')

  change(...Array.from({length: 1200}, (_, index) => alarm(`pump ${index}`, 'works', null)))

  await vi.waitFor(() => expect(heard.map(batch => batch.length)).toEqual([500, 500, 200]))
})

it('lets its watchers come again when the alarms can not be read, and goes on', async () => {
  const {client} = await watch('plant')
  const other = await connect('uma')
  const reason = new Promise(resolve => client.once('disconnect', resolve))
  beforeRead = async () => {
    throw new Error('The database is away')
  }

  change(alarm('pump', 'works', null))

  expect(await reason).toBe('transport close')
  expect(other.connected).toBe(true)
  beforeRead = async () => {}
  const again = await watch('plant')
  change(alarm('pump', 'works', null, 2))
  await vi.waitFor(() => expect(again.heard).toEqual([[['pump', 2]]]))
})

it('tells its watchers, soon and once, that devices have moved or gone', async () => {
  const {client} = await watch('plant')
  const other = await connect('uma')
  const [moved, unasked] = [vi.fn(), vi.fn()]
  client.on('alarmsMoved', moved)
  other.on('alarmsMoved', unasked)

  for (const id of ['pump', 'crane', 'room']) await changes.emit('devices.changed', [id])

  await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce())
  await other.emitWithAck('subscribe', {device_ids: []})
  expect(unasked).not.toHaveBeenCalled()
})

it('passes over a wish to watch that wants no answer', async () => {
  const client: Socket = await connect('plant')
  client.emit('watchAlarms', {})
  client.emit('watchAlarms')

  expect(await client.emitWithAck('watchAlarms')).toEqual({})
})
