import {catchError, expand, map, type Observable, of, switchMap, timer} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isRefusedWith} from '../../domain/failure'
import {isSameList, type PlayList} from '../../domain/player/list'
import {retryDelay} from '../backOff'
import {call} from '../call'

export type ListChange =
  | {type: 'list.received'; list: PlayList; clockError: Milliseconds | null; at: EpochMs}
  | {type: 'server.missed'; at: EpochMs}
  | {type: 'token.refused'}
  | {type: 'token.replaced'}

export interface ListSource {
  /** With a `known` list it waits until there is another one, or some time has passed. */
  readList(known: PlayList | null, signal: AbortSignal): Promise<PlayList>
  clockError(): Milliseconds | null
  now(): EpochMs
  /** In [0, 1): spreads the screens of a wall after a restart of their server. */
  random(): number
}

/**
 * Reads the list at once, and then whenever it changes: each read waits for another list than the one before, so
 * that no change is missed between two. A read that failed is tried again until it is answered; a refused one waits.
 */
export function listChanges({readList, clockError, now, random}: ListSource): Observable<ListChange> {
  const read = (known: PlayList | null, tries: number): Observable<Read> =>
    call(signal => readList(known, signal)).pipe(
      map(list => ({
        update: {type: 'list.received', list, clockError: clockError(), at: now()} as const,
        known: list,
        tries: 0,
        pause: isSameList(known, list) ? UNCHANGED_PAUSE : 0,
      })),
      catchError((error: unknown) => of(failed(error, tries + 1))),
    )

  function failed(error: unknown, tries: number): Read {
    const again = {known: null, tries: 0, pause: REFUSED_PAUSE}
    if (isRefusedWith(error, 410)) return {...again, update: {type: 'token.replaced'}}
    if (isRefusedWith(error, 401, 403)) return {...again, update: {type: 'token.refused'}}
    return {known: null, tries, pause: retryDelay(tries, random()), update: {type: 'server.missed', at: now()}}
  }

  return read(null, 0).pipe(
    expand(({known, tries, pause}) => timer(pause).pipe(switchMap(() => read(known, tries)))),
    map(({update}) => update),
  )
}

/** The result of a read, and the start of the next one. */
interface Read {
  update: ListChange
  known: PlayList | null
  /** Counts the reads that have failed in a row. */
  tries: number
  pause: Milliseconds
}

const REFUSED_PAUSE: Milliseconds = 60_000
/** So that a server that doesn't wait is not asked without a pause. */
const UNCHANGED_PAUSE: Milliseconds = 1000
