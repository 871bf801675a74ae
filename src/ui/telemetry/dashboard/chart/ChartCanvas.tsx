import Highcharts from 'highcharts/esm/highcharts.js'
import {HighchartsReact, type HighchartsReactRefObject} from 'highcharts-react-official'
import {type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef} from 'react'
import type {Formats} from '../../../../domain/format/formats'
import {chartPoints} from '../../../../domain/telemetry/series'
import {type ShownUnit, unitOfAggregated} from '../../../../domain/telemetry/temperature'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartContext} from '../../../../machines/telemetry/chartContext'
import {useApplication} from '../../../kit/application'
import spoken from '../../../kit/Spoken.module.css'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {chartOptions} from './chartOptions'
import {chartText} from './chartText'
import {type Drawing, drawingOn, type Picture} from './drawing'
import {paced} from './paced'

interface Props {
  chart: ChartRef
  drawing: RefObject<Drawing | null>
  label: string
  /** The unit of a single value; an aggregate can have another. */
  unit: ShownUnit
  color: 'red' | 'blue'
}

/** React mounts the chart once; after that, states of the chart's actor are drawn without a render of React. */
export const ChartCanvas = memo(function ChartCanvas({chart, drawing, label, unit, color}: Props) {
  const {formats} = useApplication()
  const summary = useRef<HTMLParagraphElement>(null)
  const summaryId = useId()
  const attach = useCallback(
    (mounted: HighchartsReactRefObject) => {
      const drawingHere = drawingOn(mounted.chart)
      drawing.current = drawingHere
      const stop = drawEach(chart, unit, drawingHere)
      return () => {
        stop()
        drawing.current = null
      }
    },
    [chart, drawing, unit],
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
          ref={attach}
          highcharts={Highcharts}
          options={chartOptions({color, formats, unit: () => drawing.current?.unit() ?? null})}
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

function drawEach(chart: ChartRef, unit: ShownUnit, drawing: Drawing): () => void {
  let drawn = chart.getSnapshot().context
  const draw = () => {
    drawn = chart.getSnapshot().context
    drawing.draw(pictureOf(drawn, unit))
  }
  const {request, cancel} = paced(draw)
  draw()
  const subscription = chart.subscribe(({context: {series, range}}) => {
    if (series !== drawn.series || range !== drawn.range) request()
  })
  return () => {
    subscription.unsubscribe()
    cancel()
  }
}

function pictureOf({series, range}: Pick<ChartContext, 'series' | 'range'>, unitOfValues: ShownUnit): Picture {
  if (series === null) return {points: [], range, unit: unitOfValues}
  const unit = unitOfAggregated(unitOfValues, series.aggregation)
  return {points: chartPoints(series, unit), range, unit}
}

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
      drawing.resetZoom()
      return true
    default:
      return false
  }
}
