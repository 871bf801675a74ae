import {filter, fromEvent, map, type Observable} from 'rxjs'
import type {SessionEnded} from '../telemetry/live'

export const SIGNED_OUT = 'signedOut'

/** Sign-outs that happened in other tabs of this browser. */
export function signOutsElsewhere(channel: EventTarget): Observable<SessionEnded> {
  return fromEvent(channel, 'message').pipe(
    filter(event => 'data' in event && event.data === SIGNED_OUT),
    map(() => ({type: 'session.ended'})),
  )
}
