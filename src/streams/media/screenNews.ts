import {filter, map, type Observable} from 'rxjs'
import {type ReportReader, type ScreenNews, screenNews} from '../../domain/media/screenReport'
import type {AttributeNews} from '../../domain/telemetry/attributeNews'
import {batchedPerFrame, type Frames} from '../telemetry/frames'

/** What screens have said since the last frame, oldest first, at most once a frame. */
export function liveScreenNews(
  attributes: Observable<readonly AttributeNews[]>,
  reader: ReportReader,
  frames: Frames,
): Observable<{type: 'screens.heard'; news: readonly ScreenNews[]}> {
  return attributes.pipe(
    map(batch => batch.flatMap(news => screenNews(news.deviceId, news, reader) ?? [])),
    filter(news => news.length > 0),
    batchedPerFrame(frames),
    filter(news => news.length > 0),
    map(news => ({type: 'screens.heard', news})),
  )
}
