import {catchError, defer, EMPTY, endWith, from, map, mergeMap, Observable, of, switchMap, takeUntil} from 'rxjs'
import type {QueuedRow, RowOutcome} from '../../domain/console/deviceImport/outcome'
import type {RunEvent} from '../../domain/console/deviceImport/run'
import {call} from '../call'

export interface Work {
  rows: readonly QueuedRow[]
  /** The number of rows in one call, and of calls at once. */
  batchLength: number
  atOnce: number
  send: (batch: readonly QueuedRow[], signal: AbortSignal) => Promise<readonly RowOutcome[]>
}

interface Import {
  prepare: (signal: AbortSignal) => Promise<Work>
  /** Its first value stops further calls; those already sent are waited for. */
  cancelled: Observable<unknown>
}

/** Creates devices batch by batch. When one fails as a whole, the batches beside it still finish; then the run ends. */
export function importing({prepare, cancelled}: Import): Observable<RunEvent> {
  return call(prepare).pipe(
    takeUntil(cancelled),
    switchMap(work => making(work, cancelled)),
    catchError((error: unknown) => of({type: 'rows.lost', rows: [], error} as const)),
    endWith({type: 'run.ended'} as const),
  )
}

function making({rows, batchLength, atOnce, send}: Work, cancelled: Observable<unknown>): Observable<RunEvent> {
  return new Observable(subscriber => {
    let isStopped = false
    const startedAt = performance.now()
    let finished = 0
    subscriber.add(cancelled.subscribe(stop))
    return from(batches(rows, batchLength))
      .pipe(mergeMap(batch => defer(() => (isStopped ? EMPTY : sent(batch))), atOnce))
      .subscribe(subscriber)

    function stop() {
      isStopped = true
    }

    function sent(batch: readonly QueuedRow[]): Observable<RunEvent> {
      return call(signal => send(batch, signal)).pipe(
        map((outcomes): RunEvent => ({type: 'rows.finished', outcomes, perSecond: speed(outcomes.length)})),
        catchError((error: unknown) => {
          stop()
          return of<RunEvent>({type: 'rows.lost', rows: batch, error})
        }),
      )
    }

    function speed(more: number): number {
      finished += more
      return finished / Math.max(0.001, (performance.now() - startedAt) / 1000)
    }
  })
}

function* batches<T>(items: readonly T[], length: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += length) yield items.slice(at, at + length)
}
