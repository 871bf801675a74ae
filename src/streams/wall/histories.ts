import {defer, from, Observable, type ObservableInput, Subscription, timer} from 'rxjs'
import {SPARKLINES_PER_QUERY} from '../../../contract/limits'
import type {Milliseconds} from '../../../contract/wire/common'
import type {SparklineId} from '../../domain/telemetry/series/sparkline'
import {type FoundHistory, historyId} from '../../domain/wall/histories'

export type HistoriesEvent =
  | {type: 'histories.received'; found: readonly FoundHistory[]}
  | {type: 'histories.missed'; error: unknown}

interface Sources {
  /** The small charts of the page. */
  requested: Observable<readonly SparklineId[]>
  /** Each value starts a new round, in which they are fetched again. */
  polls: Observable<unknown>
  load: (requested: readonly SparklineId[]) => ObservableInput<readonly FoundHistory[]>
}

const RETRY_PATIENCE: Milliseconds = 10_000

/**
 * Fetches the small charts of a page in one call, and those that come into view later in another. A call for charts that
 * have left the view is aborted, and one that failed is repeated after ten seconds.
 */
export function histories({requested, polls, load}: Sources): Observable<HistoriesEvent> {
  return new Observable<HistoriesEvent>(subscriber => {
    const asked = new Set<string>()
    let inView: readonly SparklineId[] = []
    let underWay: {ids: ReadonlySet<string>; call: Subscription} | undefined

    const askNext = () => {
      const unasked = inView.filter(id => !asked.has(historyId(id))).slice(0, SPARKLINES_PER_QUERY)
      if (underWay !== undefined || unasked.length === 0 || subscriber.closed) return
      const ids = new Set(unasked.map(historyId))
      for (const id of ids) asked.add(id)
      underWay = {ids, call: new Subscription()}
      underWay.call.add(
        defer(() => from(load(unasked))).subscribe({
          next: found => subscriber.next({type: 'histories.received', found}),
          error: (error: unknown) => {
            subscriber.next({type: 'histories.missed', error})
            subscriber.add(timer(RETRY_PATIENCE).subscribe(() => forget(ids)))
            done()
          },
          complete: done,
        }),
      )
    }
    const done = () => {
      underWay = undefined
      askNext()
    }
    const forget = (ids: ReadonlySet<string>) => {
      for (const id of ids) asked.delete(id)
      askNext()
    }

    subscriber.add(() => underWay?.call.unsubscribe())
    subscriber.add(
      requested.subscribe(items => {
        inView = items
        const call = underWay
        if (call === undefined || items.some(id => call.ids.has(historyId(id)))) return askNext()
        call.call.unsubscribe()
        underWay = undefined
        forget(call.ids)
      }),
    )
    subscriber.add(
      polls.subscribe(() => {
        asked.clear()
        askNext()
      }),
    )
  })
}
