import {useCallback, useSyncExternalStore} from 'react'

/** The first and the last row that `scroller` shows of a list whose rows begin at `starts`, in pixels from its top. */
export function useRowsInView(scroller: HTMLElement | null, starts: readonly number[], unseen: View): [number, number] {
  const subscribe = useCallback(
    (onMoved: () => void) => {
      if (scroller === null) return () => {}
      const resized = new ResizeObserver(onMoved)
      resized.observe(scroller)
      scroller.addEventListener('scroll', onMoved, {passive: true})
      return () => {
        resized.disconnect()
        scroller.removeEventListener('scroll', onMoved)
      }
    },
    [scroller],
  )
  const viewNow = () => (scroller === null ? unseen : {top: scroller.scrollTop, height: scroller.clientHeight})
  const first = useSyncExternalStore(subscribe, () => rowAt(starts, viewNow().top))
  const last = useSyncExternalStore(subscribe, () => rowAt(starts, viewNow().top + viewNow().height - 1))
  return [first, last]
}

/** The part of a list that is in view, in pixels. */
interface View {
  top: number
  height: number
}

/** Scrolls no further than needed to have all of the row in view. */
export function showRow(scroller: HTMLElement, start: number, height: number): void {
  const {scrollTop, clientHeight} = scroller
  scroller.scrollTop = Math.min(start, Math.max(scrollTop, start + height - clientHeight))
}

const rowAt = (starts: readonly number[], offset: number): number =>
  Math.max(
    0,
    starts.findLastIndex(start => start <= offset),
  )
