import {map, Observable, Subject, throttleTime} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

export type SendingEvent =
  | {type: 'bytes.sent'; bytes: number; at: EpochMs}
  | {type: 'file.stored'}
  | {type: 'sending.failed'; error: unknown}

type Send = (sending: {onSent: (bytes: number) => void; signal: AbortSignal}) => Promise<void>

/** Tells how a file is sent, as often as a user can read it, and how that ends. Unsubscribing stops it. */
export function sending(send: Send): Observable<SendingEvent> {
  return new Observable(subscriber => {
    const abort = new AbortController()
    const sent = new Subject<number>()
    subscriber.add(() => abort.abort())
    subscriber.add(
      sent
        .pipe(
          throttleTime(READING_PERIOD, undefined, {leading: true, trailing: true}),
          map((bytes): SendingEvent => ({type: 'bytes.sent', bytes, at: Date.now()})),
        )
        .subscribe(event => subscriber.next(event)),
    )
    send({onSent: bytes => sent.next(bytes), signal: abort.signal}).then(
      () => subscriber.next({type: 'file.stored'}),
      (error: unknown) => subscriber.next({type: 'sending.failed', error}),
    )
  })
}

const READING_PERIOD: Milliseconds = 250
