import {exhaustMap, filter} from 'rxjs'
import {visibility} from '../streams/ticks'

/**
 * Keeps the screen from going dark until the returned function is called. The browser releases it whenever the page is
 * hidden, so it is asked for again.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  const subscription = visibility(document)
    .pipe(
      filter(isVisible => isVisible),
      // A browser may refuse, as with a low battery; there is nothing to do about it.
      exhaustMap(async () => navigator.wakeLock?.request('screen').catch(() => undefined)),
    )
    .subscribe(granted => {
      lock = granted
    })
  return () => {
    subscription.unsubscribe()
    lock?.release().catch(() => {})
  }
}
