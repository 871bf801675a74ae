import type {Options, SeriesLineOptions, YAxisOptions} from 'highcharts'
import {type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef} from 'react'
import {type ShownUnit, unitOfAggregated, unitText} from '../../../../../contract/rules/format/shownUnit'
import {inHtml} from '../../../../../contract/rules/text'
import type {Formats} from '../../../../domain/format/formats'
import {withDetail} from '../../../../domain/telemetry/series/chartDetail'
import {isSameSeries} from '../../../../domain/telemetry/series/comparison'
import {chartPoints} from '../../../../domain/telemetry/series/series'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ComparisonRef} from '../../../../machines/telemetry/comparison'
import {useApplication} from '../../../kit/application'
import spoken from '../../../kit/text/Spoken.module.css'
import chartStyles from '../chart/ChartCanvas.module.css'
import {axisText, valueText} from '../chart/chartText'
import {chartOptions} from '../chart/drawing/chartOptions'
import type {ChartPoint} from '../chart/drawing/difference'
import {Highcharts} from '../chart/drawing/highcharts'
import {paced} from '../chart/drawing/paced'
import type {Extent} from '../chart/drawing/zoom'
import styles from './Compare.module.css'
import crosshairStyles from './Crosshair.module.css'
import {type CompareDrawing, compareDrawingOn} from './compareDrawing'
import {Crosshair, type ReadSeries} from './crosshair'
import type {DrawnSeries} from './series'
import {strokeOf} from './strokes'
import {texts} from './texts'

/** A series that has an axis. */
export interface CanvasSeries extends DrawnSeries {
  axis: number
  isStepped: boolean
  /** The unit of single values. */
  unit: ShownUnit
}

interface Props {
  own: ChartRef
  comparison: ComparisonRef
  series: readonly CanvasSeries[]
  /** The units of the axes, the left one first. */
  units: readonly ShownUnit[]
  /** Holds the drawing as long as there is one. */
  mounted: RefObject<Mounted | null>
}

export interface Mounted {
  drawing: CompareDrawing
  crosshair: Crosshair
}

/** Other series start a drawing on a node of its own; after that, states of the charts' actors are drawn. */
export const CompareCanvas = memo(function CompareCanvas({own, comparison, series, units, mounted}: Props) {
  const {formats} = useApplication()
  const summary = useRef<HTMLParagraphElement>(null)
  const summaryId = useId()
  const attach = useCallback(
    (container: HTMLElement | null) => {
      if (container === null) return
      const started = mountOn(container, {own, comparison, series, units}, formats)
      mounted.current = started
      return () => {
        started.destroy()
        mounted.current = null
      }
    },
    [own, comparison, series, units, formats, mounted],
  )

  const announce = (text: string) => {
    if (summary.current !== null) summary.current.textContent = text
  }
  const updateSummary = () => {
    if (mounted.current !== null) announce(summaryOf(formats, series, mounted.current.drawing))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mounted.current === null || event.ctrlKey || event.metaKey || event.altKey) return
    const outcome = act(mounted.current, event)
    if (outcome === null) return
    event.preventDefault()
    if (outcome === 'view') updateSummary()
    else announce(outcome.read)
  }

  return (
    <>
      <p ref={summary} id={summaryId} className={spoken.spoken} aria-live="polite" />
      <div
        className={`${chartStyles.canvas} ${styles.canvas}`}
        role="application"
        aria-label={texts.label}
        aria-describedby={summaryId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zooming by keyboard needs the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={updateSummary}
        onBlur={() => mounted.current?.crosshair.hide()}
      >
        <div ref={attach} className={styles.drawing} aria-hidden="true" />
      </div>
    </>
  )
})

function mountOn(container: HTMLElement, {own, comparison, series, units}: Omit<Props, 'mounted'>, formats: Formats) {
  const {zoom} = own.getSnapshot().children
  let isReady = false
  const chartNode = document.createElement('div')
  const node = document.createElement('div')
  node.className = crosshairStyles.crosshair ?? ''
  node.hidden = true
  container.append(chartNode, node)
  const options = compareOptions({
    lines: series,
    units,
    formats,
    onView: view => {
      const part = view && {start: Math.floor(view.min), end: Math.ceil(view.max)}
      // While the drawing begins it only seems to have changed, and the part in view of before is shown again.
      if (!isReady) return
      zoom?.send({type: 'view.changed', view: part})
      crosshair.refresh()
    },
  })
  const chart = Highcharts.chart(chartNode, options)
  const drawing = compareDrawingOn(chart, () => own.send({type: 'range.zoomedOut'}))
  const crosshair = new Crosshair(chart, drawing, {node, formats, series: series.map(one => readOf(one, formats))})

  const pictures = series.map(pictureOf)
  let shown = own.getSnapshot().context.requestedZoom
  const draw = () => {
    const {range, requestedZoom} = own.getSnapshot().context
    const {hidden} = comparison.getSnapshot().context
    drawing.draw(
      range,
      series.map((one, at) => ({
        points: pictures[at]?.() ?? [],
        isHidden: hidden.some(name => isSameSeries(name, one)),
      })),
    )
    if (requestedZoom !== shown) drawing.show(requestedZoom.view)
    shown = requestedZoom
    crosshair.refresh()
  }
  const {request, cancel} = paced(draw)
  draw()
  const view = own.getSnapshot().context.zoom
  if (view !== null) drawing.show(view)
  isReady = true

  const unsubscribe = subscribe({own, comparison, series}, request)
  return {
    drawing,
    crosshair,
    destroy() {
      unsubscribe()
      cancel()
      crosshair.stop()
      chart.destroy()
      container.replaceChildren()
    },
  }
}

/** Calls `onChanged` after the drawn points have changed: once for all charts with points in one message. */
function subscribe({own, comparison, series}: Pick<Props, 'own' | 'comparison' | 'series'>, onChanged: () => void) {
  const charts = series.map(({chart}) => chart)
  const zooms = charts.flatMap(chart => chart.getSnapshot().children.zoom ?? [])
  const drawnNow = (): readonly unknown[] => {
    const {range, requestedZoom} = own.getSnapshot().context
    return [
      ...[range, requestedZoom, comparison.getSnapshot().context.hidden],
      ...charts.map(chart => chart.getSnapshot().context.series),
      ...zooms.map(zoom => zoom.getSnapshot().context.detail),
    ]
  }
  let drawn = drawnNow()
  let state: 'resting' | 'due' | 'ended' = 'resting'
  const compare = () => {
    if (state === 'ended') return
    state = 'resting'
    const now = drawnNow()
    if (now.every((value, at) => value === drawn[at])) return
    drawn = now
    onChanged()
  }
  const note = () => {
    if (state !== 'resting') return
    state = 'due'
    queueMicrotask(compare)
  }
  const subscriptions = [
    ...[own.subscribe(note), comparison.subscribe(note)],
    ...charts.map(chart => chart.subscribe(note)),
    ...zooms.map(zoom => zoom.subscribe(note)),
  ]
  return () => {
    state = 'ended'
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

const readOf = (series: CanvasSeries, formats: Formats): ReadSeries => ({
  place: series.place,
  title: series.title,
  isHeld: series.isStepped,
  textOf: value => formats.exact(value, unitText(unitNow(series))),
})

const unitNow = ({chart, unit}: CanvasSeries): ShownUnit =>
  unitOfAggregated(unit, chart.getSnapshot().context.series?.aggregation ?? 'none')

/** Makes the points again only when the series or its detail has changed. */
function pictureOf({chart, unit}: CanvasSeries): () => readonly ChartPoint[] {
  let points: readonly ChartPoint[] = []
  let drawn: readonly unknown[] = []
  return () => {
    const {series} = chart.getSnapshot().context
    const detail = chart.getSnapshot().children.zoom?.getSnapshot().context.detail ?? null
    if (drawn[0] === series && drawn[1] === detail) return points
    drawn = [series, detail]
    points =
      series === null
        ? []
        : chartPoints(detail === null ? series : withDetail(series, detail), unitOfAggregated(unit, series.aggregation))
    return points
  }
}

function summaryOf(formats: Formats, series: readonly CanvasSeries[], drawing: CompareDrawing): string {
  const {min, max} = drawing.visible()
  const outcome = drawing.points().map((points, at) => {
    const one = series[at]
    const name = one?.title ?? ''
    const unit = one === undefined ? null : unitNow(one)
    const values = points.flatMap(([ts, value]) => (value === null || ts < min || ts > max ? [] : [value]))
    if (values.length === 0) return texts.summaryEmpty(name)
    const text = (value: number) => valueText(formats, 'number', value, unit)
    const [lowest, highest] = [Math.min(...values), Math.max(...values)]
    return texts.summaryOf(name, values.length, text(lowest), text(highest))
  })
  return texts.summary(outcome.join('; '))
}

const PAN_SHARE = 0.1

/** Returns the text to announce; null when the key is not for the chart, so that the browser acts on it. */
function act({drawing, crosshair}: Mounted, {key, shiftKey}: KeyboardEvent): 'view' | {read: string} | null {
  switch (key) {
    case '+':
    case '=':
      drawing.zoomBy(1)
      return 'view'
    case '-':
      drawing.zoomBy(-1)
      return 'view'
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = key === 'ArrowLeft' ? -1 : 1
      if (shiftKey) return {read: crosshair.step(direction) ?? ''}
      drawing.panBy(direction * PAN_SHARE)
      return 'view'
    }
    case '0':
      drawing.show(null)
      return 'view'
    case 'Escape':
      crosshair.hide()
      return 'view'
    default:
      return null
  }
}

interface DrawnLine {
  place: number
  /** The index of its axis. */
  axis: number
  isStepped: boolean
}

interface Appearance {
  lines: readonly DrawnLine[]
  /** The units of the axes, the left one first. */
  units: readonly ShownUnit[]
  formats: Formats
  onView: (view: Extent | null) => void
}

/** The ordinary chart with two lines for each series; the second one has the marks of lone points. */
export function compareOptions({lines, units, formats, onView}: Appearance): Options {
  const base = chartOptions({
    color: 'blue',
    telemetryKey: '',
    kind: 'number',
    formats,
    onView,
    unit: () => null,
    leftOut: () => null,
  })
  const {xAxis} = base
  return {
    ...base,
    ...(xAxis !== undefined && !Array.isArray(xAxis) && {xAxis: {...xAxis, crosshair: false}}),
    yAxis: (units.length === 0 ? [null] : units).map((unit, at) => axisOf(unit, at, formats)),
    tooltip: {enabled: false},
    series: [
      ...lines.flatMap(seriesOf),
      {type: 'line', data: [], enableMouseTracking: false, lineWidth: 0, marker: {enabled: false}},
    ],
  }
}

function axisOf(unit: ShownUnit, at: number, formats: Formats): YAxisOptions {
  return {
    // A unit can hold anything, and titles are read as HTML.
    title: {text: inHtml(unitText(unit) ?? ''), style: {color: 'var(--text-dim)'}, margin: 4},
    labels: {
      formatter: tick => axisText(formats, 'number', Number(tick.value), {unit: null, ticks: tick.axis.tickPositions}),
    },
    opposite: at === 1,
    // The lines of a second grid would be read at the wrong axis.
    gridLineWidth: at === 1 ? 0 : 1,
  }
}

function seriesOf({place, axis, isStepped}: DrawnLine): SeriesLineOptions[] {
  const {color, dash, symbol} = strokeOf(place)
  const shared = {type: 'line' as const, data: [], color, yAxis: axis, className: `compared-${place + 1}`}
  return [
    {
      ...shared,
      dashStyle: dash,
      enableMouseTracking: false,
      marker: {enabled: false},
      ...(isStepped && {step: 'left' as const}),
    },
    {...shared, lineWidth: 0, marker: {enabled: true, symbol, radius: 3}, enableMouseTracking: false},
  ]
}
