import type {Milliseconds} from '../../../../../../contract/wire/common'

/** The eye cannot follow more frequent changes, and drawing them would use up the processor of a wall display. */
const PACE: Milliseconds = 50

/**
 * Draws at once, or once at the end of `PACE` when requests follow each other faster. A hidden page gets no frames, so
 * it draws delayed requests when it is visible again. `drawNow` waits for nothing.
 */
export function paced(draw: () => void): {request: () => void; drawNow: () => void; cancel: () => void} {
  let drawnAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null
  let frame: number | null = null

  const cancel = () => {
    if (timer !== null) clearTimeout(timer)
    if (frame !== null) cancelAnimationFrame(frame)
    timer = frame = null
  }
  const drawNow = () => {
    cancel()
    drawnAt = performance.now()
    draw()
  }
  // A timer waits before the frame is requested, because waiting by frames would make the browser render each of them.
  const drawWithFrame = () => {
    timer = null
    frame = requestAnimationFrame(drawNow)
  }

  return {
    request: () => {
      if (timer !== null || frame !== null) return
      const wait = drawnAt + PACE - performance.now()
      if (wait > 0) timer = setTimeout(drawWithFrame, wait)
      else drawNow()
    },
    drawNow,
    cancel,
  }
}
