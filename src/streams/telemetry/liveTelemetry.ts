import {filter, map, type Observable} from 'rxjs'
import {newestUpdates, type TelemetryUpdate} from '../../domain/telemetry/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

export interface TelemetryReceived {
  type: 'telemetry.received'
  updates: readonly TelemetryUpdate[]
}

/** Emits what was pushed since the last frame, oldest first, at most once a frame. */
export function liveTelemetry({telemetry}: Pick<LiveFeed, 'telemetry'>, frames: Frames): Observable<TelemetryReceived> {
  return telemetry.pipe(
    batchedPerFrame(frames, newestUpdates),
    filter(updates => updates.length > 0),
    map(updates => ({type: 'telemetry.received', updates})),
  )
}
