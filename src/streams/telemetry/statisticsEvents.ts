import {
  distinctUntilChanged,
  EMPTY,
  filter,
  ignoreElements,
  map,
  merge,
  Observable,
  switchMap,
  timer,
  withLatestFrom,
} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import {MINUTE} from '../../../contract/rules/time/durations'
import {isTileMinute, tilePeriodStart} from '../../../contract/rules/time/tileMinutes'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {KnownLink} from '../../domain/link'
import type {StatisticsEvent, StatisticsOf, StatisticsReader} from '../../domain/telemetry/series/seriesStatistics'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import type {LiveFeed} from './live'

export interface StatisticsEventOptions {
  feed: Pick<LiveFeed, 'statistics' | 'watchStatistics'>
  links: Observable<KnownLink>
  /** Once a minute. */
  ticks: Observable<MinuteTicked>
  /** On the server's clock. */
  now: () => EpochMs
  read: StatisticsReader
}

/** A user who goes through many series sends no more than a connection may. */
const SETTLED: Milliseconds = 2000
/** A server that has much to compute pushes later than it is due. */
const PUSH_PATIENCE: Milliseconds = 2 * MINUTE

/**
 * Brings the statistics of a series as they are pushed. Where nothing is pushed it says, every ten minutes by the
 * viewer's clock, that they are due; and where something should have been pushed and was not, that they are overdue.
 */
export function statisticsEvents(
  {feed, links, ticks, now, read}: StatisticsEventOptions,
  series: StatisticsOf,
): Observable<StatisticsEvent> {
  const {deviceId, key, zone} = series
  return new Observable(subscriber => {
    // The first answer is asked for by now.
    let pushedAt = now()
    const isOverdue = (at: EpochMs) => {
      const start = tilePeriodStart(at, zone)
      return pushedAt < start && at - start >= PUSH_PATIENCE
    }
    const arrivals = feed.statistics.pipe(
      filter(({of}) => of.deviceId === deviceId && of.key === key && of.zone === zone),
      map(({statistics}): StatisticsEvent => {
        pushedAt = statistics.at ?? now()
        return {type: 'statistics.arrived', statistics}
      }),
    )
    const dues = ticks.pipe(
      withLatestFrom(links.pipe(map(isPushed))),
      filter(([{at}, arePushed]) => (arePushed ? isOverdue(at) : isTileMinute(at, zone))),
      map(([{at}]): StatisticsEvent => {
        pushedAt = at
        return {type: 'statistics.due'}
      }),
    )
    const watch = new Observable<never>(() => {
      feed.watchStatistics({deviceId, key, zone, read})
      return () => feed.watchStatistics(null)
    })
    const watching = links.pipe(
      map(({offer}) => isPulsewall(offer)),
      distinctUntilChanged(),
      switchMap(isOffered => (isOffered ? timer(SETTLED).pipe(switchMap(() => watch)) : EMPTY)),
      ignoreElements(),
    )
    return merge(arrivals, dues, watching).subscribe(subscriber)
  })
}

const isPushed = ({link, offer}: KnownLink): boolean => link.kind === 'live' && isPulsewall(offer)
