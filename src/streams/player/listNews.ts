import {
  catchError,
  concat,
  defer,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  switchMap,
  timer,
} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isRefusedWith} from '../../domain/failure'
import type {PlayList} from '../../domain/player/list'
import {retryDelay} from '../backOff'
import {call} from '../call'

export type ListNews =
  | {type: 'list.received'; list: PlayList; clockError: Milliseconds | null}
  | {type: 'server.missed'; at: EpochMs}
  | {type: 'token.refused'}

export interface ListSource {
  readList(signal: AbortSignal): Promise<PlayList>
  /** Waits for a change, and says whether it was one of the playlist. */
  playlistChange(signal: AbortSignal): Promise<boolean>
  clockError(): Milliseconds | null
  now(): EpochMs
  /** In [0, 1): spreads the screens of a wall after a restart of their server. */
  random(): number
}

/**
 * Reads the list at once, whenever the server tells of a change, and each minute in case it doesn't. A read that
 * failed is tried again until it is answered; a refused one waits for the next minute.
 */
export function listNews({readList, playlistChange, clockError, now, random}: ListSource): Observable<ListNews> {
  const changes = defer(() => call(playlistChange)).pipe(
    catchError(error =>
      isRefused(error) ? concat(of(true), pause(NET_PERIOD)) : pause(retryDelay(POLL_TRIES, random())),
    ),
    repeat({delay: BETWEEN_POLLS}),
    filter(isChanged => isChanged),
  )

  const read = (tries: number): Observable<ListNews> =>
    call(readList).pipe(
      map(list => ({type: 'list.received', list, clockError: clockError()}) as const),
      catchError((error: unknown): Observable<ListNews> => {
        if (isRefused(error)) return of({type: 'token.refused'})
        const again = timer(retryDelay(tries, random())).pipe(switchMap(() => read(tries + 1)))
        return concat(of({type: 'server.missed', at: now()} as const), again)
      }),
    )

  return merge(timer(0, NET_PERIOD), changes).pipe(switchMap(() => read(1)))
}

/** What the long poll misses, as behind a proxy that cuts it, is found after this long. */
const NET_PERIOD: Milliseconds = 60_000
/** So that a server that answers each poll at once is not asked without a pause. */
const BETWEEN_POLLS: Milliseconds = 50
/** A poll that failed waits as long as a read that has failed often. */
const POLL_TRIES = 4

const isRefused = (error: unknown): boolean => isRefusedWith(error, 401, 403)

const pause = (length: Milliseconds): Observable<never> => timer(length).pipe(ignoreElements())
