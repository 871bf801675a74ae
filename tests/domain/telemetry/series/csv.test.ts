import {describe, expect, it} from 'vitest'
import {chartCsv, csvName} from '../../../../src/domain/telemetry/series/csv'
import {NO_SERIES, type Series} from '../../../../src/domain/telemetry/series/series'

const seriesOf = (...values: number[]): Series => ({
  ...NO_SERIES,
  points: values.map((value, index) => ({ts: index * 1000, value})),
})

describe('the csv file', () => {
  it('has a timestamp column with the offset of the zone, and one of the series with its unit', () => {
    expect(chartCsv('temperature', seriesOf(-1.5, 1e21), 'celsius', 'Europe/Berlin')).toBe(
      'timestamp,temperature (°C)\r\n1970-01-01T01:00:00.000+01:00,-1.5\r\n1970-01-01T01:00:01.000+01:00,1e+21\r\n',
    )
  })

  it('holds its values in fahrenheit where that is preferred', () => {
    expect(chartCsv('temperature', seriesOf(21.3, -40), 'fahrenheit', 'UTC')).toBe(
      'timestamp,temperature (°F)\r\n1970-01-01T00:00:00.000Z,70.34\r\n1970-01-01T00:00:01.000Z,-40\r\n',
    )
  })

  it.each<[string, Partial<Series>, string]>([
    [
      'its aggregation and the window that was applied',
      {aggregation: 'sum', window: {asked: 1, applied: 5}},
      'temperature (°C; sum of each 5 min)',
    ],
    [
      'a count without a unit',
      {aggregation: 'count', window: {asked: 30, applied: 30}},
      'temperature (count of each 30 min)',
    ],
    ['that it is thinned', {isThinned: true, total: 34560}, 'temperature (°F; 2 of 34560 points)'],
    [
      'that values are no longer kept',
      {isThinned: true, total: 34560, rollupsUntil: Date.parse('2026-03-01T00:00Z')},
      'temperature (°F; figures of hours and minutes before 2026-03-01T00:00:00.000Z; 2 of 34560 points)',
    ],
    ['that older points are missing', {isTruncated: true, total: 1000}, 'temperature (°F; newest 1000 points)'],
  ])('says in its head %s', (_, overrides, head) => {
    const [first] = chartCsv('temperature', {...seriesOf(1, 2), ...overrides}, 'fahrenheit', 'UTC').split('\r\n')
    expect(first?.replaceAll('"', '')).toBe(`timestamp,${head}`)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+a', "'+a"],
    ['-a', "'-a"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['="x"', '"\'=""x"""'],
    ['a=b', 'a=b'],
  ])('names its column %j as %j', (key, field) => {
    expect(chartCsv(key, NO_SERIES, null, 'UTC')).toBe(`timestamp,${field}\r\n`)
  })

  it.each([
    ['temperature', 'd1-temperature-data.csv'],
    ['a/b\\c:d*e?f"g<h>i|j\u0000', 'd1-a_b_c_d_e_f_g_h_i_j_-data.csv'],
    ['wärme 🌡', 'd1-wärme 🌡-data.csv'],
  ])('of key %j is called %j', (key, name) => {
    expect(csvName('d1', key)).toBe(name)
  })
})
