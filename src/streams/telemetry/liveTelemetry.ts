import {filter, identity, map, type Observable} from 'rxjs'
import {newestUpdates, type TelemetryUpdate} from '../../domain/telemetry/readings/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

export interface TelemetryReceived {
  type: 'telemetry.received'
  updates: readonly TelemetryUpdate[]
}

/**
 * Emits what was pushed since the last frame, oldest first, at most once a frame. Without frames it is emitted as it
 * comes, before anything that is told after it.
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
