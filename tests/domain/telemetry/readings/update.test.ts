import {expect, it} from 'vitest'
import {newestUpdates} from '../../../../src/domain/telemetry/readings/update'

it('keeps of each key the newest value, which need not have come last', () => {
  const speed = (ts: number, value: number | null) => ({key: 'speed', ts, value})
  expect(
    newestUpdates([
      {deviceId: 'a', receivedAt: 10, points: [speed(9, 1), {key: 'load', ts: 9, value: 5}]},
      {deviceId: 'a', receivedAt: 11, points: [speed(3, 2)]},
      {deviceId: 'b', receivedAt: 12, points: [speed(12, 3)]},
      {deviceId: 'b', receivedAt: 13, points: [speed(13, null)]},
      {deviceId: 'b', receivedAt: 14, points: [speed(14, 4)]},
    ]),
  ).toEqual([
    {deviceId: 'a', receivedAt: 10, points: [speed(9, 1)]},
    {deviceId: 'a', receivedAt: 10, points: [{key: 'load', ts: 9, value: 5}]},
    {deviceId: 'b', receivedAt: 14, points: [speed(14, 4)]},
  ])
})
