import {NEVER, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type EventFromLogic, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {LIVE, type LinkState, OFFLINE, POLLING} from '../../../src/domain/link'
import {NO_SERIES, type Series} from '../../../src/domain/telemetry/series/series'
import type {SeriesQuestion} from '../../../src/domain/telemetry/series/seriesAnswer'
import type {UsualReceived} from '../../../src/domain/telemetry/usual'
import {type ChartSettings, DEFAULT_VIEW} from '../../../src/domain/telemetry/view'
import {DEFAULT_RANGE, type MinuteTicked} from '../../../src/domain/timeRange/timeRange'
import {chartMachine} from '../../../src/machines/telemetry/chart'
import type {ChartInput} from '../../../src/machines/telemetry/chartContext'
import {type ChartFile, chartFileMachine} from '../../../src/machines/telemetry/chartFile'
import {chartZoomMachine} from '../../../src/machines/telemetry/chartZoom'
import {type UsualQuestion, usualMachine} from '../../../src/machines/telemetry/usual'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'
import {createParent} from '../parent'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const START = Date.parse('2026-01-12T00:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const point = (ago: number, value = 1) => ({ts: NOW - ago, value})
const seriesOf = (...points: Series['points'][number][]): Series => ({...NO_SERIES, points, total: points.length})
/** A chart that follows asks so far beyond its end. */
const AHEAD = MINUTE
const ASKED = {
  deviceId: 'd',
  key: 'k',
  start: START,
  end: NOW + AHEAD,
  aggregation: 'none',
  windowMinutes: 30,
  zone: 'UTC',
}

interface Overrides {
  link?: LinkState
  settings?: Partial<ChartSettings>
}

function inputOf({link = LIVE, settings = {}}: Overrides = {}): ChartInput {
  const chosen = {...DEFAULT_VIEW, ...settings}
  return {deviceId: 'd', key: 'k', zone: 'UTC', offer: null, now: NOW, link, settings: chosen}
}

const createSeriesCalls = () => createCalls<Series, {question: SeriesQuestion; offer: Offer | null}>()

function createChartActor(overrides: Overrides = {}) {
  const ticks = new Subject<MinuteTicked>()
  const calls = createSeriesCalls()
  const files = createCalls<void, ChartFile>()
  const details = createSeriesCalls()
  const usualAsked: UsualQuestion[] = []
  const parts = fromEventObservable<UsualReceived, UsualQuestion>(({input}) => {
    usualAsked.push(input)
    return NEVER
  })
  const logged: unknown[] = []
  const logFailure = (_: unknown, {error}: {error: unknown}) => logged.push(error)
  const {child: chart, heard} = createParent(
    chartMachine.provide({
      actors: {
        minuteTicks: fromEventObservable(() => ticks),
        loadSeries: calls.logic,
        zoom: chartZoomMachine.provide({actors: {loadSeries: details.logic}, actions: {logFailure}}),
        usual: usualMachine.provide({actors: {parts}}),
        file: chartFileMachine.provide({actors: {saveFile: files.logic}, actions: {logFailure}}),
      },
      actions: {logFailure},
    }),
    inputOf(overrides),
  )
  const send = (event: EventFromLogic<typeof chartMachine>) => chart.send(event)
  const receive = (...points: Series['points'][number][]) => send({type: 'points.received', points, at: NOW})
  const tick = (at: number) => ticks.next({type: 'minute.ticked', at})
  const context = () => chart.getSnapshot().context
  const load = () => chart.getSnapshot().value.load
  const file = () => chart.getSnapshot().children.file?.getSnapshot().value
  const update = () => chart.getSnapshot().value.update
  const points = () => context().series?.points ?? null
  const question = () => calls.asked.at(-1)?.question
  const zoom = () => chart.getSnapshot().children.zoom
  return {
    chart,
    ticks,
    calls,
    details,
    usualAsked,
    zoom,
    files,
    logged,
    heard,
    send,
    receive,
    tick,
    context,
    load,
    file,
    update,
    points,
    question,
  }
}

async function createShownChart(overrides: Overrides = {}, series = seriesOf(point(MINUTE))) {
  const world = createChartActor(overrides)
  await world.calls.answer(series)
  return world
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('loading the chart', () => {
  it('asks beyond the last tick, so that no point between it and the server’s now is missed', async () => {
    const {send, question, points, calls} = await createShownChart()
    send({type: 'refresh.requested'})
    expect(question()?.end).toBe(NOW + AHEAD)
    await calls.answer(seriesOf(point(-SECOND)))
    expect(points()).toEqual([point(-SECOND)])
    send({type: 'liveUpdate.toggled'})
    send({type: 'aggregation.chosen', aggregation: 'max'})
    expect(question()?.end).toBe(NOW)
  })

  it('asks for two days back from the start of the day until now, unaggregated, and follows', async () => {
    const {calls, load, update, points, question, context} = createChartActor()
    expect([load(), update(), points()]).toEqual(['loading', 'live', null])
    expect(question()).toEqual(ASKED)
    await calls.answer(seriesOf(point(MINUTE)))
    expect([load(), points()]).toEqual(['shown', [point(MINUTE)]])
    expect(context().range).toEqual({start: START, end: NOW})
  })

  it('asks what is usual without waiting for the series, once', async () => {
    const {calls, usualAsked} = createChartActor()
    const asked = [{deviceId: 'd', key: 'k', range: {start: START, end: NOW + HOUR}}]
    expect(usualAsked).toEqual(asked)
    await calls.answer(seriesOf(point(MINUTE)))
    expect(usualAsked).toEqual(asked)
  })

  it('opens what the address says', () => {
    const range = {from: NOW - 5 * DAY, to: NOW - 4 * DAY}
    const {update, question, context} = createChartActor({
      settings: {aggregation: 'max', windowMinutes: 45, live: false, range},
    })
    expect(update()).toBe('paused')
    const times = {start: range.from, end: range.to}
    expect(question()).toEqual({...ASKED, ...times, aggregation: 'max', windowMinutes: 45})
    expect(context().customWindow).toBe('45')
  })

  it('is empty when it fails, logs it, and can be retried', async () => {
    const {calls, logged, send, load, points} = createChartActor()
    await calls.fail()
    expect([load(), points(), logged]).toEqual(['failed', null, [new Error('away')]])
    send({type: 'retry.requested'})
    expect(load()).toBe('loading')
    await calls.answer(seriesOf(point(MINUTE)))
    expect(points()).toEqual([point(MINUTE)])
  })

  it('tries again by itself each minute as soon as the link is up', async () => {
    const {calls, send, tick, load} = createChartActor({link: OFFLINE})
    await calls.fail()
    tick(NOW + MINUTE)
    expect(load()).toBe('failed')
    send({type: 'link.changed', link: LIVE})
    tick(NOW + 2 * MINUTE)
    expect(load()).toBe('loading')
  })

  it('ignores a retry while nothing has failed', async () => {
    const {calls, send} = await createShownChart()
    send({type: 'retry.requested'})
    expect(calls.asked).toHaveLength(1)
  })

  it('adds points that arrive while it is under way, once', async () => {
    const {calls, receive, points} = createChartActor()
    receive(point(2 * SECOND), point(SECOND))
    await calls.answer(seriesOf(point(MINUTE), point(2 * SECOND)))
    expect(points()).toEqual([point(MINUTE), point(2 * SECOND), point(SECOND)])
  })

  it('shows nothing, and asks for nothing, when the start is not before the end', () => {
    const {calls, load, context} = createChartActor({settings: {range: {from: NOW + DAY, to: 'now'}}})
    expect([load(), context().series, calls.asked]).toEqual(['shown', NO_SERIES, []])
  })
})

describe('live points', () => {
  it('are appended and move the end', async () => {
    const {send, points, context} = await createShownChart()
    send({type: 'points.received', points: [{ts: NOW + SECOND, value: 7}], at: NOW + SECOND})
    expect(points()).toEqual([point(MINUTE), {ts: NOW + SECOND, value: 7}])
    expect(context().range).toEqual({start: START, end: NOW + SECOND})
  })

  it('that were sent twice are drawn once, and late ones where they belong', async () => {
    const {receive, points} = await createShownChart()
    receive(point(MINUTE))
    receive(point(2 * MINUTE))
    expect(points()).toEqual([point(2 * MINUTE), point(MINUTE)])
  })

  it('from before the start and from the future are left out', async () => {
    const {receive, points} = await createShownChart()
    receive({ts: START - 1, value: 1}, {ts: NOW + 2 * MINUTE, value: 1})
    expect(points()).toEqual([point(MINUTE)])
  })

  it('from after the pause change nothing while live update is paused', async () => {
    const {calls, send, receive, load, points} = await createShownChart()
    send({type: 'liveUpdate.toggled'})
    receive(point(-SECOND))
    vi.advanceTimersByTime(MINUTE)
    expect([load(), points(), calls.asked.length]).toEqual(['shown', [point(MINUTE)], 1])
  })

  it('that have become too many are asked for anew, thinned', async () => {
    const many = Array.from({length: 2000}, (_, index) => point((2001 - index) * SECOND))
    const {receive, load} = await createShownChart({}, seriesOf(...many))
    receive(point(0))
    expect(load()).toEqual('refreshing')
  })

  it('let buckets be asked for again, once in a while', async () => {
    const {calls, receive, load} = await createShownChart({settings: {aggregation: 'sum'}})
    receive(point(SECOND))
    receive(point(0))
    expect(load()).toEqual('due')
    vi.advanceTimersByTime(5 * SECOND)
    expect([load(), calls.asked.length]).toEqual(['refreshing', 2])
    receive(point(-SECOND))
    await calls.answer(seriesOf(point(MINUTE, 3)))
    expect(load()).toEqual('due')
  })
})

describe('a late value in the range of a chart that stands still', () => {
  const FIXED = {from: NOW - 2 * DAY, to: NOW - DAY}
  const LATE = point(36 * HOUR, 9)

  it.each([
    {chart: 'a paused one', settings: {live: false}, asked: {...ASKED, end: NOW}},
    {
      chart: 'one of a fixed range',
      settings: {live: false, range: FIXED},
      asked: {...ASKED, start: FIXED.from, end: FIXED.to},
    },
  ])('is read with all others of $chart, which stays drawn meanwhile', async ({settings, asked}) => {
    const {calls, receive, load, update, points, question} = await createShownChart({settings})
    receive(LATE)
    expect([load(), points(), calls.asked.length]).toEqual(['due', [point(MINUTE)], 1])
    vi.advanceTimersByTime(5 * SECOND)
    expect([load(), points(), question()]).toEqual(['refreshing', [point(MINUTE)], asked])
    await calls.answer(seriesOf(LATE, point(MINUTE)))
    expect([load(), update(), points()]).toEqual(['shown', 'paused', [LATE, point(MINUTE)]])
  })

  it('is one of many that are read once, and one read follows another', async () => {
    const {calls, receive, load} = await createShownChart({settings: {live: false, aggregation: 'max'}})
    for (let at = 0; at < 50; at++) {
      receive(point(HOUR + at))
      vi.advanceTimersByTime(99)
    }
    expect([load(), calls.asked.length]).toEqual(['due', 1])
    vi.advanceTimersByTime(SECOND)
    receive(LATE)
    vi.advanceTimersByTime(MINUTE)
    expect([load(), calls.asked.length]).toEqual(['refreshing', 2])
    await calls.answer(seriesOf(point(HOUR)))
    expect([load(), calls.asked.length]).toEqual(['due', 2])
    vi.advanceTimersByTime(5 * SECOND)
    expect([load(), calls.asked.length]).toEqual(['refreshing', 3])
  })

  it('is drawn at once when it arrives while raw points are read', async () => {
    const {calls, receive, load, points} = await createShownChart({settings: {live: false}})
    receive(LATE)
    vi.advanceTimersByTime(5 * SECOND)
    receive(point(2 * HOUR), point(-SECOND))
    await calls.answer(seriesOf(LATE))
    expect([load(), points()]).toEqual(['shown', [LATE, point(2 * HOUR)]])
  })

  it('does not end the rest of buckets that are read for values after their end', async () => {
    const {calls, receive, load} = await createShownChart({settings: {live: false, aggregation: 'max'}})
    receive(LATE)
    vi.advanceTimersByTime(5 * SECOND)
    receive(point(-SECOND))
    await calls.answer(seriesOf(LATE))
    expect(load()).toEqual('shown')
  })

  it('may be a text', async () => {
    const {send, load} = await createShownChart({settings: {live: false}})
    send({type: 'points.received', points: [], texts: [{ts: NOW - HOUR, text: 'on'}], at: NOW})
    expect(load()).toEqual('due')
  })

  it('keeps the part in view, whose points are read again, and reports no change of settings', async () => {
    const view = {start: NOW - 2 * HOUR, end: NOW - HOUR}
    const thinned = {...seriesOf(point(HOUR)), isThinned: true, total: 5000}
    const {calls, details, heard, receive, context} = await createShownChart(
      {settings: {live: false, zoom: view}},
      thinned,
    )
    const before = heard.length
    receive(point(90 * MINUTE))
    vi.advanceTimersByTime(5 * SECOND)
    await calls.answer(thinned)
    expect([context().zoom, context().pausedAt, details.asked.length]).toEqual([view, NOW, 2])
    expect(heard.length).toBe(before)
  })

  it('that can’t be read leaves the drawing, says that it is outdated, and is tried again each minute', async () => {
    const {calls, receive, tick, load, points} = await createShownChart({settings: {live: false}})
    receive(LATE)
    vi.advanceTimersByTime(5 * SECOND)
    await calls.fail()
    expect([load(), points()]).toEqual(['outdated', [point(MINUTE)]])
    tick(NOW + MINUTE)
    await calls.answer(seriesOf(LATE, point(MINUTE)))
    expect([load(), points()]).toEqual(['shown', [LATE, point(MINUTE)]])
  })
})

describe('the minute', () => {
  it('moves the end while points are pushed, and asks for nothing', async () => {
    const {calls, tick, context} = await createShownChart()
    tick(NOW + MINUTE)
    expect([calls.asked.length, context().range.end]).toEqual([1, NOW + MINUTE])
  })

  it('asks again while the server is polled, and keeps the drawing meanwhile', async () => {
    const {calls, tick, load, points, question} = await createShownChart({link: POLLING})
    tick(NOW + MINUTE)
    expect([load(), points(), question()?.end]).toEqual(['refreshing', [point(MINUTE)], NOW + MINUTE + AHEAD])
    await calls.answer(seriesOf(point(MINUTE), point(0)))
    expect([load(), points()]).toEqual(['shown', [point(MINUTE), point(0)]])
  })

  it('rolls the default start at midnight', async () => {
    const {tick, question} = await createShownChart()
    tick(NOW + DAY)
    expect(question()).toEqual({...ASKED, start: START + DAY, end: NOW + DAY + AHEAD})
  })

  it('asks again when a start that moves with the present has moved by what can be seen', async () => {
    const {calls, tick, load} = await createShownChart({settings: {range: {from: 'now-24h', to: 'now'}}})
    tick(NOW + 2 * MINUTE)
    expect([load(), calls.asked.length]).toEqual(['shown', 1])
    tick(NOW + 4 * MINUTE)
    expect([load(), calls.asked.at(-1)?.question.start]).toEqual(['refreshing', NOW - DAY + 4 * MINUTE])
  })

  it('changes nothing while paused', async () => {
    const {calls, send, tick, context} = await createShownChart({link: POLLING})
    send({type: 'liveUpdate.toggled'})
    tick(NOW + MINUTE)
    send({type: 'clock.ticked', at: NOW + MINUTE})
    expect([calls.asked.length, context().range.end]).toEqual([1, NOW])
  })
})

describe('refreshing', () => {
  it('fills what was missed while the link was down, and keeps what is pushed meanwhile', async () => {
    const {calls, send, receive, points} = await createShownChart()
    send({type: 'refresh.requested'})
    receive(point(0))
    expect(points()).toEqual([point(MINUTE), point(0)])
    await calls.answer(seriesOf(point(MINUTE), point(SECOND)))
    expect(points()).toEqual([point(MINUTE), point(SECOND), point(0)])
  })

  it('that fails keeps the drawing and says that it is outdated, until it can be had', async () => {
    const {calls, logged, send, receive, load, points} = await createShownChart()
    send({type: 'refresh.requested'})
    await calls.fail()
    receive(point(0))
    expect([load(), points(), logged]).toEqual(['outdated', [point(MINUTE), point(0)], [new Error('away')]])
    send({type: 'retry.requested'})
    await calls.answer(seriesOf(point(SECOND)))
    expect([load(), points()]).toEqual(['shown', [point(SECOND)]])
  })

  it('is tried again each minute', async () => {
    const {calls, send, tick, load} = await createShownChart()
    send({type: 'refresh.requested'})
    await calls.fail()
    tick(NOW + MINUTE)
    expect(load()).toEqual('refreshing')
  })

  it('asks anew when the first answer is not there yet', () => {
    const {calls, send, load} = createChartActor()
    send({type: 'refresh.requested'})
    expect([load(), calls.asked.length]).toEqual(['loading', 2])
  })
})

describe('a file', () => {
  it('is asked for with what is drawn, and once more after it could not be had', async () => {
    const {send, files, logged, file} = await createShownChart()
    send({type: 'download.requested', unit: 'celsius'})
    expect(files.asked).toEqual([{question: ASKED, offer: null, series: seriesOf(point(MINUTE)), unit: 'celsius'}])
    await files.fail()
    expect([file(), logged]).toEqual(['failed', [new Error('away')]])
    send({type: 'download.requested', unit: null})
    await files.answer(undefined)
    expect([file(), files.asked.length]).toEqual(['idle', 2])
  })

  it('is not asked for while other points are on their way', async () => {
    const {send, files} = await createShownChart()
    send({type: 'aggregation.chosen', aggregation: 'max'})
    send({type: 'download.requested', unit: null})
    expect(files.asked).toEqual([])
  })

  it('is not asked for while nothing is drawn', () => {
    const {send, files} = createChartActor()
    send({type: 'download.requested', unit: null})
    expect(files.asked).toEqual([])
  })
})

describe('the controls', () => {
  it.each([
    ['aggregation', {type: 'aggregation.chosen', aggregation: 'average'}, {aggregation: 'average'}, 'push'],
    [
      'range until now',
      {type: 'range.chosen', range: {from: 'now-1d', to: 'now'}},
      {range: {from: 'now-1d', to: 'now'}, zoom: null, live: true},
      'push',
    ],
    [
      'range that stands still',
      {type: 'range.chosen', range: {from: NOW - DAY, to: NOW - SECOND}},
      {range: {from: NOW - DAY, to: NOW - SECOND}, zoom: null, live: false},
      'push',
    ],
  ] as const)('ask again for another %s and report it', async (_, event, settings, history) => {
    const {calls, heard, send, load, points} = await createShownChart()
    send(event)
    expect([load(), points(), calls.asked.length]).toEqual(['loading', [point(MINUTE)], 2])
    expect(heard).toEqual([{type: 'chart.settingsChanged', settings, history}])
    send(event)
    expect([calls.asked.length, heard.length]).toEqual([2, 1])
  })

  it('empty the chart when the answer to another question can’t be had', async () => {
    const {calls, send, load, points} = await createShownChart()
    send({type: 'aggregation.chosen', aggregation: 'sum'})
    send({type: 'refresh.requested'})
    expect(load()).toEqual('loading')
    await calls.fail()
    expect([load(), points()]).toEqual(['failed', null])
  })

  it('ask again for another window only when there are buckets', async () => {
    const {calls, heard, send, context} = await createShownChart()
    send({type: 'window.chosen', minutes: 60})
    expect([calls.asked.length, context().windowMinutes]).toEqual([1, 60])
    expect(heard).toEqual([{type: 'chart.settingsChanged', settings: {windowMinutes: 60}, history: 'push'}])
    send({type: 'aggregation.chosen', aggregation: 'sum'})
    send({type: 'window.chosen', minutes: 10})
    expect(calls.asked.at(-1)?.question).toEqual({...ASKED, aggregation: 'sum', windowMinutes: 10})
  })

  it('take a custom window that is blank or invalid for one minute', async () => {
    const {heard, send, context, question} = await createShownChart({settings: {aggregation: 'sum'}})
    send({type: 'customWindow.chosen'})
    expect(context().customWindow).toBe('30')
    for (const [text, minutes] of [
      ['45', 45],
      ['', 1],
      ['x', 1],
      ['0', 1],
      ['2', 2],
    ] as const) {
      send({type: 'customWindow.typed', text})
      expect([context().customWindow, question()?.windowMinutes]).toEqual([text, minutes])
    }
    expect(heard.at(-1)).toEqual({type: 'chart.settingsChanged', settings: {windowMinutes: 2}, history: 'replace'})
    send({type: 'window.chosen', minutes: 10})
    expect(context().customWindow).toBeNull()
  })

  it('report a custom window of raw points without asking', async () => {
    const {calls, heard, send} = await createShownChart()
    send({type: 'customWindow.typed', text: '7'})
    expect([calls.asked.length, heard]).toEqual([
      1,
      [{type: 'chart.settingsChanged', settings: {windowMinutes: 7}, history: 'replace'}],
    ])
  })

  it('pause with a fixed end, and follow again with a range until now', async () => {
    const {send, update, context, heard} = await createShownChart()
    send({type: 'range.chosen', range: {from: NOW - DAY, to: NOW - SECOND}})
    expect([update(), context().range.end]).toEqual(['paused', NOW - SECOND])
    send({type: 'clock.ticked', at: NOW + MINUTE})
    send({type: 'range.chosen', range: DEFAULT_RANGE})
    expect([update(), context().range.end]).toEqual(['live', NOW + MINUTE])
    expect(heard.at(-1)).toEqual({
      type: 'chart.settingsChanged',
      settings: {range: DEFAULT_RANGE, zoom: null, live: true},
      history: 'push',
    })
  })

  it('stay paused with another range until now, and show it until the present', async () => {
    const {send, update, context, heard} = await createShownChart()
    send({type: 'liveUpdate.toggled'})
    send({type: 'clock.ticked', at: NOW + MINUTE})
    send({type: 'range.chosen', range: {from: 'now-1h', to: 'now'}})
    expect([update(), context().range]).toEqual(['paused', {start: NOW - 59 * MINUTE, end: NOW + MINUTE}])
    expect(heard.at(-1)).toMatchObject({settings: {live: false}})
  })

  it('step by the length of the range, which stands still then', async () => {
    const {send, update, context} = await createShownChart({settings: {range: {from: 'now-1h', to: 'now'}}})
    send({type: 'range.stepped', direction: -1})
    const hour = 60 * MINUTE
    expect([update(), context().rangeChosen]).toEqual(['paused', {from: NOW - 2 * hour, to: NOW - hour}])
    expect(context().range).toEqual({start: NOW - 2 * hour, end: NOW - hour})
    send({type: 'range.zoomedOut'})
    expect(context().rangeChosen).toEqual({from: NOW - 2.5 * hour, to: NOW - hour / 2})
  })

  it('zoom out of a range that follows now into one that does too', async () => {
    const {send, update, context} = await createShownChart({settings: {range: {from: 'now-1h', to: 'now'}}})
    send({type: 'range.zoomedOut'})
    expect([update(), context().rangeChosen]).toEqual(['live', {from: 'now-2h', to: 'now'}])
  })

  it('clear the end, and fetch what was missed, when live update is switched on', async () => {
    const {calls, send, update, context, heard} = await createShownChart({
      settings: {live: false, range: {from: DEFAULT_RANGE.from, to: NOW - DAY}},
    })
    send({type: 'clock.ticked', at: NOW + SECOND})
    send({type: 'liveUpdate.toggled'})
    expect([update(), context().range.end, calls.asked.length]).toEqual(['live', NOW + SECOND, 2])
    expect(heard).toEqual([
      {type: 'chart.settingsChanged', settings: {live: true, range: DEFAULT_RANGE}, history: 'replace'},
    ])
  })

  it('report a pause and ask for nothing', async () => {
    const {calls, send, update, heard} = await createShownChart()
    send({type: 'liveUpdate.toggled'})
    expect([update(), calls.asked.length, heard]).toEqual([
      'paused',
      1,
      [{type: 'chart.settingsChanged', settings: {live: false}, history: 'replace'}],
    ])
  })

  it('show settings that the address has brought back, and report nothing', async () => {
    const {send, update, question, heard} = await createShownChart()
    const range = {from: NOW - 3 * DAY, to: NOW - DAY}
    send({
      type: 'settings.restored',
      settings: {...DEFAULT_VIEW, aggregation: 'min', windowMinutes: 10, live: false, range},
    })
    expect([update(), question(), heard]).toEqual([
      'paused',
      {...ASKED, start: range.from, end: range.to, aggregation: 'min', windowMinutes: 10},
      [],
    ])
    send({type: 'settings.restored', settings: DEFAULT_VIEW})
    expect([update(), question()]).toEqual(['live', ASKED])
  })
})

describe('zooming', () => {
  const VIEW = {start: NOW - 60 * MINUTE, end: NOW - 30 * MINUTE}
  const thinned = {...seriesOf(point(90 * MINUTE), point(MINUTE)), total: 5000, isThinned: true}
  const zoomTo = (world: ReturnType<typeof createChartActor>, view: typeof VIEW | null) => {
    world.zoom()?.send({type: 'view.changed', view})
    vi.advanceTimersByTime(250)
  }

  it('asks for the points in view once it stands still, and keeps the drawing meanwhile', async () => {
    const world = await createShownChart({}, thinned)
    world.zoom()?.send({type: 'view.changed', view: {...VIEW, end: NOW}})
    vi.advanceTimersByTime(249)
    expect(world.details.asked).toEqual([])
    zoomTo(world, VIEW)
    expect(world.details.asked).toEqual([{question: {...ASKED, ...VIEW}, offer: null}])
    expect(world.heard.at(-1)).toEqual({type: 'chart.settingsChanged', settings: {zoom: VIEW}, history: 'push'})
    await world.details.answer(seriesOf(point(45 * MINUTE)))
    expect(world.zoom()?.getSnapshot().context.detail).toEqual({range: VIEW, series: seriesOf(point(45 * MINUTE))})
    zoomTo(world, {...VIEW, end: VIEW.end + MINUTE})
    expect(world.heard.at(-1)).toMatchObject({history: 'replace'})
    expect(world.zoom()?.getSnapshot().context.detail).not.toBeNull()
    zoomTo(world, null)
    expect([world.zoom()?.getSnapshot().context.detail, world.context().zoom]).toEqual([null, null])
  })

  it('asks for nothing when all points are drawn already', async () => {
    const world = await createShownChart()
    zoomTo(world, VIEW)
    expect([world.details.asked, world.zoom()?.getSnapshot().value]).toEqual([[], 'still'])
  })

  it('says that the points in view could not be had, and asks again', async () => {
    const world = await createShownChart({}, thinned)
    zoomTo(world, VIEW)
    await world.details.fail()
    expect([world.zoom()?.getSnapshot().value, world.logged]).toEqual(['failed', [new Error('away')]])
    world.zoom()?.send({type: 'retry.requested'})
    expect(world.details.asked.length).toBe(2)
  })

  it('ends with another range, and comes and goes with the address', async () => {
    const world = await createShownChart({}, thinned)
    zoomTo(world, VIEW)
    world.send({type: 'range.chosen', range: {from: 'now-6h', to: 'now'}})
    expect([world.context().zoom, world.context().requestedZoom]).toEqual([null, {view: null}])
    world.send({type: 'settings.restored', settings: {...DEFAULT_VIEW, zoom: VIEW}})
    expect([world.context().zoom, world.context().requestedZoom]).toEqual([VIEW, {view: VIEW}])
    await world.calls.answer(thinned)
    expect(world.details.asked.at(-1)?.question).toEqual({...ASKED, ...VIEW})
  })
})

it('reaches every state', () => {
  const silent = () => {}
  const machine = chartMachine.provide({
    actors: {minuteTicks: fromEventObservable<MinuteTicked, void>(() => NEVER), loadSeries: createSeriesCalls().logic},
    actions: {logFailure: silent, pushSettings: silent, replaceSettings: silent},
  })
  const loads = ['loading', 'refreshing'].flatMap(state => [
    {type: `xstate.done.actor.0.chart.load.${state}`, output: seriesOf(point(MINUTE))},
    {type: `xstate.error.actor.0.chart.load.${state}`, error: new Error('away')},
  ])
  const events = [
    ...loads,
    {type: 'liveUpdate.toggled'},
    {type: 'aggregation.chosen', aggregation: 'max'},
    {type: 'points.received', points: [point(0)], at: NOW},
    {type: 'refresh.requested'},
  ]
  const found = statesOf(machine, events, inputOf({settings: {aggregation: 'sum'}})).map(state =>
    state.split(' ').map(part => part.replace(/^\w+\./, '')),
  )
  expect([...new Set(found.map(([update]) => update))].sort()).toEqual(['live', 'paused'])
  expect([...new Set(found.map(([, load]) => load))].sort()).toEqual([
    'due',
    'failed',
    'loading',
    'outdated',
    'refreshing',
    'shown',
  ])
})

it('outlives a broken tick', async () => {
  const {chart, ticks, calls, load} = createChartActor()
  ticks.error(new Error('broken'))
  await calls.answer(seriesOf())
  expect([chart.getSnapshot().status, load()]).toEqual(['active', 'shown'])
})

it('hides the limits of its key, and shows them again', async () => {
  const {send, context} = await createShownChart()
  const shown = () => context().areLimitsShown
  expect(shown()).toBe(true)
  send({type: 'limits.toggled'})
  expect(shown()).toBe(false)
  send({type: 'limits.toggled'})
  expect(shown()).toBe(true)
})
