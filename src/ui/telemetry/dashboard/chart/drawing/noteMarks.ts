import type {Chart} from 'highcharts'
import type {Note} from '../../../../../../contract/rules/lists/annotations'
import {cut, inHtml} from '../../../../../../contract/rules/text'
import type {TimeRange} from '../../../../../domain/timeRange/timeRange'
import type {AnnotationsRef} from '../../../../../machines/telemetry/annotations'

declare module 'highcharts' {
  interface Axis {
    /** Highcharts has them for each axis, but its types omit them. */
    addPlotLine(options: XAxisPlotLinesOptions): void
    addPlotBand(options: XAxisPlotBandsOptions): void
    /** Removes the lines and the bands with this id. */
    removePlotLine(id: string): void
  }
}

/** Draws each note as a line at its time, or as a band up to its end, with its first words. */
export function drawNotes(chart: Chart, annotations: AnnotationsRef): () => void {
  let drawn: readonly Note[] = []
  const draw = () => {
    const {items: notes} = annotations.getSnapshot().context.stored
    const [axis] = chart.xAxis
    if (notes === drawn || axis === undefined) return
    drawn = notes
    axis.removePlotLine(MARK)
    for (const [place, {at, until, text}] of notes.toSorted((one, other) => one.at - other.at).entries()) {
      const y = FIRST_ROW + (place % ROWS) * ROW
      // Notes can hold anything, and labels are read as HTML.
      const label = {text: inHtml(cut(text, LONGEST)), rotation: 0, y, x: 4, style: STYLE}
      axis.addPlotLine({id: MARK, value: at, color: COLOUR, dashStyle: 'Dash', width: 1, zIndex: 3, label})
      if (until !== null) axis.addPlotBand({id: MARK, from: at, to: until, color: 'var(--chart-note)'})
    }
  }
  draw()
  const {unsubscribe} = annotations.subscribe(draw)
  return unsubscribe
}

/** Draws the time in which an alarm was active as a band. */
export function drawActive(chart: Chart, {start, end}: TimeRange) {
  chart.xAxis[0]?.addPlotBand({id: 'active', from: start, to: end, color: 'var(--chart-active)'})
}

const MARK = 'note'
const COLOUR = 'var(--text-dim)'
const STYLE = {color: COLOUR, fontSize: '0.6875rem', textOverflow: 'ellipsis', whiteSpace: 'nowrap'}

/** Neighbours are in different rows, in px, because their words may be wider than the time between them. */
const ROWS = 3
const FIRST_ROW = 12
const ROW = 14

const LONGEST = 24
