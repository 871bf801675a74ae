import type {EpochMs} from '../../../../../contract/wire/common'

/** The one time at which all charts in view are read. It changes with the pointer, so no render of React follows it. */
export interface Crosshair {
  /** Null when nothing is pointed at. */
  show(at: EpochMs | null): void
  /** Calls the listener with the time, at most once a frame. */
  subscribe(listener: Listener): () => void
}

type Listener = (at: EpochMs | null) => void

export function createCrosshair(): Crosshair {
  const listeners = new Set<Listener>()
  let shown: EpochMs | null = null
  let frame: number | null = null
  const move = () => {
    frame = null
    for (const listener of listeners) listener(shown)
  }
  return {
    show(at) {
      if (at === shown) return
      shown = at
      if (frame === null) frame = requestAnimationFrame(move)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
