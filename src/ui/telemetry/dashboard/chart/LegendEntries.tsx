import {useSelector} from '@xstate/react'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import {texts} from '../texts'
import type {DrawnLimit} from './drawing/limitLines'
import styles from './Legend.module.css'

/** The limits in the legend, which hides and shows them. */
export function LimitsEntry({chart, limits}: {chart: ChartRef; limits: readonly DrawnLimit[]}) {
  const areShown = useSelector(chart, s => s.context.areLimitsShown)
  if (limits.length === 0) return null
  return (
    <button
      type="button"
      className={styles.limits}
      aria-pressed={areShown}
      title={limits.map(({text}) => text).join(', ')}
      onClick={() => chart.send({type: 'limits.toggled'})}
    >
      {texts.chart.limits}
    </button>
  )
}
