import {from, Observable} from 'rxjs'

/** Makes a call into a stream. Unsubscribing aborts the call. */
export function call<T>(start: (signal: AbortSignal) => Promise<T>): Observable<T> {
  return new Observable<T>(subscriber => {
    const abort = new AbortController()
    subscriber.add(() => abort.abort())
    return from(start(abort.signal)).subscribe(subscriber)
  })
}
