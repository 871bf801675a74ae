import {describe, expect, it} from 'vitest'
import {chartCsv, csvName} from '../../../src/domain/telemetry/csv'

describe('the csv file', () => {
  it('has a timestamp column and one of the series', () => {
    const points = [
      {ts: 0, value: -1.5},
      {ts: 1000, value: 1e21},
    ]
    expect(chartCsv('temperature', points, 'celsius')).toBe(
      'timestamp,temperature\r\n1970-01-01T00:00:00.000Z,-1.5\r\n1970-01-01T00:00:01.000Z,1e+21\r\n',
    )
  })

  it('says so when its values are in fahrenheit', () => {
    const points = [
      {ts: 0, value: 21.3},
      {ts: 1000, value: -40},
    ]
    expect(chartCsv('temperature', points, 'fahrenheit')).toBe(
      'timestamp,temperature (°F)\r\n1970-01-01T00:00:00.000Z,70.34\r\n1970-01-01T00:00:01.000Z,-40\r\n',
    )
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
    expect(chartCsv(key, [], null)).toBe(`timestamp,${field}\r\n`)
  })

  it.each([
    ['temperature', 'd1-temperature-data.csv'],
    ['a/b\\c:d*e?f"g<h>i|j\u0000', 'd1-a_b_c_d_e_f_g_h_i_j_-data.csv'],
    ['wärme 🌡', 'd1-wärme 🌡-data.csv'],
  ])('of key %j is called %j', (key, name) => {
    expect(csvName('d1', key)).toBe(name)
  })
})
