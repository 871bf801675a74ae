import {Observable, type OperatorFunction} from 'rxjs'
import type {Milliseconds} from '../../../contract/wire/common'

/**
 * Emits at once what comes after a frame without changes, and gathers what comes until the next frame into one array.
 * So a single value need not wait to be drawn, and a burst is drawn once a frame. `shortened` leaves out what nobody
 * needs once much has been gathered, as in a page that gets no time.
 */
export function batchedPerFrame<T>(
  frames: Frames,
  shortened: (batch: readonly T[]) => readonly T[] = batch => batch,
): OperatorFunction<readonly T[], readonly T[]> {
  return source =>
    new Observable<readonly T[]>(subscriber => {
      let batch: T[] = []
      let most = MUCH
      let cancel: (() => void) | undefined
      const emit = () => {
        cancel = undefined
        if (batch.length === 0) return
        const gathered = batch
        batch = []
        cancel = frames(emit)
        subscriber.next(gathered)
      }
      subscriber.add(() => cancel?.())
      subscriber.add(
        source.subscribe({
          next(items) {
            for (const item of items) batch.push(item)
            if (batch.length > most) {
              batch = [...shortened(batch)]
              most = Math.max(MUCH, 2 * batch.length)
            }
            if (cancel === undefined) emit()
          },
          error: error => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      )
    })
}

const MUCH = 5000

/** Calls back once at the next frame. The returned function cancels that. */
export type Frames = (callback: () => void) => () => void

/** A hidden page draws no frames, and the values gathered in the meantime must not grow without limit. */
export const animationFrames: Frames = callback => {
  const cancel = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timeout)
  }
  const once = () => {
    cancel()
    callback()
  }
  const frame = requestAnimationFrame(once)
  const timeout = setTimeout(once, LONGEST_FRAME)
  return cancel
}

const LONGEST_FRAME: Milliseconds = 250

/** Completes once the page has been painted: in the frame after the next, or when a hidden page is shown. */
export const painted: Observable<never> = new Observable(subscriber => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => subscriber.complete())
  })
  return () => cancelAnimationFrame(frame)
})

/** A wall of a thousand values is painted four times a second: nobody reads faster. */
const PERIOD: Milliseconds = 250

export const quarterSeconds: Frames = callback => {
  const timeout = setTimeout(callback, PERIOD)
  return () => clearTimeout(timeout)
}
