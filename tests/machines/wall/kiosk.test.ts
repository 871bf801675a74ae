import {NEVER} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {LIVE, RECONNECTING} from '../../../src/domain/link'
import type {Pulse} from '../../../src/domain/wall/health'
import type {Reload} from '../../../src/domain/wall/reloads'
import {type KioskEvent, kioskMachine} from '../../../src/machines/wall/kiosk'
import {createCalls} from '../calls'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const silent = <Event extends KioskEvent>() => fromEventObservable<Event, void>(() => NEVER)

function createKiosk(reloads: readonly Reload[] = []) {
  const fetched = createCalls<void, void>()
  const reload = vi.fn()
  const kiosk = createActor(
    kioskMachine.provide({
      actors: {
        linkChanges: silent(),
        accessChanges: silent(),
        pulses: silent(),
        clockChecks: silent(),
        watching: silent(),
        ageing: silent(),
        fetchPage: fetched.logic,
      },
      actions: {reload: (_, params) => reload(params)},
    }),
    {input: {reloads, now: 0, ahead: 0}},
  ).start()
  const send = (event: KioskEvent) => kiosk.send(event)
  const clock = (at: number, more = {}) => send({type: 'clock.checked', at, ahead: 0, hasJumped: false, ...more})
  const link = (state: typeof LIVE) => send({type: 'link.changed', link: state, offer: null})
  const beat = (nth: number, wrong: Partial<Pulse> = {}) =>
    send({type: 'pulse.felt', pulse: {at: nth * 10_000, heap: 0.1, hasFrame: true, shown: nth, ...wrong}})
  const sicken = () => {
    for (const nth of [0, 1, 2, 3]) beat(nth, {heap: 0.9})
  }
  clock(NOW)
  link(LIVE)
  return {kiosk, send, clock, link, beat, sicken, fetched, reload, page: () => kiosk.getSnapshot().value.page}
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a wall without hands', () => {
  it('that is ill is loaded anew once the server hands the page out', async () => {
    const {sicken, fetched, reload, page} = createKiosk()
    sicken()
    expect([page(), reload.mock.calls]).toEqual(['fetching', []])
    await fetched.answer()
    expect([page(), reload.mock.calls]).toEqual(['reloading', [[{at: NOW, why: 'heap'}]]])
  })

  it('shows on when the server is away, because from an error page of the browser nobody returns', async () => {
    const {sicken, fetched, reload, page} = createKiosk()
    sicken()
    await fetched.fail(new Error('away'))
    expect([page(), reload.mock.calls]).toEqual(['ill', []])
    vi.advanceTimersByTime(30_000)
    await fetched.answer()
    expect(reload.mock.calls).toEqual([[{at: NOW, why: 'heap'}]])
  })

  it('is not loaded anew again and again', async () => {
    const {sicken, clock, page} = createKiosk([{at: NOW - MINUTE, why: 'heap'}])
    sicken()
    vi.advanceTimersByTime(30_000)
    expect(page()).toBe('ill')
    clock(NOW + 9 * MINUTE)
    vi.advanceTimersByTime(30_000)
    expect(page()).toBe('fetching')
  })

  it('that gets well by itself is left alone', () => {
    const {sicken, beat, page} = createKiosk([{at: NOW - MINUTE, why: 'heap'}])
    sicken()
    beat(4)
    expect(page()).toBe('well')
  })

  it('that is old waits for a calm moment: nobody at work, the link up, nothing being mended', async () => {
    const {send, link, fetched, reload, page} = createKiosk()
    send({type: 'watching.changed', isWatched: true})
    send({type: 'page.outdated', why: 'version'})
    expect(page()).toEqual({old: 'busy'})
    send({type: 'watching.changed', isWatched: false})
    expect(page()).toEqual({old: 'calm'})
    link(RECONNECTING)
    expect(page()).toEqual({old: 'busy'})
    link(LIVE)
    send({type: 'access.changed', access: 'renewing'})
    expect(page()).toEqual({old: 'busy'})
    send({type: 'access.changed', access: 'fresh'})
    vi.advanceTimersByTime(MINUTE)
    expect(page()).toBe('fetching')
    await fetched.answer()
    expect([page(), reload.mock.calls]).toEqual(['reloading', [[{at: NOW, why: 'version'}]]])
  })

  it('that is old stays so when the page can not be had, and tries at the next calm moment', async () => {
    const {send, fetched, page} = createKiosk()
    send({type: 'page.outdated', why: 'day'})
    vi.advanceTimersByTime(MINUTE)
    await fetched.fail(new Error('away'))
    expect(page()).toEqual({old: 'calm'})
  })

  it('that is old and was loaded anew just now stays', () => {
    const {send, page} = createKiosk([{at: NOW - MINUTE, why: 'version'}])
    send({type: 'page.outdated', why: 'version'})
    vi.advanceTimersByTime(MINUTE)
    expect(page()).toEqual({old: 'calm'})
  })

  it('that is old and falls ill does not wait', () => {
    const {send, sicken, page} = createKiosk()
    send({type: 'page.outdated', why: 'wall'})
    sicken()
    expect(page()).toBe('fetching')
  })

  it('catches up for a while after its machine slept or its clock was set', () => {
    const {kiosk, clock} = createKiosk()
    const time = () => kiosk.getSnapshot().value.time
    clock(NOW + 3 * MINUTE, {hasJumped: true, ahead: 3_600_000})
    expect([time(), kiosk.getSnapshot().context.ahead]).toEqual(['catchingUp', 3_600_000])
    vi.advanceTimersByTime(10_000)
    expect(time()).toBe('steady')
  })
})
