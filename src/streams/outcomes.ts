import {bufferTime, catchError, EMPTY, filter, from, map, mergeMap, Observable, of} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'
import {messageOf, type Outcome, type Result} from '../domain/failure'
import {call} from './call'

const AT_ONCE = 6

/** Drawing each outcome by itself would take longer than the work. */
const DRAWING_PERIOD: Milliseconds = 100

interface Work<Item> {
  items: readonly Item[]
  /** Resolves without a result when there is nothing to say of a success. */
  act: (item: Item, signal: AbortSignal) => Promise<Result | undefined>
  /** The message for an item that failed when the server sent none. */
  failed: string
  /** Its first value stops further calls; those already sent are waited for. */
  cancelled: Observable<unknown>
}

/**
 * Calls `act` for each of `items`, a few at once, and emits the outcome of each. Completes when nothing is left to do.
 */
export function outcomes<Item extends {id: string}>({
  items,
  act,
  failed,
  cancelled,
}: Work<Item>): Observable<readonly Outcome[]> {
  return new Observable(subscriber => {
    let isCancelled = false
    subscriber.add(
      cancelled.subscribe(() => {
        isCancelled = true
      }),
    )
    const each = from(items).pipe(mergeMap(item => (isCancelled ? EMPTY : outcomeOf(item)), AT_ONCE))
    return each
      .pipe(
        bufferTime(DRAWING_PERIOD),
        filter(batch => batch.length > 0),
      )
      .subscribe(subscriber)
  })

  function outcomeOf(item: Item): Observable<Outcome> {
    const {id} = item
    return call(signal => act(item, signal)).pipe(
      map((result): Outcome => ({id, ...(result ?? {message: null})})),
      catchError((error: unknown) => of({id, message: messageOf(error, failed)})),
    )
  }
}
