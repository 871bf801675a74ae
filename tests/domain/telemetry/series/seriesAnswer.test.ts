import {describe, expect, it} from 'vitest'
import {type SeriesQuestion, seriesFrom} from '../../../../src/domain/telemetry/series/seriesAnswer'

const MINUTE = 60_000
const question: SeriesQuestion = {
  deviceId: 'd',
  key: 'k',
  start: 0,
  end: 100_000 * MINUTE,
  aggregation: 'none',
  windowMinutes: 10,
  zone: 'UTC',
}
const raw = {aggregation: null, window: null, hasOlder: false, total: null, gaps: null}
const made = {window: null, hasOlder: false}
const eachMinute = (count: number) =>
  Array.from({length: count}, (_, index) => ({ts: index * MINUTE, value: index % 7}))

describe('a server with buckets', () => {
  it('is taken at its word', () => {
    const points = [{ts: 2, value: 1}]
    const gaps = [[0, 2]] as const
    expect(seriesFrom({...made, points, aggregation: 'average', window: 60, total: 900, gaps}, question)).toEqual({
      points,
      aggregation: 'average',
      window: {asked: 10, applied: 60},
      total: 900,
      isThinned: false,
      isTruncated: false,
      gaps,
    })
  })

  it('leaves out buckets beyond the range of numbers, and draws no line across them', () => {
    const points = [1, null, 3, 4, 6].map((value, index) => ({ts: index * 10, value}))
    const {points: known, gaps} = seriesFrom(
      {...made, points, aggregation: 'sum', total: 5, gaps: [[30, 40]]},
      question,
    )
    expect(known).toEqual(points.filter(({value}) => value !== null))
    expect(gaps).toEqual([
      [0, 20],
      [30, 40],
    ])
  })

  it('tells between which values the points lie that it leaves out', () => {
    const envelope = [{from: 0, to: 10, min: 1, max: 2}]
    const answer = {...made, points: [], aggregation: 'average', total: 0, gaps: []} as const
    expect(seriesFrom({...answer, envelope}, question).envelope).toEqual(envelope)
    expect(seriesFrom(answer, question).envelope).toBeUndefined()
  })

  it('tells before when single values are no longer kept', () => {
    const answer = {...made, points: [], aggregation: 'none', total: 0, gaps: []} as const
    expect(seriesFrom({...answer, rollupsUntil: 5}, question).rollupsUntil).toBe(5)
    expect('rollupsUntil' in seriesFrom(answer, question)).toBe(false)
  })

  it('has thinned when it holds more points than it sent', () => {
    const {isThinned, total} = seriesFrom(
      {...made, points: eachMinute(2), aggregation: 'none', total: 34_560, gaps: []},
      question,
    )
    expect({isThinned, total}).toEqual({isThinned: true, total: 34_560})
  })
})

describe('a server with points only', () => {
  it('leaves it to the client to tell between which values the points of an average lie', () => {
    const envelopeOf = (aggregation: SeriesQuestion['aggregation'], count: number) =>
      seriesFrom({...raw, points: eachMinute(count)}, {...question, aggregation}).envelope
    expect(envelopeOf('average', 10)).toEqual([{from: 0, to: 10 * MINUTE, min: 0, max: 6}])
    expect([envelopeOf('sum', 10), envelopeOf('none', 10)]).toEqual([undefined, undefined])
    expect(envelopeOf('none', 5000)).not.toBeUndefined()
  })

  it.each([
    ['a number', 3.5, 3.5],
    ['yes', true, 1],
    ['no', false, 0],
    ['a missing value', null, 0],
  ])('%s', (_, value, drawn) => {
    expect(seriesFrom({...raw, points: [{ts: 1, value}]}, question).points).toEqual([{ts: 1, value: drawn}])
  })

  it('draws no texts: they are no numbers, and no zeros either', () => {
    const points = [
      {ts: 1, value: 2},
      {ts: 2, value: 'manual'},
    ]
    expect(seriesFrom({...raw, points}, question).points).toEqual([{ts: 1, value: 2}])
  })

  it.each([
    [[2, 'manual', true, 'auto', 3], {texts: 2, newest: 3, booleans: 'some'}],
    [[true, false], {texts: 0, newest: null, booleans: 'all'}],
    [[2, 3], {texts: 0, newest: null, booleans: 'none'}],
    [['manual'], undefined],
  ] as const)('counts what %j has beside the numbers that it draws', (values, others) => {
    const points = values.map((value, ts) => ({ts, value}))
    expect(seriesFrom({...raw, points}, question).others).toEqual(others)
  })

  it('may send them in any order, and one twice', () => {
    const points = [
      {ts: 9, value: 2},
      {ts: 1, value: 1},
      {ts: 9, value: 3},
    ]
    expect(seriesFrom({...raw, points}, question).points).toEqual([
      {ts: 1, value: 1},
      {ts: 9, value: 3},
    ])
  })

  it('may have left out older ones when the limit is reached', () => {
    expect(seriesFrom({...raw, points: eachMinute(1000)}, question).isTruncated).toBe(false)
    expect(seriesFrom({...raw, hasOlder: true, points: eachMinute(1000)}, question).isTruncated).toBe(true)
  })

  it('is aggregated here by the same rules', () => {
    const {points, gaps, total} = seriesFrom(
      {...raw, points: [...eachMinute(20), {ts: 50 * MINUTE, value: 5}]},
      {...question, aggregation: 'count'},
    )
    expect(points).toEqual([
      {ts: 0, value: 10},
      {ts: 10 * MINUTE, value: 10},
      {ts: 50 * MINUTE, value: 1},
    ])
    expect({gaps, total}).toEqual({gaps: [[10 * MINUTE, 50 * MINUTE]], total: 21})
  })

  it('is thinned here when it sends more than was asked for', () => {
    const {points, isThinned, total} = seriesFrom({...raw, points: eachMinute(5000)}, question)
    expect(points.length).toBeLessThanOrEqual(1000)
    expect({isThinned, total}).toEqual({isThinned: true, total: 5000})
  })
})
