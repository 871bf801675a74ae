import Highcharts from 'highcharts/esm/highcharts.js'
import {HighchartsReact, type HighchartsReactRefObject} from 'highcharts-react-official'
import {type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef} from 'react'
import type {Milliseconds} from '../../../../../contract/wire/common'
import type {Formats} from '../../../../domain/format/formats'
import {withDetail} from '../../../../domain/telemetry/chartDetail'
import {shapeOf, type ValueKind} from '../../../../domain/telemetry/chartKind'
import {chartPoints} from '../../../../domain/telemetry/series'
import {type ShownUnit, unitOfAggregated} from '../../../../domain/telemetry/temperature'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartContext} from '../../../../machines/telemetry/chartContext'
import type {Detail} from '../../../../machines/telemetry/chartZoom'
import {useApplication} from '../../../kit/application'
import spoken from '../../../kit/Spoken.module.css'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {chartOptions} from './chartOptions'
import {chartText} from './chartText'
import {type Drawing, drawingOn, type Picture} from './drawing'
import {paced} from './paced'
import type {Extent} from './zoom'

interface Props {
  chart: ChartRef
  drawing: RefObject<Drawing | null>
  label: string
  /** The unit of a single value; an aggregate can have another. */
  unit: ShownUnit
  color: 'red' | 'blue'
  telemetryKey: string
  kind: ValueKind
}

/** React mounts the chart once; after that, states of the chart's actor are drawn without a render of React. */
export const ChartCanvas = memo(function ChartCanvas({chart, drawing, label, unit, color, telemetryKey, kind}: Props) {
  const {formats} = useApplication()
  const summary = useRef<HTMLParagraphElement>(null)
  const summaryId = useId()
  const attach = useCallback(
    (mounted: HighchartsReactRefObject) => {
      const drawingHere = drawingOn(mounted.chart, () => chart.send({type: 'range.zoomedOut'}))
      drawing.current = drawingHere
      const stop = drawEach(chart, {unit, kind}, drawingHere)
      return () => {
        stop()
        drawing.current = null
      }
    },
    [chart, drawing, unit, kind],
  )

  const tellWhatIsInView = () => {
    if (summary.current !== null && drawing.current !== null)
      summary.current.textContent = summaryOf(formats, drawing.current.inView(), drawing.current.unit())
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (drawing.current === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (!act(drawing.current, event.key)) return
    event.preventDefault()
    tellWhatIsInView()
  }

  return (
    <>
      <p ref={summary} id={summaryId} className={spoken.spoken} aria-live="polite" />
      <div
        className={styles.canvas}
        role="application"
        aria-label={label}
        aria-describedby={summaryId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zooming by keyboard needs the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={tellWhatIsInView}
      >
        <HighchartsReact
          // Another drawing starts on a node of its own, with the listeners of one drawing alone.
          key={`${kind} ${unit} ${formats.zone}`}
          ref={attach}
          highcharts={Highcharts}
          options={chartOptions({
            color,
            telemetryKey,
            kind,
            formats,
            unit: () => drawing.current?.unit() ?? null,
            onView: tellView(chart),
          })}
          allowChartUpdate={false}
          containerProps={{'aria-hidden': true}}
        />
      </div>
    </>
  )
})

function summaryOf(formats: Formats, values: readonly number[], unit: ShownUnit): string {
  const latest = values.at(-1)
  if (latest === undefined) return texts.chart.summaryEmpty
  return texts.chart.summary({
    count: values.length,
    lowest: chartText(formats, Math.min(...values), unit),
    highest: chartText(formats, Math.max(...values), unit),
    latest: chartText(formats, latest, unit),
  })
}

interface Values {
  unit: ShownUnit
  kind: ValueKind
}

function drawEach(chart: ChartRef, values: Values, drawing: Drawing): () => void {
  const {zoom} = chart.getSnapshot().children
  const detailNow = () => zoom?.getSnapshot().context.detail ?? null
  let drawn = chart.getSnapshot().context
  let detail = detailNow()
  let shown: ChartContext['zoomWanted'] | null = null
  const draw = () => {
    drawn = chart.getSnapshot().context
    detail = detailNow()
    drawing.draw(pictureOf(drawn, detail, values))
    if (shown !== drawn.zoomWanted && (shown !== null || drawn.zoomWanted.view !== null))
      drawing.show(drawn.zoomWanted.view)
    shown = drawn.zoomWanted
  }
  const {request, cancel} = paced(draw)
  draw()
  const subscriptions = [
    chart.subscribe(({context: {series, range, zoomWanted}}) => {
      if (series !== drawn.series || range !== drawn.range || zoomWanted !== shown) request()
    }),
    zoom?.subscribe(({context}) => {
      if (context.detail !== detail) request()
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription?.unsubscribe()
    cancel()
  }
}

function pictureOf(
  {series, range}: Pick<ChartContext, 'series' | 'range'>,
  detail: Detail | null,
  {unit: unitOfValues, kind}: Values,
): Picture {
  if (series === null) return {points: [], range, unit: unitOfValues, shape: shapeOf(kind, 'none'), bucket: null}
  const unit = unitOfAggregated(unitOfValues, series.aggregation)
  const shape = shapeOf(kind, series.aggregation)
  const minutes = (detail?.series ?? series).window?.applied ?? null
  const bucket = minutes === null ? null : minutes * MINUTE
  return {points: chartPoints(detail === null ? series : withDetail(series, detail), unit), range, unit, shape, bucket}
}

/** The drawing moves first, so that it never waits, and the actor hears of it. */
function tellView(chart: ChartRef) {
  return (view: Extent | null) =>
    chart.getSnapshot().children.zoom?.send({
      type: 'view.changed',
      view: view && {start: Math.floor(view.min), end: Math.ceil(view.max)},
    })
}

const MINUTE: Milliseconds = 60_000
const PAN_SHARE = 0.1

/** Returns whether the chart uses the key; the browser must keep its default action for every other key. */
function act(drawing: Drawing, key: string): boolean {
  switch (key) {
    case '+':
    case '=':
      drawing.zoomBy(1)
      return true
    case '-':
      drawing.zoomBy(-1)
      return true
    case 'ArrowLeft':
      drawing.panBy(-PAN_SHARE)
      return true
    case 'ArrowRight':
      drawing.panBy(PAN_SHARE)
      return true
    case '0':
      drawing.show(null)
      return true
    default:
      return false
  }
}
