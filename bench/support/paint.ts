/** The browser's measures of the first seconds of a page. Times are milliseconds since the page was requested. */
export interface Paint {
  first: number
  /** When the largest text or picture of all that were there so far was drawn. */
  largest: number
  /** The cumulative layout shift: how far things have moved that nobody has touched. */
  shift: number
}

declare global {
  interface Window {
    paint: Paint
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/**
 * Runs in the page before its scripts. It must not use anything outside of itself, because only its text is sent there.
 */
export function installPaint() {
  const paint: Paint = {first: 0, largest: 0, shift: 0}
  window.paint = paint
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({type, buffered: true})
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry
  observe('paint', ({name, startTime}) => {
    if (name === 'first-contentful-paint') paint.first = startTime
  })
  observe('largest-contentful-paint', ({startTime}) => {
    paint.largest = startTime
  })
  observe('layout-shift', entry => {
    if (isShift(entry) && !entry.hadRecentInput) paint.shift += entry.value
  })
}
