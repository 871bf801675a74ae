import {filter, map, type Observable} from 'rxjs'
import {
  type PointsReceived,
  pointsOf,
  type TelemetryUpdate,
  textsOfSeries,
} from '../../domain/telemetry/readings/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

/** Emits pushed points of one key of one device, at most once a frame, and nothing when only others are pushed. */
export function livePoints(
  {telemetry}: Pick<LiveFeed, 'telemetry'>,
  {deviceId, key}: {deviceId: string; key: string},
  frames: Frames,
): Observable<PointsReceived> {
  const isOfSeries = (update: TelemetryUpdate) =>
    update.deviceId === deviceId && update.points.some(point => point.key === key)
  return telemetry.pipe(
    map(updates => updates.filter(isOfSeries)),
    filter(updates => updates.length > 0),
    batchedPerFrame(frames),
    map(updates => {
      const texts = textsOfSeries(updates, deviceId, key)
      return {
        type: 'points.received',
        points: pointsOf(updates, deviceId, key),
        ...(texts.length > 0 && {texts}),
        at: Math.max(...updates.map(({receivedAt}) => receivedAt)),
      }
    }),
  )
}
