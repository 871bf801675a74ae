import {catchError, defer, filter, map, merge, type Observable, of, repeat, retry, take, throwError, timer} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'
import {isRefusedWith} from '../../domain/failure'
import {retryDelay} from '../backOff'
import {call} from '../call'

export type PairingEvent<Pairing> = {type: 'device.paired'; pairing: Pairing} | {type: 'code.expired'}

export interface PairingSource<Pairing> {
  /** Waits for a while. Null when nobody has typed the code in. */
  awaitPairing(signal: AbortSignal): Promise<Pairing | null>
  expiresIn: Milliseconds
  random(): number
}

/** Waits until a user has typed the code in, or it is of no use any more. */
export function pairings<Pairing>({
  awaitPairing,
  expiresIn,
  random,
}: PairingSource<Pairing>): Observable<PairingEvent<Pairing>> {
  const expired = {type: 'code.expired'} as const
  const isUnknown = (error: unknown) => isRefusedWith(error, 404, 410)
  const answers = defer(() => call(awaitPairing)).pipe(
    retry({
      delay: (error, tries) => (isUnknown(error) ? throwError(() => error) : timer(retryDelay(tries, random()))),
      resetOnSuccess: true,
    }),
    repeat(),
    filter(pairing => pairing !== null),
    map(pairing => ({type: 'device.paired', pairing}) as const),
    catchError(() => of(expired)),
  )
  return merge(answers, timer(Math.max(0, expiresIn)).pipe(map(() => expired))).pipe(take(1))
}
