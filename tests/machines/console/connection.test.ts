import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Connection} from '../../../src/domain/console/mqttDoor'
import {LIVE, type LinkState, OFFLINE, PROBING} from '../../../src/domain/link'
import {connectionMachine} from '../../../src/machines/console/connection'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'

const CONNECTED: Connection = {state: 'connected', since: 12}
const LEFT: Connection = {state: 'disconnected', since: 13}

function createConnection() {
  const calls = createCalls<Connection, {deviceId: string}>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const ticks = new Subject<{type: 'minute.ticked'; at: number}>()
  const connection = createActor(
    connectionMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        ticks: fromEventObservable(() => ticks),
        loadConnection: calls.logic,
      },
    }),
    {input: {deviceId: 'd1'}},
  ).start()
  return {
    calls,
    link: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) => links.next({type: 'link.changed', link, offer}),
    tick: () => ticks.next({type: 'minute.ticked', at: 0}),
    now: () => {
      const {value, context} = connection.getSnapshot()
      return [value, context.connection]
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('whether a device is connected', () => {
  it('is read once the server is known, and again at each tick', async () => {
    const {calls, link, tick, now} = createConnection()
    tick()
    link(PROBING, null)
    expect(now()).toEqual(['awaitingLink', null])
    link()
    expect(now()).toEqual([{watching: 'reading'}, null])
    await calls.answer(CONNECTED)
    expect(now()).toEqual([{watching: 'known'}, CONNECTED])
    tick()
    tick()
    expect(now()).toEqual([{watching: 'reading'}, CONNECTED])
    await calls.answer(LEFT)
    expect(now()).toEqual([{watching: 'known'}, LEFT])
    expect(calls.asked).toEqual([{deviceId: 'd1'}, {deviceId: 'd1'}])
  })

  it('is not known when it can’t be read, until it is', async () => {
    const {calls, link, tick, now} = createConnection()
    link()
    await calls.answer(CONNECTED)
    tick()
    await calls.fail()
    expect(now()).toEqual([{watching: 'unread'}, 'unread'])
    tick()
    expect(now()).toEqual([{watching: 'reading'}, 'unread'])
    await calls.answer(LEFT)
    expect(now()).toEqual([{watching: 'known'}, LEFT])
  })

  it('is not known while the link is down, and is read when it is back', async () => {
    const {calls, link, tick, now} = createConnection()
    link()
    await calls.answer(CONNECTED)
    link(OFFLINE)
    tick()
    expect(now()).toEqual([{watching: 'unread'}, 'unread'])
    link()
    expect(now()).toEqual([{watching: 'reading'}, 'unread'])
    await calls.answer(LEFT)
    expect(now()).toEqual([{watching: 'known'}, LEFT])
  })

  it('is not known where the server was never reached', () => {
    const {link, now} = createConnection()
    link(OFFLINE, null)
    expect(now()).toEqual([{watching: 'unread'}, 'unread'])
    link()
    expect(now()).toEqual([{watching: 'reading'}, 'unread'])
  })

  it('is not known any more when nobody has asked for long', async () => {
    const {calls, link, now} = createConnection()
    link()
    await calls.answer(CONNECTED)
    vi.advanceTimersByTime(44_999)
    expect(now()).toEqual([{watching: 'known'}, CONNECTED])
    vi.advanceTimersByTime(1)
    expect(now()).toEqual([{watching: 'unread'}, 'unread'])
  })

  it('is not known any more when no answer comes', async () => {
    const {calls, link, tick, now} = createConnection()
    link()
    await calls.answer(CONNECTED)
    tick()
    vi.advanceTimersByTime(15_000)
    expect(now()).toEqual([{watching: 'unread'}, 'unread'])
  })
})
