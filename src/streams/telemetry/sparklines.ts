import {map, type Observable, type ObservableInput} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Series} from '../../domain/telemetry/series/series'
import type {SparklineId} from '../../domain/telemetry/series/sparkline'
import {type Outcome, prioritisedQueue} from '../prioritisedQueue'

export type SparklineEvent =
  | ({type: 'sparkline.received'; series: Series} & SparklineId)
  | ({type: 'sparkline.missed'; error: unknown} & SparklineId)

export interface Sparklines<Id extends SparklineId> {
  /** The small charts in view, the most urgent first. */
  requested: Observable<readonly Id[]>
  /** Each value starts a new round, in which the small charts in view are fetched again. */
  polls: Observable<unknown>
  load: (sparkline: Id) => ObservableInput<Series>
}

/** Fetches the small charts in view, two at a time. One that failed is fetched again after ten seconds. */
export function sparklines<Id extends SparklineId>({
  requested,
  polls,
  load,
}: Sparklines<Id>): Observable<SparklineEvent> {
  return prioritisedQueue({idOf, ask: load, requested, polls, concurrency: CONCURRENCY, patience: RETRY_PATIENCE}).pipe(
    map(eventOf),
  )
}

/** A browser opens six connections to a server. Values that are asked for device by device take four of them. */
const CONCURRENCY = 2
const RETRY_PATIENCE: Milliseconds = 10_000

const idOf = ({deviceId, key}: SparklineId): string => `${deviceId} ${key}`

function eventOf(outcome: Outcome<SparklineId, Series>): SparklineEvent {
  return 'answer' in outcome
    ? {type: 'sparkline.received', series: outcome.answer, ...outcome.item}
    : {type: 'sparkline.missed', error: outcome.error, ...outcome.item}
}
