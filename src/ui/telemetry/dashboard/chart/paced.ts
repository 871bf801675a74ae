import type {Milliseconds} from '../../../../../contract/wire/common'

/** Nobody can follow a chart that changes more often, and drawing it costs a wall its processor. */
const PACE: Milliseconds = 50

/** Draws at once; what is requested too soon after that is drawn once, later. A hidden page draws when it is seen again. */
export function paced(draw: () => void): {request: () => void; cancel: () => void} {
  let drawnAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | null = null
  let frame: number | null = null

  const drawNow = () => {
    frame = null
    drawnAt = performance.now()
    draw()
  }
  // A frame for each try would be rendered for nothing, so a timer waits, and only then a frame.
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
    cancel: () => {
      if (timer !== null) clearTimeout(timer)
      if (frame !== null) cancelAnimationFrame(frame)
    },
  }
}
