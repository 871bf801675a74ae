import {filter, map, type Observable} from 'rxjs'
import {type ReportReader, type ScreenUpdate, screenUpdateOf} from '../../domain/media/screenReport'
import type {AttributeUpdate} from '../../domain/telemetry/readings/live'
import {batchedPerFrame, type Frames} from '../telemetry/frames'

/** Emits the reports of screens since the last frame, oldest first, at most once a frame. */
export function liveScreenUpdates(
  attributes: Observable<readonly AttributeUpdate[]>,
  reader: ReportReader,
  frames: Frames,
): Observable<{type: 'screens.received'; updates: readonly ScreenUpdate[]}> {
  return attributes.pipe(
    map(batch => batch.flatMap(update => screenUpdateOf(update.deviceId, update, reader) ?? [])),
    filter(updates => updates.length > 0),
    batchedPerFrame(frames),
    filter(updates => updates.length > 0),
    map(updates => ({type: 'screens.received', updates})),
  )
}
