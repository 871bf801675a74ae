import {expect, it} from 'vitest'
import {asTable, timesLine, timesOver} from '../../bench/support/report'

const WRITTEN = '| start | 20.0 ms (18.0–22.0) | ≤ 30 ms | met |\n| start of two | 99.0 ms (98.0–99.0) | | |'

it.each([
  [[19, 20, 21], ''],
  [[21, 22, 23], ', was 20.0'],
  [[17, 18, 19], ', was 20.0'],
])(
  'a row of the table tells the figure before when %j differ from it by more than their spread: "%s"',
  (times, mark) => {
    expect(asTable([timesLine('start', times, 30)], WRITTEN)).toContain(`| ≤ 30 ms | met${mark}`)
  },
)

it('has nothing to tell of a row that was not written before', () => {
  expect(asTable([timesLine('stop', [5], 30)], WRITTEN)).not.toContain('was')
})

it('compares the medians of times with those of something else', () => {
  const base = {of: 'a blank page', times: [9, 10, 11]}
  expect(timesOver('paint', [20, 21, 30], base, 2)).toEqual({
    what: 'paint',
    measured: '2.10 ×; 21 ms (20–30), a blank page 10 ms (9–11)',
    limit: '≤ 2 × a blank page',
    verdict: 'missed',
  })
  expect(timesOver('paint', [21], base).verdict).toBe('information')
})
