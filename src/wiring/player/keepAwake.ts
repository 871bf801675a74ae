import {filter} from 'rxjs'
import {visibility} from '../../streams/visibility'

/** Keeps the screen from going dark. The browser lets go of it whenever the page is hidden, so it is asked for again. */
export function keepAwake(): void {
  visibility(document)
    .pipe(filter(isVisible => isVisible))
    // A browser may refuse, as with a low battery; there is nothing to do about it.
    .subscribe(() => navigator.wakeLock?.request('screen').catch(() => {}))
}
