import {describe, expect, it} from 'vitest'
import type {LiveSocketHandlers, StatisticsWatch, Watched} from '../../../src/domain/telemetry/readings/live'
import type {TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
import {createLiveFeed} from '../../../src/streams/telemetry/live'
import {liveTelemetry} from '../../../src/streams/telemetry/liveTelemetry'
import {alarm} from '../../machines/alarms/alarm'

interface FakeSocket {
  handlers: LiveSocketHandlers
  subscribed: Watched[]
  watches: number
  statistics: (StatisticsWatch | null)[]
  isClosed: boolean
}

function createFeed({subscribe = async (): Promise<readonly string[]> => []} = {}) {
  const sockets: FakeSocket[] = []
  const feed = createLiveFeed(handlers => {
    const socket: FakeSocket = {handlers, subscribed: [], watches: 0, statistics: [], isClosed: false}
    sockets.push(socket)
    return {
      subscribe(watched) {
        socket.subscribed.push(watched)
        return subscribe()
      },
      async watchAlarms() {
        socket.watches += 1
      },
      watchStatistics: watch => socket.statistics.push(watch),
      close() {
        socket.isClosed = true
      },
    }
  })
  return {feed, sockets, connect: () => connect(feed, sockets)}
}

function connect(feed: ReturnType<typeof createLiveFeed>, sockets: FakeSocket[]) {
  const told: string[] = []
  const subscription = feed.connection.subscribe({next: ({type}) => told.push(type), complete: () => told.push('end')})
  const socket = sockets.at(-1)
  if (socket === undefined) throw new Error('no socket was opened')
  return {told, socket, subscription}
}

const settled = () => new Promise(resolve => setImmediate(resolve))
const telemetryOf = (deviceId: string): TelemetryUpdate => ({deviceId, receivedAt: 1, points: []})

describe('a connection', () => {
  it('opens a socket and closes it when nobody wants it any more', async () => {
    const {connect} = createFeed()
    const {told, socket, subscription} = connect()
    socket.handlers.opened()
    await settled()
    subscription.unsubscribe()
    expect([told, socket.isClosed]).toEqual([['socket.opened'], true])
  })

  it.each([
    ['closed', 'socket.closed'],
    ['rejected', 'socket.rejected'],
  ] as const)('ends when its socket is %s', (end, event) => {
    const {connect} = createFeed()
    const {told, socket} = connect()
    socket.handlers[end]()
    expect([told, socket.isClosed]).toEqual([[event, 'end'], true])
  })

  it('counts as open only once the server has the devices, so that no point is missed', async () => {
    let acknowledge: (refused: readonly string[]) => void = () => {}
    const {feed, connect} = createFeed({subscribe: () => new Promise(resolve => (acknowledge = resolve))})
    await feed.subscribe(['a', 'b'])
    const {told, socket} = connect()
    socket.handlers.opened()
    await settled()
    expect([told, socket.subscribed]).toEqual([[], [['a', 'b']]])
    acknowledge([])
    await settled()
    expect(told).toEqual(['socket.opened'])
  })

  it('takes over all within reach', async () => {
    const {feed, connect} = createFeed()
    await feed.subscribe({organisationId: 'o'})
    const {told, socket} = connect()
    socket.handlers.opened()
    await settled()
    expect([told, socket.subscribed]).toEqual([['socket.opened'], [{organisationId: 'o'}]])
  })

  it('takes over devices that were chosen while it opened', async () => {
    let acknowledge: (refused: readonly string[]) => void = () => {}
    const {feed, connect} = createFeed({subscribe: () => new Promise(resolve => (acknowledge = resolve))})
    await feed.subscribe(['a'])
    const {told, socket} = connect()
    socket.handlers.opened()
    await feed.subscribe(['b'])
    acknowledge([])
    await settled()
    expect(told).toEqual([])
    acknowledge([])
    await settled()
    expect([told, socket.subscribed]).toEqual([['socket.opened'], [['a'], ['b']]])
  })

  it('is given up when the server can’t take the devices', async () => {
    const {feed, connect} = createFeed({subscribe: () => Promise.reject(new Error('no answer'))})
    await feed.subscribe(['a'])
    const {told, socket} = connect()
    socket.handlers.opened()
    await settled()
    expect([told, socket.isClosed]).toEqual([['socket.closed', 'end'], true])
  })
})

describe('a subscription', () => {
  it('is made at once on an open socket and tells who was refused', async () => {
    const {feed, connect} = createFeed({subscribe: async () => ['b']})
    const {socket} = connect()
    socket.handlers.opened()
    await settled()
    expect([await feed.subscribe(['a', 'b']), socket.subscribed]).toEqual([['b'], [['a', 'b']]])
  })

  it('is kept for the next socket while none is open', async () => {
    const {feed, connect} = createFeed()
    const first = connect()
    first.socket.handlers.opened()
    await settled()
    await feed.subscribe(['a'])
    first.socket.handlers.closed()
    const second = connect()
    second.socket.handlers.opened()
    await settled()
    expect([second.told, second.socket.subscribed]).toEqual([['socket.opened'], [['a']]])
  })

  it('that is not answered fails and gives the socket up', async () => {
    const {feed, connect} = createFeed({subscribe: () => Promise.reject(new Error('no answer'))})
    const {told, socket} = connect()
    socket.handlers.opened()
    await settled()
    await expect(feed.subscribe(['a'])).rejects.toThrow('no answer')
    expect(told).toEqual(['socket.opened', 'socket.closed', 'end'])
  })
})

describe('what is pushed', () => {
  it('goes on over sockets and comes at once, then once a frame', () => {
    const {feed, connect} = createFeed()
    const told: unknown[] = []
    let draw = () => {}
    const frames = (callback: () => void) => {
      draw = callback
      return () => {}
    }
    liveTelemetry(feed, frames).subscribe(event => told.push(event))
    const first = connect()
    first.socket.handlers.telemetry([telemetryOf('a')])
    first.socket.handlers.closed()
    connect().socket.handlers.telemetry([telemetryOf('b'), telemetryOf('c')])
    draw()
    expect(told).toEqual([
      {type: 'telemetry.received', updates: [telemetryOf('a')]},
      {type: 'telemetry.received', updates: ['b', 'c'].map(telemetryOf)},
    ])
  })

  it('comes piece by piece without frames, before what is told after it', () => {
    const {feed, connect} = createFeed()
    const told: unknown[] = []
    liveTelemetry(feed, null).subscribe(event => told.push(event))
    const {socket} = connect()
    for (const id of ['a', 'b']) {
      socket.handlers.telemetry([telemetryOf(id)])
      told.push('tick')
    }
    expect(told).toEqual(['a', 'b'].flatMap(id => [{type: 'telemetry.received', updates: [telemetryOf(id)]}, 'tick']))
  })

  it('is watched no longer when nothing listens any more', async () => {
    const {feed, connect} = createFeed()
    const {socket} = connect()
    socket.handlers.opened()
    await feed.subscribe(['a'])
    await settled()
    liveTelemetry(feed, null).subscribe().unsubscribe()
    expect(socket.subscribed).toEqual([['a'], []])
  })

  it('tells the end of the session', () => {
    const {feed, connect} = createFeed()
    const told: unknown[] = []
    feed.sessionEnds.subscribe(event => told.push(event))
    connect().socket.handlers.sessionEnded()
    expect(told).toEqual([{type: 'session.ended'}])
  })
})

describe('watching alarms', () => {
  it('is asked of the open socket at once, and of each later one before it counts as open', async () => {
    const {feed, connect} = createFeed()
    const {socket: first, subscription} = connect()
    first.handlers.opened()
    await settled()
    const heard: string[][] = []
    feed.alarms.subscribe(alarms => heard.push(alarms.map(({id}) => id)))
    await feed.watchAlarms(() => [])
    await feed.watchAlarms(() => [])
    first.handlers.alarms([alarm('a')])
    subscription.unsubscribe()
    const {socket: second, told} = connect()
    second.handlers.opened()
    await settled()
    expect([first.watches, second.watches, told, heard]).toEqual([1, 1, ['socket.opened'], [['a']]])
  })
})

describe('watching statistics', () => {
  const pump: StatisticsWatch = {deviceId: 'pump', key: 'load', zone: 'UTC', read: () => undefined}
  const crane = {...pump, deviceId: 'crane'}

  it('is told to the open socket at once, and to each later one until it ends', async () => {
    const {feed, connect} = createFeed()
    feed.watchStatistics(pump)
    const {socket: first, subscription} = connect()
    expect(first.statistics).toEqual([])
    first.handlers.opened()
    await settled()
    feed.watchStatistics(crane)
    subscription.unsubscribe()
    const {socket: second, told, subscription: another} = connect()
    second.handlers.opened()
    await settled()
    feed.watchStatistics(null)
    another.unsubscribe()
    const {socket: third} = connect()
    third.handlers.opened()
    await settled()
    expect([first.statistics, second.statistics, third.statistics]).toEqual([[pump, crane], [crane, null], []])
    expect(told).toEqual(['socket.opened'])
  })

  it('brings what is pushed over any socket', async () => {
    const {feed, connect} = createFeed()
    const heard: unknown[] = []
    feed.statistics.subscribe(({of}) => heard.push(of))
    const {deviceId, key, zone} = pump
    const none = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}
    for (const {socket} of [connect(), connect()]) {
      socket.handlers.statistics({of: {deviceId, key, zone}, statistics: none})
    }
    expect(heard).toEqual([
      {deviceId, key, zone},
      {deviceId, key, zone},
    ])
  })
})
