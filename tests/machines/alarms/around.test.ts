import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromPromise} from 'xstate'
import type {Occurrence} from '../../../src/domain/alarm'
import type {Listed} from '../../../src/domain/alarms/filter'
import {LIVE} from '../../../src/domain/link'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import {alarmAroundMachine} from '../../../src/machines/alarms/around'
import {chartMachine} from '../../../src/machines/telemetry/chart'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {alarm, occurrence, silent} from './alarm'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
})
afterEach(() => {
  vi.useRealTimers()
})

function createAround(shown: Occurrence | null, now = 100 * MINUTE) {
  const raised = createCalls<Listed, TimeRange>()
  const chart = chartMachine.provide({
    actors: {
      minuteTicks: silent(),
      points: silent(),
      loadSeries: fromPromise(async () => NO_SERIES),
    },
  })
  const around = createActor(
    alarmAroundMachine.provide({
      actors: {
        linkChanges: silent(),
        clock: silent(),
        retries: silent(),
        chart,
        loadRaised: raised.logic,
      },
    }),
    {input: {alarm: alarm('a'), occurrence: shown, zone: 'UTC', now, link: LIVE, offer: PULSEWALL}},
  ).start()
  const range = () => around.getSnapshot().children.chart?.getSnapshot().context.rangeChosen
  return {around, raised, range, now: () => around.getSnapshot().value}
}

describe('what was around an alarm', () => {
  it('is asked for at once', () => {
    const {raised, now} = createAround(occurrence({raisedAt: 90 * MINUTE}))
    expect([now(), raised.asked]).toEqual(['reading', [{start: 85 * MINUTE, end: 95 * MINUTE}]])
  })

  it('is a chart that follows what still goes on, and stands still around what is over', () => {
    const active = createAround(occurrence({raisedAt: 90 * MINUTE}))
    expect(active.range()).toEqual({from: 80 * MINUTE, to: 'now'})
    const over = createAround(occurrence({raisedAt: 40 * MINUTE, returnedAt: 50 * MINUTE}))
    expect(over.range()).toEqual({from: 30 * MINUTE, to: 60 * MINUTE})
    const never = createAround(null)
    expect([never.range(), never.now()]).toEqual([{from: 'now-1h', to: 'now'}, 'read'])
  })

  it('is what else was raised, the nearest first and without the alarm itself', async () => {
    const {around, raised} = createAround(occurrence({raisedAt: 90 * MINUTE}))
    const at = (id: string, minute: number) => alarm(id, {occurrence: occurrence({raisedAt: minute * MINUTE})})
    await raised.answer({alarms: [at('far', 86), at('a', 90), at('near', 91)], next: null})
    expect(around.getSnapshot().context.raised?.map(({id}) => id)).toEqual(['near', 'far'])
  })

  it('is read again as long as more may be raised', async () => {
    const recent = createAround(occurrence({raisedAt: 98 * MINUTE}))
    await recent.raised.answer({alarms: [], next: null})
    vi.advanceTimersByTime(10_000)
    expect([recent.now(), recent.raised.asked.length]).toEqual(['reading', 2])
    const past = createAround(occurrence({raisedAt: 90 * MINUTE}))
    await past.raised.answer({alarms: [], next: null})
    vi.advanceTimersByTime(10_000)
    expect(past.now()).toBe('read')
  })

  it('is asked for again when it could not be read', async () => {
    const {around, raised, now} = createAround(occurrence({raisedAt: 90 * MINUTE}))
    await raised.fail()
    expect(now()).toBe('missed')
    around.send({type: 'retry.requested'})
    expect(now()).toBe('reading')
  })
})
