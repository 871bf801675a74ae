import Highcharts from 'highcharts/esm/highcharts.js'
import {HighchartsReact, type HighchartsReactRefObject} from 'highcharts-react-official'
import {type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef} from 'react'
import {CHART_DECIMALS} from '../../../../contract/limits'
import {chartPoints} from '../../../domain/series'
import type {ChartRef} from '../../../machines/chart'
import spoken from '../Spoken.module.css'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {chartOptions} from './chartOptions'
import {type Drawing, drawingOn} from './drawing'
import {paced} from './paced'

interface Props {
  chart: ChartRef
  drawing: RefObject<Drawing | null>
  label: string
  color: 'red' | 'blue'
  zone: string
}

/** React mounts the chart once; from then on the chart's actor is drawn without rendering. */
export const ChartCanvas = memo(function ChartCanvas({chart, drawing, label, color, zone}: Props) {
  const summary = useRef<HTMLParagraphElement>(null)
  const summaryId = useId()
  const attach = useCallback(
    (mounted: HighchartsReactRefObject) => {
      const drawingHere = drawingOn(mounted.chart)
      drawing.current = drawingHere
      const stop = drawEach(chart, drawingHere)
      return () => {
        stop()
        drawing.current = null
      }
    },
    [chart, drawing],
  )

  const tellWhatIsInView = () => {
    if (summary.current !== null && drawing.current !== null)
      summary.current.textContent = summaryOf(drawing.current.inView())
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
          options={chartOptions({color, zone})}
          allowChartUpdate={false}
          containerProps={{'aria-hidden': true}}
        />
      </div>
    </>
  )
})

function summaryOf(values: readonly number[]): string {
  const latest = values.at(-1)
  if (latest === undefined) return texts.chart.summaryEmpty
  return texts.chart.summary({
    count: values.length,
    lowest: exact(Math.min(...values)),
    highest: exact(Math.max(...values)),
    latest: exact(latest),
  })
}

const exact = (value: number): string => value.toFixed(CHART_DECIMALS)

function drawEach(chart: ChartRef, drawing: Drawing): () => void {
  let drawn = chart.getSnapshot().context
  const draw = () => {
    drawn = chart.getSnapshot().context
    drawing.draw({points: drawn.series === null ? [] : chartPoints(drawn.series), range: drawn.range})
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

const PAN_SHARE = 0.1

/** False for a key that means nothing to the chart. */
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
