import {expect, it} from 'vitest'
import {type Chart, questionOf, withPoints} from '../../../../src/domain/telemetry/series/chartPoints'
import {NO_SERIES} from '../../../../src/domain/telemetry/series/series'
import type {RawTime} from '../../../../src/domain/timeRange/timeRange'

const NOW = Date.parse('2026-03-02T10:17:23.456Z')
const WEEK_AGO = NOW - 7 * 86_400_000

const chart = (from: RawTime, further: Partial<Chart> = {}): Chart => ({
  deviceId: 'd',
  key: 'load',
  aggregation: 'average',
  windowMinutes: 30,
  zone: 'Asia/Kathmandu',
  now: NOW,
  pausedAt: null,
  rangeChosen: {from, to: 'now'},
  range: {start: WEEK_AGO, end: NOW},
  series: null,
  recent: [],
  ...further,
})
const startOf = (from: RawTime, further?: Partial<Chart>) =>
  new Date(questionOf(chart(from, further)).start).toISOString()

it.each([
  [30, '2026-02-23T10:00:00.000Z'],
  [15, '2026-02-23T10:15:00.000Z'],
  [120, '2026-02-23T10:00:00.000Z'],
])('buckets of %s minutes of the last days begin at multiples of their width', (windowMinutes, start) => {
  expect(startOf('now-7d', {windowMinutes})).toBe(start)
})

it.each([
  [10, '2026-02-23T10:00:00.000Z'],
  [1, '2026-02-23T10:00:00.000Z'],
])('buckets of %s minutes that are joined begin at a whole hour', (windowMinutes, start) => {
  expect(startOf('now-7d', {windowMinutes})).toBe(start)
})

it.each<[string, RawTime, Partial<Chart>]>([
  ['are raw', 'now-7d', {aggregation: 'none'}],
  ['are days', 'now-7d', {windowMinutes: 1440}],
  ['begin at a chosen time', WEEK_AGO, {}],
  ['begin with a day', 'now-7d/d', {}],
])('points that %s are asked for from the start of the range on', (_, from, further) => {
  expect(startOf(from, further)).toBe(new Date(WEEK_AGO).toISOString())
})

it('counts each text once that is pushed among numbers, and draws none', () => {
  const series = {...NO_SERIES, points: [{ts: NOW - 9, value: 1}], total: 1, others: {texts: 2, newest: NOW - 5}}
  const texts = [NOW - 5, NOW - 2, NOW - 2, NOW].map(ts => ({ts, text: 'stuck'}))
  const before = chart('now-7d', {aggregation: 'none', series})
  expect(withPoints(before, {points: [], texts, at: NOW}).series).toEqual({...series, others: {texts: 4, newest: NOW}})
})
