import {from, Observable} from 'rxjs'

/** A call as a stream: nobody listening any more ends it. */
export function call<T>(start: (signal: AbortSignal) => Promise<T>): Observable<T> {
  return new Observable<T>(subscriber => {
    const abort = new AbortController()
    subscriber.add(() => abort.abort())
    return from(start(abort.signal)).subscribe(subscriber)
  })
}
