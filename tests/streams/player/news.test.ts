import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {ApiError} from '../../../src/api/errors'
import type {PlayList} from '../../../src/domain/player/list'
import type {Play} from '../../../src/domain/player/play'
import type {Report} from '../../../src/domain/player/report'
import {type ListChange, listChanges} from '../../../src/streams/player/listChanges'
import {pairings} from '../../../src/streams/player/pairings'
import {reporting} from '../../../src/streams/player/reporting'

const LIST: PlayList = {revision: 1, items: []}
const AWAY = new ApiError({kind: 'unreachable', status: null, serverMessage: null}, 'away')
const refusal = (status: number) => new ApiError({kind: 'refused', status, serverMessage: null}, 'refused')
const forever = <T>() => new Promise<T>(() => {})

beforeEach(() => {
  vi.useFakeTimers({now: 0})
})
afterEach(() => {
  vi.useRealTimers()
})

describe('news of a list', () => {
  function open(readList: (known: PlayList | null) => Promise<PlayList>) {
    const news: ListChange['type'][] = []
    const stream = listChanges({readList, clockError: () => 0, now: () => Date.now(), random: () => 0})
    const subscription = stream.subscribe(({type}) => news.push(type))
    return {news, leave: () => subscription.unsubscribe()}
  }

  it('comes at once, and then with each other revision', async () => {
    const asked: (number | null)[] = []
    let answer = (_list: PlayList) => {}
    const {news, leave} = open(known => {
      asked.push(known?.revision ?? null)
      return new Promise(resolve => {
        answer = resolve
      })
    })
    for (const revision of [1, 2, 3]) {
      answer({...LIST, revision})
      await vi.advanceTimersByTimeAsync(0)
    }
    expect([news, asked]).toEqual([
      ['list.received', 'list.received', 'list.received'],
      [null, 1, 2, 3],
    ])
    leave()
  })

  it('is asked for at once again when there was another emergency', async () => {
    const emergencies = ['fire', 'storm', 'flood'].map(id => ({id, item: null, until: 9, isDrill: true}))
    const {news, leave} = open(() => {
      const emergency = emergencies.shift()
      return emergency === undefined ? new Promise(() => {}) : Promise.resolve({...LIST, emergency})
    })
    await vi.advanceTimersByTimeAsync(10)
    expect(news.length).toBe(3)
    leave()
  })

  it('is not asked for without a pause when the server does not wait', async () => {
    const {news, leave} = open(async () => LIST)
    await vi.advanceTimersByTimeAsync(3500)
    expect(news.length).toBe(5)
    leave()
  })

  it('is tried for again, more and more slowly, until the server answers', async () => {
    let isAway = true
    const asked: (number | null)[] = []
    const {news, leave} = open(async known => {
      asked.push(known?.revision ?? null)
      if (isAway) throw AWAY
      return LIST
    })
    await vi.advanceTimersByTimeAsync(300 + 600)
    expect(news).toEqual(['server.missed', 'server.missed', 'server.missed'])
    isAway = false
    await vi.advanceTimersByTimeAsync(1200)
    expect(news.at(-1)).toBe('list.received')
    isAway = true
    await vi.advanceTimersByTimeAsync(2000)
    expect([news.at(-1), asked.at(-1)]).toEqual(['server.missed', null])
    leave()
  })

  it('says that the token was refused, and asks again a minute later', async () => {
    const readList = vi.fn(async () => Promise.reject(refusal(401)))
    const {news, leave} = open(readList)
    await vi.advanceTimersByTimeAsync(59_000)
    expect([news, readList.mock.calls.length]).toEqual([['token.refused'], 1])
    await vi.advanceTimersByTimeAsync(1000)
    expect(readList.mock.calls.length).toBe(2)
    leave()
  })
})

describe('news of a pairing', () => {
  it.each([
    ['somebody has typed the code in', async () => 'paired', {type: 'device.paired', pairing: 'paired'}],
    ['the server does not know the code any more', () => Promise.reject(refusal(404)), {type: 'code.expired'}],
  ])('comes when %s', async (_, awaitPairing, expected) => {
    const news: unknown[] = []
    pairings({awaitPairing, expiresIn: 1000, random: () => 0}).subscribe(event => news.push(event))
    await vi.advanceTimersByTimeAsync(0)
    expect(news).toEqual([expected])
  })

  it('is that the code has expired when nobody has', async () => {
    const news: unknown[] = []
    pairings({awaitPairing: () => forever(), expiresIn: 1000, random: () => 0}).subscribe(event => news.push(event))
    await vi.advanceTimersByTimeAsync(1000)
    expect(news).toEqual([{type: 'code.expired'}])
  })
})

describe('what is told to the server', () => {
  const play = (startedAt: number): Play => ({
    assetId: 'a',
    name: 'a',
    startedAt,
    seconds: 1,
    isWhole: true,
    revision: 1,
  })
  const report = (ready: number): Report => ({
    revision: 1,
    fetching: null,
    ready,
    files: 3,
    playing: null,
    free: null,
    clockError: 0,
    faults: {},
    zone: 'UTC',
    since: null,
    dark: null,
    fallback: null,
    emergency: null,
    player: 'p1',
  })

  function open() {
    let queued: Play[] = []
    let failure: ApiError | null = null
    const [reports, added] = [new Subject<Report>(), new Subject<unknown>()]
    const told: string[] = []
    const answer = async (what: string) => {
      if (failure !== null) throw failure
      told.push(what)
    }
    const subscription = reporting(reports, added, {
      postHeartbeat: () => answer('heartbeat'),
      postReport: ({ready}) => answer(`report ${ready}`),
      postPlays: plays => answer(`plays ${plays.map(({startedAt}) => startedAt).join()}`),
      queue: {first: count => queued.slice(0, count), removeFirst: count => (queued = queued.slice(count))},
      random: () => 0,
    }).subscribe(({type}) => told.push(type))
    return {
      told,
      reports,
      left: () => queued.length,
      fail: (error: ApiError | null) => {
        failure = error
      },
      add(startedAt: number) {
        queued = [...queued, play(startedAt)]
        added.next(undefined)
      },
      leave: () => subscription.unsubscribe(),
    }
  }

  it('is a heartbeat at once and each minute', async () => {
    const {told, leave} = open()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(told).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
    leave()
  })

  it('is the newest report, when it has changed, and at most each five seconds', async () => {
    const {told, reports, leave} = open()
    await vi.advanceTimersByTimeAsync(0)
    for (const ready of [0, 0, 1, 2]) reports.next(report(ready))
    await vi.advanceTimersByTimeAsync(4999)
    expect(told).toEqual(['heartbeat', 'report 0'])
    await vi.advanceTimersByTimeAsync(1)
    reports.next(report(2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(told).toEqual(['heartbeat', 'report 0', 'report 2'])
    leave()
  })

  it('is each play once, those of an outage as soon as it is over', async () => {
    const {told, add, fail, left, leave} = open()
    await vi.advanceTimersByTimeAsync(0)
    add(1)
    await vi.advanceTimersByTimeAsync(0)
    fail(AWAY)
    add(2)
    add(3)
    await vi.advanceTimersByTimeAsync(10)
    expect([told, left()]).toEqual([['heartbeat', 'plays 1'], 2])
    fail(null)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([told.filter(what => what.startsWith('plays')), left()]).toEqual([['plays 1', 'plays 2,3'], 0])
    leave()
  })

  it('tells at once when the token is refused', async () => {
    const {told, add, fail, leave} = open()
    await vi.advanceTimersByTimeAsync(0)
    fail(refusal(401))
    add(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['heartbeat', 'token.refused'])
    leave()
  })

  it.each([
    [401, 1],
    [429, 1],
    [400, 0],
  ])('is not kept back for good by a play that is answered with %i', async (status, kept) => {
    const {add, fail, left, leave} = open()
    fail(refusal(status))
    add(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(left()).toBe(kept)
    leave()
  })
})
