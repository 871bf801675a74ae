import {defer, finalize, interval, map, type Observable} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {PULSE_PERIOD, type Pulse} from '../../domain/wall/health'
import type {Frames} from '../telemetry/frames'

export interface BodySigns {
  /** On a clock that is never set. */
  monotonic(): Milliseconds
  heap(): number | null
  /** The time that the wall shows; null when there is no wall on the page. */
  shown(): EpochMs | null
  isVisible(): boolean
  frame: Frames
}

/** Feels every few seconds how the page is. Between two pulses one frame must be drawn, unless the page is hidden. */
export function pulses(signs: BodySigns): Observable<{type: 'pulse.felt'; pulse: Pulse}> {
  return defer(() => {
    let isDrawn = false
    const awaitFrame = () => {
      isDrawn = false
      return signs.frame(() => {
        isDrawn = true
      })
    }
    let cancel = awaitFrame()
    return interval(PULSE_PERIOD).pipe(
      map(() => {
        const hasFrame = isDrawn || !signs.isVisible()
        cancel()
        cancel = awaitFrame()
        const pulse = {at: signs.monotonic(), heap: signs.heap(), hasFrame, shown: signs.shown()}
        return {type: 'pulse.felt' as const, pulse}
      }),
      finalize(() => cancel()),
    )
  })
}
