import Highcharts from 'highcharts/esm/highcharts.js'
import {HighchartsReact, type HighchartsReactRefObject} from 'highcharts-react-official'
import {type KeyboardEvent, memo, type RefObject, useCallback} from 'react'
import {chartPoints} from '../../../domain/series'
import type {ChartRef} from '../../../machines/chart'
import {chartOptions} from './chartOptions'
import {type Drawing, drawingOn} from './drawing'

interface Props {
  chart: ChartRef
  drawing: RefObject<Drawing | null>
  label: string
  color: 'red' | 'blue'
  zone: string
  className: string
}

/** React mounts the chart once; from then on the chart's actor is drawn without rendering. */
export const ChartCanvas = memo(function ChartCanvas({chart, drawing, label, color, zone, className}: Props) {
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

  const onKeyDown = (event: KeyboardEvent) => {
    if (drawing.current === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (act(drawing.current, event.key)) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: zooming by keyboard needs the focus
    <div className={className} role="application" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      <HighchartsReact
        ref={attach}
        highcharts={Highcharts}
        options={chartOptions({color, zone})}
        allowChartUpdate={false}
        containerProps={{'aria-hidden': true}}
      />
    </div>
  )
})

function drawEach(chart: ChartRef, drawing: Drawing): () => void {
  const draw = ({context: {series, range}}: ReturnType<ChartRef['getSnapshot']>) =>
    drawing.draw({points: series === null ? [] : chartPoints(series), range})
  draw(chart.getSnapshot())
  const subscription = chart.subscribe(draw)
  return () => subscription.unsubscribe()
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
