import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import type {PointsReceived, TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
import {livePoints} from '../../../src/streams/telemetry/livePoints'

const update = (deviceId: string, receivedAt: number, ...points: [key: string, ts: number, value: number][]) => ({
  deviceId,
  receivedAt,
  points: points.map(([key, ts, value]) => ({key, ts, value})),
})

function createPoints() {
  const telemetry = new Subject<readonly TelemetryUpdate[]>()
  const asked: (() => void)[] = []
  const events: PointsReceived[] = []
  const frames = (callback: () => void) => {
    asked.push(callback)
    return () => {}
  }
  const subscription = livePoints({telemetry}, {deviceId: 'a', key: 'k'}, frames).subscribe(event => events.push(event))
  const frame = () => {
    for (const callback of asked.splice(0)) callback()
  }
  return {telemetry, asked, events, subscription, frame}
}

it('tells the points of one key, once a frame, and when the last of them arrived', () => {
  const {telemetry, events, frame} = createPoints()
  telemetry.next([update('a', 5, ['k', 0, 0])])
  expect(events.splice(0)).toEqual([{type: 'points.received', points: [{ts: 0, value: 0}], at: 5}])
  telemetry.next([update('a', 10, ['k', 1, 1], ['l', 1, 9]), update('b', 99, ['k', 2, 9])])
  telemetry.next([update('a', 20, ['k', 2, 2])])
  expect(events).toEqual([])
  frame()
  expect(events).toEqual([
    {
      type: 'points.received',
      points: [
        {ts: 1, value: 1},
        {ts: 2, value: 2},
      ],
      at: 20,
    },
  ])
})

it('asks for no frame where nothing of the key was pushed', () => {
  const {telemetry, asked} = createPoints()
  telemetry.next([update('b', 10, ['k', 1, 1]), update('a', 10, ['l', 1, 1])])
  expect(asked).toEqual([])
})

it('leaves the feed with its listener', () => {
  const {telemetry, subscription} = createPoints()
  subscription.unsubscribe()
  expect(telemetry.observed).toBe(false)
})
