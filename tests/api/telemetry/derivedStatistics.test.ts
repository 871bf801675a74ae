import {describe, expect, it} from 'vitest'
import {deriveStatistics} from '../../../src/api/telemetry/specified'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'

describe('statistics derived from points', () => {
  const now = Date.parse('2026-01-14T12:00:00Z') // a Wednesday
  const HOUR = 3_600_000

  it('come from one answer when everything fits into it', async () => {
    const asked: TimeRange[] = []
    const points = [1, 30, 100, 200].map(hours => ({ts: now - hours * HOUR, value: hours}))
    const statistics = await deriveStatistics(now, 'UTC', async range => {
      asked.push(range)
      return points
    })
    const one = (value: number) => ({sum: value, events: 1, average: value, min: value, max: value})
    expect(asked).toEqual([{start: Date.parse('2026-01-05T00:00:00Z'), end: now}])
    expect(statistics).toEqual({
      lastHour: one(1),
      today: one(1),
      yesterday: one(30),
      thisWeek: {sum: 31, events: 1, average: 15.5, min: 1, max: 30},
      lastWeek: {sum: 300, events: 1, average: 150, min: 100, max: 200},
    })
  })

  /** A value of 1 every `period`, for three weeks; answers hold the newest thousand. */
  const serverWith = (period: number, asked: TimeRange[]) => async (range: TimeRange) => {
    asked.push(range)
    const newest = Math.max(0, Math.ceil((now - range.end) / period))
    const oldest = Math.min(Math.floor((504 * HOUR) / period) - 1, Math.floor((now - range.start) / period))
    const count = Math.max(0, Math.min(1000, oldest - newest + 1))
    const found = Array.from({length: count}, (_, nth) => now - (newest + nth) * period)
    return found.reverse().map(ts => ({ts, value: 1}))
  }
  const thisWeek = Date.parse('2026-01-12T00:00:00Z')
  const lastWeek = Date.parse('2026-01-05T00:00:00Z')

  it('are fetched page by page until this week is complete, and are exact for it', async () => {
    const asked: TimeRange[] = []
    const statistics = await deriveStatistics(now, 'UTC', serverWith(60_000, asked))
    expect(statistics).toMatchObject({
      lastHour: {sum: 61},
      today: {sum: 721},
      yesterday: {sum: 1440},
      thisWeek: {sum: 3601},
      lastWeek: 'incomplete',
    })
    expect(asked).toHaveLength(5)
    expect(asked.slice(0, 2)).toEqual([
      {start: lastWeek, end: now},
      {start: lastWeek, end: now - 999 * 60_000 - 1},
    ])
    expect(asked[4]).toEqual({start: lastWeek, end: thisWeek - 1})
  })

  it('stop after twenty pages, and have no number where points are missing', async () => {
    const asked: TimeRange[] = []
    const statistics = await deriveStatistics(now, 'UTC', serverWith(1000, asked))
    expect(statistics).toMatchObject({
      lastHour: {sum: 3601},
      today: 'incomplete',
      yesterday: 'incomplete',
      thisWeek: 'incomplete',
      lastWeek: 'incomplete',
    })
    expect(asked).toHaveLength(22)
  })

  it('fail when a call fails', async () => {
    await expect(deriveStatistics(now, 'UTC', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })
})
