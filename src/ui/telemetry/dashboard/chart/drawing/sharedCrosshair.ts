import type {Chart} from 'highcharts'
import type {Crosshair} from '../../detail/crosshair'
import styles from '../Chart.module.css'

/** Tells the time under the pointer to the other charts, and shows the one that they tell. */
export function shareCrosshair(chart: Chart, crosshair: Crosshair): () => void {
  const {container} = chart
  const [axis] = chart.xAxis
  const hair = container.ownerDocument.createElement('i')
  hair.className = styles.hair ?? ''
  container.append(hair)
  const share = (event: PointerEvent) => {
    const {chartX, chartY} = chart.pointer.normalize(event)
    const isInside = chart.isInsidePlot(chartX - chart.plotLeft, chartY - chart.plotTop)
    crosshair.show(isInside && axis !== undefined ? Math.round(axis.toValue(chartX)) : null)
  }
  const leave = () => crosshair.show(null)
  container.addEventListener('pointermove', share)
  container.addEventListener('pointerleave', leave)
  const unsubscribe = crosshair.subscribe(at => {
    const x = at === null || axis === undefined ? -1 : axis.toPixels(at, false) - chart.plotLeft
    const isOver = x >= 0 && x <= chart.plotWidth
    hair.hidden = !isOver
    if (!isOver) return
    hair.style.transform = `translateX(${chart.plotLeft + x}px)`
    hair.style.top = `${chart.plotTop}px`
    hair.style.height = `${chart.plotHeight}px`
  })
  hair.hidden = true
  return () => {
    unsubscribe()
    container.removeEventListener('pointermove', share)
    container.removeEventListener('pointerleave', leave)
    hair.remove()
  }
}
