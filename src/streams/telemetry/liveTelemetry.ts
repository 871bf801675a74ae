import {filter, map, type Observable} from 'rxjs'
import type {LiveTelemetry} from '../../../contract/wire/live'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

export interface TelemetryReceived {
  type: 'telemetry.received'
  batch: readonly LiveTelemetry[]
}

/** What was pushed since the last frame, oldest first; at most one event a frame. */
export function liveTelemetry({telemetry}: Pick<LiveFeed, 'telemetry'>, frames: Frames): Observable<TelemetryReceived> {
  return telemetry.pipe(
    batchedPerFrame(frames),
    filter(batch => batch.length > 0),
    map(batch => ({type: 'telemetry.received', batch})),
  )
}
