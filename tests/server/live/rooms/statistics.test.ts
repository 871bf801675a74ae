import {createServer, type Server} from 'node:http'
import type {Socket} from 'socket.io-client'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {LIVE_STATISTICS_SERIES} from '../../../../contract/limits'
import type {StatisticsSeries} from '../../../../contract/wire/telemetry/liveStatistics'
import type {Viewer} from '../../../../server/access/viewer'
import {type ChangeBus, createChangeBus} from '../../../../server/live/bus'
import {noPeers} from '../../../../server/live/peers'
import {createLiveServer, type LiveServer} from '../../../../server/live/server'
import {realTime} from '../../../../server/scheduler'
import {keepFailures} from '../../../support/jobs'
import {portOf} from '../../../support/portOf'
import {connectSocket} from '../../../support/socket'

const PUMP = '0192f3a0-0000-7000-8000-000000000001'
const CRANE = '0192f3a0-0000-7000-8000-000000000002'
const ROOM = '0192f3a0-0000-7000-8000-000000000003'
const NONE = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}

const viewer = (name: string, values: Partial<Viewer> = {}): Viewer => ({
  sessionId: name,
  userId: name,
  email: `${name}@t.test`,
  authority: 'CUSTOMER_USER',
  organisationId: 'works',
  customerId: 'quayside',
  ...values,
})
const VIEWERS = [
  viewer('plant', {authority: 'ORGANISATION_ADMIN', customerId: null}),
  viewer('uma'),
  viewer('carl'),
  viewer('screen', {authority: 'WALL'}),
]

let http: Server
let live: LiveServer
let changes: ChangeBus
let now: number
/** The devices that are the customer's. */
let ofCustomer: Set<string>
let reads: string[]
let beforeRead: (series: StatisticsSeries) => Promise<void>
/** Happens while it is looked up which devices are within reach. */
let meanwhile: () => void
let failures: string[]

beforeEach(async () => {
  vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
  now = Date.parse('2026-01-14T09:59:30Z')
  ofCustomer = new Set([PUMP, CRANE])
  reads = []
  failures = []
  beforeRead = async () => {}
  meanwhile = () => {}
  http = createServer()
  changes = createChangeBus(noPeers)
  live = createLiveServer(http, {
    findViewer: async token => VIEWERS.find(({userId}) => userId === token),
    endedAmong: async () => [],
    access: {who: ['ORGANISATION_ADMIN', 'CUSTOMER_USER', 'WALL'], on: 'device', keys: 'no'},
    isProxy: () => false,
    isKnownHost: () => true,
    headers: () => ({}),
    async reachedAmong({customerId}, _kind, ids) {
      const reached = new Set(ids.filter(id => customerId === null || ofCustomer.has(id)))
      meanwhile()
      return reached
    },
    allReached: async () => [],
    allowedOrigins: [],
    changes,
    peers: noPeers,
    scheduler: {...realTime, now: () => now},
    readAlarms: async () => [],
    readDevices: async () => [],
    statistics: {
      access: {who: 'signedIn', on: 'named', keys: 'read'},
      async read(series) {
        reads.push(nameOf(series))
        await beforeRead(series)
        return series.device_id === ROOM ? undefined : {...NONE, at: now}
      },
      job: keepFailures(failures),
    },
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  live.close()
  http.close()
  vi.useRealTimers()
})

const series = (device_id: string, key = 'load', time_zone = 'Europe/Berlin'): StatisticsSeries => ({
  device_id,
  key,
  time_zone,
})
const NAMES = new Map([
  [PUMP, 'pump'],
  [CRANE, 'crane'],
  [ROOM, 'room'],
])
const nameOf = ({device_id: id, key, time_zone: zone}: StatisticsSeries) => `${NAMES.get(id)} ${key} ${zone}`

/** Watches, and what has come: the series and the time, in order. */
async function watch(user: string, ...watched: StatisticsSeries[]) {
  const client = await connectSocket(`http://127.0.0.1:${portOf(http)}`, {accessToken: user}, {reconnection: false})
  const told: string[] = []
  client.on('statistics', ({statistics: {at = 0}, ...of}) => {
    told.push(`${nameOf(of)} ${new Date(at).toISOString().slice(11, 16)}`)
  })
  const ask = (body: StatisticsSeries[]) => client.emitWithAck('watchStatistics', {series: body})
  expect(await ask(watched)).toEqual({refused: []})
  /** Resolves when all that was sent to this socket by now has come. */
  const heard = () => client.emitWithAck('subscribe', {device_ids: []})
  return {client, told, ask, heard}
}

/** Goes on to this time of the day, in steps of a second. */
function pass(until: string) {
  const end = Date.parse(`2026-01-14T${until}Z`)
  while (now < end) {
    now = Math.min(now + 1000, end)
    vi.advanceTimersByTime(1000)
  }
}

it('tells those who watch a series its statistics every ten minutes, and computes them once for all', async () => {
  const [plant, uma] = [await watch('plant', series(PUMP)), await watch('uma', series(PUMP))]
  const other = await watch('carl', series(PUMP, 'speed'))

  pass('10:00:00')
  await vi.waitFor(() => expect(other.told).toEqual(['pump speed Europe/Berlin 10:00']))
  pass('10:09:59')
  expect(reads).toEqual(['pump load Europe/Berlin', 'pump speed Europe/Berlin'])
  pass('10:10:00')

  const both = ['pump load Europe/Berlin 10:00', 'pump load Europe/Berlin 10:10']
  await vi.waitFor(() => expect([plant.told, uma.told]).toEqual([both, both]))
})

it('goes by the clocks of each time zone', async () => {
  const {told} = await watch('plant', series(PUMP, 'load', 'Asia/Kathmandu'), series(PUMP, 'load', 'UTC'))

  pass('10:00:00')
  await vi.waitFor(() => expect(told).toEqual(['pump load UTC 10:00']))
  pass('10:05:00') // 15:50 there
  await vi.waitFor(() => expect(told).toEqual(['pump load UTC 10:00', 'pump load Asia/Kathmandu 10:05']))
})

it('is late rather than silent when the minute has passed unseen', async () => {
  const {told} = await watch('plant', series(PUMP))

  now = Date.parse('2026-01-14T10:03:20Z')
  vi.advanceTimersByTime(1000)

  await vi.waitFor(() => expect(told).toEqual(['pump load Europe/Berlin 10:03']))
})

it('computes a few at a time, and none twice', async () => {
  let underWay = 0
  let most = 0
  const releases: (() => void)[] = []
  beforeRead = async () => {
    most = Math.max(most, ++underWay)
    await new Promise<void>(resolve => releases.push(resolve))
    underWay--
  }
  const keys = Array.from({length: LIVE_STATISTICS_SERIES}, (_, index) => `key${index}`)
  const {told} = await watch('plant', ...keys.map(key => series(PUMP, key)))

  pass('10:10:00')
  while (told.length < keys.length) {
    for (const release of releases.splice(0)) release()
    await new Promise(resolve => setImmediate(resolve))
  }

  expect([most, [...new Set(reads)].length]).toEqual([2, keys.length])
})

it('goes on after some could not be computed', async () => {
  const {told} = await watch('plant', series(PUMP), series(CRANE), series(CRANE, 'speed'))
  const away = new Error('The database is away')
  beforeRead = async ({device_id: id}) => {
    if (id === CRANE) throw away
  }

  pass('10:00:00')
  await vi.waitFor(() => expect([told, reads.length]).toEqual([['pump load Europe/Berlin 10:00'], 3]))
  beforeRead = async () => {}
  pass('10:10:00')

  await vi.waitFor(() => expect(told).toHaveLength(4))
  expect(failures).toEqual(['Error', 'Error'])
})

it('replaces what a socket watches, and ends with its socket', async () => {
  const {client, told, ask} = await watch('plant', series(PUMP))
  const {told: others} = await watch('uma', series(CRANE))

  expect(await ask([series(PUMP, 'speed')])).toEqual({refused: []})
  pass('10:00:00')
  await vi.waitFor(() => expect(told).toEqual(['pump speed Europe/Berlin 10:00']))
  await vi.waitFor(() => expect(others).toEqual(['crane load Europe/Berlin 10:00']))
  const closed = new Promise(resolve => client.once('disconnect', resolve))
  void changes.emit('reach.changed', 'plant')
  await closed
  reads = []
  pass('10:10:00')

  await vi.waitFor(() => expect(others).toHaveLength(2))
  expect(reads).toEqual(['crane load Europe/Berlin'])
})

it('computes nothing that is watched no more by then', async () => {
  const {ask} = await watch('plant', series(PUMP))
  const {told} = await watch('uma', series(CRANE))

  await ask([])
  pass('10:00:00')

  await vi.waitFor(() => expect(told).toEqual(['crane load Europe/Berlin 10:00']))
  expect(reads).toEqual(['crane load Europe/Berlin'])
})

it('refuses devices out of reach, and takes a device from those who may see it no more', async () => {
  const [plant, uma] = [await watch('plant', series(PUMP)), await watch('uma', series(PUMP), series(CRANE))]
  expect(await uma.ask([series(PUMP), series(ROOM), series(CRANE)])).toEqual({refused: [ROOM]})

  ofCustomer.delete(PUMP)
  await changes.emit('devices.changed', [PUMP])
  pass('10:00:00')

  await vi.waitFor(() => expect(plant.told).toEqual(['pump load Europe/Berlin 10:00']))
  await vi.waitFor(() => expect(uma.told).toEqual(['crane load Europe/Berlin 10:00']))
})

it('takes a device from those who may see it no more while that is still computed', async () => {
  const [plant, uma] = [await watch('plant', series(PUMP)), await watch('uma', series(PUMP))]
  beforeRead = async () => {
    ofCustomer.delete(PUMP)
    await changes.emit('devices.changed', [PUMP])
  }

  pass('10:00:00')

  await vi.waitFor(() => expect(plant.told).toEqual(['pump load Europe/Berlin 10:00']))
  await uma.heard()
  expect(uma.told).toEqual([])
})

it('watches no device that has gone while the reach was looked up', async () => {
  const uma = await watch('uma')
  meanwhile = () => {
    meanwhile = () => {}
    ofCustomer.delete(PUMP)
    void changes.emit('devices.changed', [PUMP])
  }

  expect(await uma.ask([series(PUMP)])).toEqual({refused: [PUMP]})
})

it('tells nothing of a device that is gone', async () => {
  const {told} = await watch('plant', series(ROOM), series(PUMP))

  pass('10:00:00')

  await vi.waitFor(() => expect([told, reads.length]).toEqual([['pump load Europe/Berlin 10:00'], 2]))
})

it('is for those who may ask for statistics', async () => {
  const screen = await watch('screen')

  expect(await screen.ask([series(PUMP)])).toEqual({refused: [PUMP]})
})

it.each([
  ['too many series', Array.from({length: LIVE_STATISTICS_SERIES + 1}, () => series(PUMP))],
  ['an unknown time zone', [series(PUMP, 'load', 'Mars/Olympus')]],
  ['what is no id', [series('pump')]],
])('refuses %s, and goes on with what it had', async (_what, body) => {
  const {ask, told} = await watch('plant', series(PUMP))

  expect(await ask(body)).toEqual({message: 'series must be a short list of devices, keys and time zones.'})
  pass('10:00:00')
  await vi.waitFor(() => expect(told).toEqual(['pump load Europe/Berlin 10:00']))
})

it('takes the newer of two wishes that overtake each other, and says when the reach can not be looked up', async () => {
  const {ask, told} = await watch('uma')
  const answers = await Promise.all([ask([series(PUMP)]), ask([series(CRANE)])])
  expect(answers).toEqual([{refused: []}, {refused: []}])
  meanwhile = () => {
    throw new Error('The database is away')
  }
  expect(await ask([series(PUMP)])).toEqual({message: 'The devices can not be looked up right now.'})

  pass('10:00:00')
  await vi.waitFor(() => expect(told).toEqual(['crane load Europe/Berlin 10:00']))
})

it('passes over a wish to watch that wants no answer', async () => {
  const {client, ask} = await watch('plant')
  const anyhow: Socket = client
  anyhow.emit('watchStatistics', {series: [series(PUMP)]})
  anyhow.emit('watchStatistics')

  expect(await ask([])).toEqual({refused: []})
  pass('10:00:00')
  expect(reads).toEqual([])
})
