import {filter, finalize, identity, map, type Observable} from 'rxjs'
import {newestUpdates, type TelemetryReceived} from '../../domain/telemetry/readings/update'
import {batchedPerFrame, type Frames} from './frames'
import type {LiveFeed} from './live'

/**
 * Emits pushed values since the last frame, oldest first, at most once a frame. Without frames it emits them as they
 * come, before any later event. When nothing listens any more, the server need not push.
 */
export function liveTelemetry(
  feed: Pick<LiveFeed, 'telemetry' | 'subscribe'>,
  frames: Frames | null,
): Observable<TelemetryReceived> {
  return feed.telemetry.pipe(
    frames === null ? identity : batchedPerFrame(frames, newestUpdates),
    filter(updates => updates.length > 0),
    map((updates): TelemetryReceived => ({type: 'telemetry.received', updates})),
    finalize(() => {
      feed.subscribe([]).catch(() => {})
    }),
  )
}
