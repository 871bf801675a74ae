import {useSyncExternalStore} from 'react'
import type {LineHeights} from './lines'

const HEIGHTS = {
  comfortable: {group: 32, device: 48, key: 28, noKeys: 28},
  compact: {group: 28, device: 40, key: 24, noKeys: 24},
  touch: {group: 44, device: 56, key: 44, noKeys: 44},
} as const satisfies Record<string, LineHeights>

export type Size = keyof typeof HEIGHTS

export const heightsOf = (size: Size): LineHeights => HEIGHTS[size]

/** The size of lines for the viewer's pointer and density. Fingers need more room than either density gives. */
export const useLineSize = (): Size => useSyncExternalStore(watch, sizeNow)

const COARSE = '(pointer: coarse)'

function sizeNow(): Size {
  if (window.matchMedia(COARSE).matches) return 'touch'
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
}

function watch(changed: () => void): () => void {
  const pointer = window.matchMedia(COARSE)
  const density = new MutationObserver(changed)
  pointer.addEventListener('change', changed)
  density.observe(document.documentElement, {attributeFilter: ['data-density']})
  return () => {
    pointer.removeEventListener('change', changed)
    density.disconnect()
  }
}
