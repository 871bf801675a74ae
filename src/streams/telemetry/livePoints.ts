import {filter, map, type Observable} from 'rxjs'
import type {SeriesPoint} from '../../../contract/rules/point'
import type {EpochMs} from '../../../contract/wire/common'
import {pointsOf, type TelemetryUpdate} from '../../domain/telemetry/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

export interface PointsReceived {
  type: 'points.received'
  points: readonly SeriesPoint[]
  at: EpochMs
}

/** What is pushed of one device's key, at most one event a frame; what is pushed of others makes none. */
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
    map(updates => ({
      type: 'points.received',
      points: pointsOf(updates, deviceId, key),
      at: Math.max(...updates.map(({receivedAt}) => receivedAt)),
    })),
  )
}
