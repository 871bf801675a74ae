import {BehaviorSubject, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type KnownLink, LIVE, POLLING, PROBING, RECONNECTING} from '../../../src/domain/link'
import type {StatisticsWatch} from '../../../src/domain/telemetry/readings/live'
import type {PushedStatistics} from '../../../src/domain/telemetry/series/seriesStatistics'
import {statisticsEvents} from '../../../src/streams/telemetry/statisticsEvents'
import {minuteTicks} from '../../../src/streams/ticks'
import {PULSEWALL} from '../../support/offer'

const MINUTE = 60_000
const SERIES = {deviceId: 'pump', key: 'load', zone: 'UTC'}
const NONE = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}

beforeEach(() => {
  vi.useFakeTimers({now: Date.parse('2026-01-14T09:58:20Z')})
})
afterEach(() => {
  vi.useRealTimers()
})

function listen(known: KnownLink, zone = 'UTC') {
  const links = new BehaviorSubject(known)
  const statistics = new Subject<PushedStatistics>()
  const watched: (string | null)[] = []
  const told: string[] = []
  const time = (at: number) => new Date(at).toISOString().slice(11, 19)
  const subscription = statisticsEvents(
    {
      feed: {
        statistics,
        watchStatistics: (watch: StatisticsWatch | null) => watched.push(watch && `${watch.deviceId} ${watch.key}`),
      },
      links,
      ticks: minuteTicks(MINUTE, Date.now),
      now: Date.now,
      read: () => undefined,
    },
    {...SERIES, zone},
  ).subscribe(event =>
    told.push(
      event.type === 'statistics.due' ? `due ${time(Date.now())}` : `arrived ${time(event.statistics.at ?? 0)}`,
    ),
  )
  const push = (of = {}) => statistics.next({of: {...SERIES, ...of}, statistics: {...NONE, at: Date.now()}})
  return {links, watched, told, push, subscription}
}

/** Goes on to this time of the day. */
const pass = (until: string) => vi.advanceTimersByTime(Date.parse(`2026-01-14T${until}Z`) - Date.now())

describe('statistics where nothing is pushed', () => {
  it.each<[string, KnownLink]>([
    ['a server without a socket', {link: POLLING, offer: 'specified'}],
    ['a lost link', {link: RECONNECTING, offer: PULSEWALL}],
  ])('are due in each tenth minute: %s', (_what, known) => {
    const {told} = listen(known)
    pass('10:21:00')
    expect(told).toEqual(['due 10:00:20', 'due 10:10:20', 'due 10:20:20'])
  })

  it('are due by the clocks of the viewer', () => {
    const {told} = listen({link: POLLING, offer: 'specified'}, 'Asia/Kathmandu')
    pass('10:16:00')
    expect(told).toEqual(['due 10:05:20', 'due 10:15:20'])
  })

  it('are not watched', () => {
    const {watched, subscription} = listen({link: POLLING, offer: 'specified'})
    pass('10:21:00')
    subscription.unsubscribe()
    expect(watched).toEqual([])
  })
})

describe('statistics that are pushed', () => {
  it('are watched until nobody listens, and come without being asked for', () => {
    const {watched, told, push, subscription} = listen({link: LIVE, offer: PULSEWALL})
    for (const time of ['10:00:01', '10:10:03']) {
      pass(time)
      push()
    }
    pass('10:19:59')
    expect([watched, told]).toEqual([['pump load'], ['arrived 10:00:01', 'arrived 10:10:03']])
    subscription.unsubscribe()
    expect(watched).toEqual(['pump load', null])
  })

  it('are of the series alone that is asked for', () => {
    const {told, push} = listen({link: LIVE, offer: PULSEWALL})
    for (const other of [{deviceId: 'crane'}, {key: 'speed'}, {zone: 'Europe/Berlin'}]) push(other)
    expect(told).toEqual([])
  })

  it('are not watched by somebody who goes on to another series at once', () => {
    const {watched, subscription} = listen({link: LIVE, offer: PULSEWALL})
    vi.advanceTimersByTime(1999)
    subscription.unsubscribe()
    expect(watched).toEqual([])
  })

  it('are due once when they have not come two minutes later', () => {
    const {told, push} = listen({link: LIVE, offer: PULSEWALL})
    pass('10:09:00')
    expect(told).toEqual(['due 10:02:20'])
    pass('10:10:30')
    push()
    pass('10:19:00')
    expect(told).toEqual(['due 10:02:20', 'arrived 10:10:30'])
  })

  it('are due when they were missed while the link was lost', () => {
    const {links, told} = listen({link: LIVE, offer: PULSEWALL})
    pass('09:59:50')
    links.next({link: RECONNECTING, offer: PULSEWALL})
    pass('10:00:10')
    links.next({link: LIVE, offer: PULSEWALL})
    pass('10:09:00')
    expect(told).toEqual(['due 10:02:20'])
  })

  it('are watched once the server is known, and no more when another one does not push them', () => {
    const {links, watched, told} = listen({link: PROBING, offer: null})
    pass('09:59:00')
    links.next({link: LIVE, offer: PULSEWALL})
    pass('09:59:10')
    expect(watched).toEqual(['pump load'])
    links.next({link: RECONNECTING, offer: PULSEWALL})
    expect(watched).toEqual(['pump load'])
    links.next({link: POLLING, offer: 'specified'})
    pass('10:01:00')
    expect([watched, told]).toEqual([['pump load', null], ['due 10:00:20']])
  })
})
