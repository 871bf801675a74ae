import {NEVER, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {LIVE, RECONNECTING} from '../../../src/domain/link'
import type {PointsReceived} from '../../../src/domain/telemetry/readings/update'
import {
  type Candidate,
  type Comparison,
  NO_COMPARISON,
  withSeries,
} from '../../../src/domain/telemetry/series/comparison'
import {NO_SERIES, type Series} from '../../../src/domain/telemetry/series/series'
import type {SeriesQuestion} from '../../../src/domain/telemetry/series/seriesAnswer'
import {type ChartSettings, DEFAULT_VIEW} from '../../../src/domain/telemetry/view'
import type {MinuteTicked} from '../../../src/domain/timeRange/timeRange'
import {chartMachine} from '../../../src/machines/telemetry/chart'
import {comparisonMachine} from '../../../src/machines/telemetry/comparison'
import {device} from '../../support/device'
import {createCalls} from '../calls'
import {NOW} from '../liveDevices'
import {createParent} from '../parent'

const {aggregation, windowMinutes, live, range, zoom} = DEFAULT_VIEW
const SETTINGS: ChartSettings = {aggregation, windowMinutes, live, range, zoom}
const DEVICES = [device('d', ['own', 'a', 'b']), device('e', ['a'])]
const name = (key: string, deviceId = 'd') => ({deviceId, key})
const candidate = (key: string, overrides: Partial<Candidate> = {}): Candidate => ({
  ...name(key),
  unit: null,
  kind: 'number',
  ...overrides,
})
const OWN = candidate('own')
const WITH_A = withSeries(NO_COMPARISON, name('a'))
const WITH_BOTH = withSeries(WITH_A, name('a', 'e'))

function createComparison(comparison: Comparison = NO_COMPARISON, settings: Partial<ChartSettings> = {}) {
  const calls = createCalls<Series, {question: SeriesQuestion; offer: Offer | null}>()
  const points = new Subject<PointsReceived>()
  const logic = comparisonMachine.provide({
    actors: {
      chart: chartMachine.provide({
        actors: {
          minuteTicks: fromEventObservable<MinuteTicked, void>(() => NEVER),
          points: fromEventObservable<PointsReceived, {deviceId: string; key: string}>(() => points),
          loadSeries: calls.logic,
        },
        actions: {logFailure: () => {}},
      }),
    },
  })
  const {child, heard} = createParent(logic, {
    zone: 'UTC',
    offer: null,
    now: NOW,
    link: LIVE,
    settings: {...SETTINGS, ...settings},
    own: name('own'),
    comparison,
    devices: DEVICES,
  })
  const context = () => child.getSnapshot().context
  const keys = () => context().compared.map(({deviceId, key, place}) => [deviceId, key, place])
  const told = (next: Comparison, devices = DEVICES) =>
    child.send({type: 'comparison.shown', comparison: next, devices})
  return {child, heard, calls, points, context, keys, told, charts: () => context().compared.map(({chart}) => chart)}
}

describe('the comparison', () => {
  it('tells the dashboard of a series that is requested, and loads it when it is told', () => {
    const {child, heard, calls, keys, told} = createComparison()
    child.send({type: 'series.requested', requested: candidate('a'), shown: [OWN]})
    expect(heard).toEqual([{type: 'comparison.changed', own: name('own'), comparison: WITH_A}])
    expect(keys()).toEqual([])
    told(WITH_A)
    expect(keys()).toEqual([['d', 'a', 1]])
    expect(calls.asked).toMatchObject([{question: {deviceId: 'd', key: 'a', aggregation: 'none', zone: 'UTC'}}])
  })

  it('refuses what the drawing cannot hold until that is read or another series is added', () => {
    const {child, heard, context} = createComparison()
    child.send({type: 'series.requested', requested: candidate('a', {kind: 'text'}), shown: [OWN]})
    expect(child.getSnapshot().value).toBe('refused')
    expect(context().refusal).toEqual({why: 'text', requested: name('a')})
    child.send({type: 'refusal.dismissed'})
    expect([child.getSnapshot().value, context().refusal]).toEqual(['agreed', null])
    child.send({
      type: 'series.requested',
      requested: candidate('a', {unit: 'unit:m'}),
      shown: [OWN, candidate('b', {unit: 'celsius'})],
    })
    expect(context().refusal?.why).toBe('unit')
    child.send({type: 'series.requested', requested: candidate('b'), shown: [OWN]})
    expect([child.getSnapshot().value, heard.length]).toEqual(['agreed', 1])
  })

  it('ignores a series that is shown already', () => {
    const {child, heard} = createComparison(WITH_A)
    child.send({type: 'series.requested', requested: candidate('a'), shown: [OWN, candidate('a')]})
    child.send({type: 'series.requested', requested: OWN, shown: [OWN]})
    child.send({type: 'series.removed', name: name('b')})
    child.send({type: 'series.removed', name: name('own', 'e')})
    expect(heard).toEqual([])
  })

  it('keeps the charts of those that stay when one is removed', () => {
    const {child, heard, calls, keys, told, charts} = createComparison(WITH_BOTH)
    const [first, second] = charts()
    child.send({type: 'series.removed', name: name('a')})
    const comparison = {own: 0, others: [null, null, name('a', 'e')]}
    expect(heard).toEqual([{type: 'comparison.changed', own: name('own'), comparison}])
    told(comparison)
    expect(keys()).toEqual([['e', 'a', 2]])
    expect(charts()).toEqual([second])
    expect(first?.getSnapshot().status).toBe('stopped')
    expect(calls.asked).toHaveLength(2)
  })

  it('hands the chart over to another series when its own is removed, and not when there is none', () => {
    const {child, heard} = createComparison(WITH_BOTH)
    child.send({type: 'series.removed', name: name('own')})
    expect(heard).toEqual([
      {
        type: 'comparison.changed',
        own: name('a'),
        comparison: {own: 1, others: [null, null, name('a', 'e')]},
      },
    ])
    const alone = createComparison()
    alone.child.send({type: 'series.removed', name: name('own')})
    expect(alone.heard).toEqual([])
  })

  it('leaves out what is not there, finds it when it appears, and forgets it on request', () => {
    const {child, heard, keys, told} = createComparison(withSeries(WITH_A, name('new')))
    expect(keys()).toEqual([['d', 'a', 1]])
    child.send({type: 'gone.dismissed'})
    expect(heard).toEqual([{type: 'comparison.changed', own: name('own'), comparison: WITH_A}])
    told(withSeries(WITH_A, name('new')), [device('d', ['own', 'a', 'new'])])
    expect(keys()).toEqual([
      ['d', 'a', 1],
      ['d', 'new', 2],
    ])
  })

  it('switches lines off and on, and forgets that with the series', () => {
    const {child, context, told} = createComparison(WITH_A)
    child.send({type: 'series.toggled', name: name('a')})
    child.send({type: 'series.toggled', name: name('own')})
    expect(context().hidden).toEqual([name('a'), name('own')])
    child.send({type: 'series.toggled', name: name('own')})
    expect(context().hidden).toEqual([name('a')])
    told(NO_COMPARISON)
    expect(context().hidden).toEqual([])
  })

  it('gives its charts the settings of the own one, and pauses them with it', async () => {
    const {child, calls, charts} = createComparison(WITH_A)
    await calls.answer(NO_SERIES)
    child.send({type: 'settings.changed', settings: {aggregation: 'max', windowMinutes: 60}})
    expect(calls.asked.at(-1)).toMatchObject({question: {aggregation: 'max', windowMinutes: 60}})
    child.send({type: 'clock.ticked', at: NOW + 60_000})
    child.send({type: 'settings.changed', settings: {live: false}})
    expect(charts()[0]?.getSnapshot().context.pausedAt).toBe(NOW + 60_000)
    child.send({type: 'clock.ticked', at: NOW + 120_000})
    child.send({type: 'settings.changed', settings: {range: {from: 'now-1h', to: 'now'}}})
    const hourAgo = NOW + 120_000 - 3_600_000
    expect(calls.asked.at(-1)?.question).toMatchObject({start: hourAgo - (hourAgo % 3_600_000), end: NOW + 120_000})
  })

  it('ends a series that is added to a paused chart where that one ends', () => {
    const {child, calls, told} = createComparison(NO_COMPARISON, {live: false})
    child.send({type: 'clock.ticked', at: NOW + 600_000})
    told(WITH_A)
    expect(calls.asked.at(-1)?.question.end).toBe(NOW)
  })

  it('asks for the part in view alone when only that has changed', async () => {
    const {child, calls, heard} = createComparison(WITH_A)
    await calls.answer({...NO_SERIES, isThinned: true, points: [{ts: NOW - 1000, value: 1}], total: 9})
    const view = {start: NOW - 5000, end: NOW}
    child.send({type: 'settings.changed', settings: {zoom: view}})
    expect(charts(child)[0]?.getSnapshot().context.zoom).toEqual(view)
    expect(charts(child)[0]?.getSnapshot().matches({load: 'shown'})).toBe(true)
    expect(heard).toEqual([])
  })

  it('draws pushed points, and passes on the link and a refresh', async () => {
    const {child, calls, points, charts} = createComparison(WITH_A)
    await calls.answer(NO_SERIES)
    points.next({type: 'points.received', points: [{ts: NOW, value: 7}], at: NOW})
    expect(charts()[0]?.getSnapshot().context.series?.points).toEqual([{ts: NOW, value: 7}])
    child.send({type: 'link.changed', link: RECONNECTING})
    expect(charts()[0]?.getSnapshot().context.link).toEqual(RECONNECTING)
    const asked = calls.asked.length
    child.send({type: 'refresh.requested'})
    expect(calls.asked).toHaveLength(asked + 1)
  })
})

const charts = (child: ReturnType<typeof createComparison>['child']) =>
  child.getSnapshot().context.compared.map(({chart}) => chart)
