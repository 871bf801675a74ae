import {ZOOM_WHEEL_STEP} from '../../../../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'

export interface Extent {
  min: EpochMs
  max: EpochMs
}

export const NARROWEST: Milliseconds = 1000

/**
 * Zooms in by `steps`, or out when they are negative, and keeps `focus` in place. Returns null when all of `whole` is
 * in view again.
 */
export function zoomedBy(steps: number, focus: EpochMs, visible: Extent, whole: Extent): Extent | null {
  const width = Math.max(NARROWEST, widthOf(visible) / (1 + ZOOM_WHEEL_STEP) ** steps)
  if (width >= widthOf(whole)) return null
  const share = widthOf(visible) === 0 ? 0.5 : (focus - visible.min) / widthOf(visible)
  return within(focus - share * width, width, whole)
}

/** Moves the extent by a share of its width, to later times when positive, and never beyond `whole`. */
export function pannedBy(share: number, visible: Extent, whole: Extent): Extent {
  return within(visible.min + share * widthOf(visible), widthOf(visible), whole)
}

/** Returns -1 to 1: a notch of a mouse wheel is one step, and each small event of a trackpad is a fraction of one. */
export function wheelSteps({deltaY, deltaMode}: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const notch = deltaMode === 0 ? 100 : 1
  return -Math.max(-1, Math.min(1, deltaY / notch))
}

function within(min: EpochMs, width: Milliseconds, whole: Extent): Extent {
  const inside = Math.max(whole.min, Math.min(min, whole.max - width))
  return {min: Math.round(inside), max: Math.round(inside + width)}
}

const widthOf = ({min, max}: Extent): Milliseconds => max - min
