import {expect, it} from 'vitest'
import {lineOf, noFigures} from '../../../bench/fleet/figures'

it('tells of ten seconds of a fleet in a line', () => {
  const latencies = Array.from({length: 12_340}, (_, at) => (at + 1) / 100)
  const refused = new Map([
    ['cut', 2],
    ['429', 1500],
  ])
  expect(lineOf({latencies, refused, reconnects: 2}, {http: 5000, mqtt: 4998, gone: 1}, 10_000)).toBe(
    'connected 5,000 by HTTP, 4,998 by MQTT; 1,234 messages/s acknowledged, p50 61.7 ms, p99 122.2 ms; ' +
      'refused: 1,500 × 429, 2 × cut; reconnects: 2; given up: 1',
  )
})

it('tells of no times where nothing was acknowledged', () => {
  expect(lineOf(noFigures(), {http: 0, mqtt: 0, gone: 0}, 10_000)).toBe(
    'connected 0 by HTTP, 0 by MQTT; 0 messages/s acknowledged; refused: none; reconnects: 0',
  )
})
