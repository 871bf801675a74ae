import {describe, expect, it} from 'vitest'
import {NO_SERIES} from '../../../../src/domain/telemetry/series/series'
import {seriesFrom} from '../../../../src/domain/telemetry/series/seriesAnswer'
import {
  stateNames,
  stateRegions,
  statesOf,
  withStatesOfPart,
  withTexts,
} from '../../../../src/domain/telemetry/series/states'

const run = (from: number, to: number, text: string) => ({from, to, text})
const region = (start: number, end: number, text: string | null) => ({start, end, text})
const states = (...runs: ReturnType<typeof run>[]) => ({runs, holds: 90, total: runs.length})

describe('a band of states', () => {
  const runs = [run(100, 200, 'on'), run(200, 300, 'off'), run(500, 600, 'on')]

  it('covers all of the range, and knows nothing before, between and after what is known', () => {
    expect(stateRegions({runs}, {start: 0, end: 1000}, {now: 1000, lateAfter: 50})).toEqual([
      ...[region(0, 100, null), region(100, 200, 'on'), region(200, 300, 'off'), region(300, 500, null)],
      ...[region(500, 650, 'on'), region(650, 1000, null)],
    ])
  })

  it('stretches the last state neither beyond now nor beyond the range', () => {
    const last = (end: number, now: number) => stateRegions({runs}, {start: 550, end}, {now, lateAfter: 50})
    expect(last(1000, 620)).toEqual([region(550, 620, 'on'), region(620, 1000, null)])
    expect(last(610, 1000)).toEqual([region(550, 610, 'on')])
  })

  it('is one region of which nothing is known without any text', () => {
    expect(stateRegions({runs: []}, {start: 0, end: 10}, {now: 10, lateAfter: 5})).toEqual([region(0, 10, null)])
  })
})

describe('states', () => {
  it('are made of the texts among raw points, in any order', () => {
    const points = [
      {ts: 60_000, value: 'off'},
      {ts: 0, value: 'on'},
    ]
    expect(statesOf(points).runs).toEqual([run(0, 60_000, 'on'), run(60_000, 60_000, 'off')])
  })

  it('count what is pushed', () => {
    const known = states(run(0, 10, 'on'))
    expect(withTexts(known, [{ts: 20, text: 'off'}])).toEqual(states(run(0, 20, 'on'), run(20, 20, 'off')))
    expect(withTexts(known, [{ts: 5, text: 'off'}])).toBe(known)
  })

  it('of a part take the place of those of the whole', () => {
    const part = states(run(20, 25, 'b'), run(25, 30, 'c'))
    expect(withStatesOfPart(states(run(0, 10, 'a'), run(35, 40, 'd')), {start: 15, end: 30}, part).runs).toEqual([
      ...[run(0, 10, 'a'), run(20, 25, 'b'), run(25, 30, 'c'), run(35, 40, 'd')],
    ])
  })

  it('have their names in an order that stays', () => {
    expect(stateNames(states(run(0, 1, 'on'), run(1, 2, 'auto'), run(2, 3, 'on')), undefined)).toEqual(['auto', 'on'])
  })

  it('come with the series of a key that holds texts, and not with numbers', () => {
    const question = {deviceId: 'd', key: 'mode', start: 0, end: 100, zone: 'UTC', windowMinutes: 10}
    const answer = {aggregation: null, window: null, hasOlder: true, total: null, gaps: null}
    const seriesOf = (...values: (string | number)[]) =>
      seriesFrom({...answer, points: values.map((value, ts) => ({ts, value}))}, {...question, aggregation: 'none'})
    expect(seriesOf('on', 'off')).toMatchObject({
      isTruncated: true,
      states: {runs: [run(0, 1, 'on'), run(1, 1, 'off')]},
    })
    expect(seriesOf('on', 3).states).toBeUndefined()
    expect(NO_SERIES.states).toBeUndefined()
  })
})
