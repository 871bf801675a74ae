import {filter, identity, map, type Observable} from 'rxjs'
import {newestUpdates, type TelemetryUpdate} from '../../domain/telemetry/readings/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

export interface TelemetryReceived {
  type: 'telemetry.received'
  updates: readonly TelemetryUpdate[]
}

/**
 * Emits pushed values since the last frame, oldest first, at most once a frame. Without frames it emits them as they
 * come, before any later event.
 */
export function liveTelemetry(
  {telemetry}: Pick<LiveFeed, 'telemetry'>,
  frames: Frames | null,
): Observable<TelemetryReceived> {
  return telemetry.pipe(
    frames === null ? identity : batchedPerFrame(frames, newestUpdates),
    filter(updates => updates.length > 0),
    map(updates => ({type: 'telemetry.received', updates})),
  )
}
