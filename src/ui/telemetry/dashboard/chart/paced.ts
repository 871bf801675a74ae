import type {Milliseconds} from '../../../../../contract/wire/common'

/** More often nobody can follow a chart, and drawing it costs a wall its processor. */
const PACE: Milliseconds = 100

/** Draws at once, and what comes sooner after that once for all, with a frame. A hidden page draws when it is seen again. */
export function paced(draw: () => void): {request: () => void; cancel: () => void} {
  let drawnAt = Number.NEGATIVE_INFINITY
  let frame: number | null = null

  const drawWhenDue = () => {
    const now = performance.now()
    if (now - drawnAt < PACE) {
      frame = requestAnimationFrame(drawWhenDue)
      return
    }
    frame = null
    drawnAt = now
    draw()
  }

  return {
    request: () => {
      if (frame === null) drawWhenDue()
    },
    cancel: () => {
      if (frame !== null) cancelAnimationFrame(frame)
    },
  }
}
