import type {Axis, Chart} from 'highcharts'
import type {EpochMs} from '../../../../../../contract/wire/common'

export interface LastValue {
  /** Writes the text beside the end of the line, or hides it where its point is out of view. */
  place(last: {at: EpochMs; value: number; text: string} | null): void
}

const ROOM_PX = 28

/** The newest value at the right edge. It is placed without measuring, which would slow each live value. */
export function lastValueOn(chart: Chart, times: Axis, values: Axis): LastValue {
  const label = chart.container.appendChild(document.createElement('div'))
  label.className = 'last-value'
  label.hidden = true
  let [shown, top] = ['', Number.NaN]
  return {
    place(last) {
      const isSeen = last !== null && holds(times, last.at) && holds(values, last.value)
      if (label.hidden === isSeen) label.hidden = !isSeen
      if (last === null || !isSeen) return
      if (last.text !== shown) label.textContent = shown = last.text
      const y = Math.round(values.toPixels(last.value, false))
      if (y === top) return
      top = y
      label.style.top = `${y}px`
      label.dataset.side = y - chart.plotTop < ROOM_PX ? 'below' : 'above'
    },
  }
}

function holds(axis: Axis, at: number): boolean {
  const {min, max} = axis.getExtremes()
  return at >= min && at <= max
}
