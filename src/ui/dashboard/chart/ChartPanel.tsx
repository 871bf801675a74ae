import {useSelector} from '@xstate/react'
import {useRef} from 'react'
import {chartCsv, csvName} from '../../../domain/csv'
import type {ChartRef} from '../../../machines/chart'
import type {DashboardRef} from '../../../machines/dashboard'
import {download} from '../download'
import {readingFreshness} from '../ReadingFreshness'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {ChartCanvas} from './ChartCanvas'
import {ChartControls} from './ChartControls'
import {ChartState, chartState, OutdatedNotice, PointCount, StaleNotice} from './ChartNotices'
import type {Drawing} from './drawing'

interface Props {
  dashboard: DashboardRef
  chart: ChartRef
  deviceId: string
  name: string
  telemetryKey: string
  zone: string
}

export function ChartPanel({dashboard, chart, deviceId, name, telemetryKey, zone}: Props) {
  const drawing = useRef<Drawing>(null)
  const state = useSelector(dashboard, s => readingFreshness(s, deviceId, telemetryKey))
  const drawn = useSelector(chart, chartState)
  const saveCsv = () => {
    const {series} = chart.getSnapshot().context
    if (series !== null) download(csvName(deviceId, telemetryKey), 'text/csv', chartCsv(telemetryKey, series.points))
  }
  return (
    <div className={styles.panel}>
      <ChartControls chart={chart} zone={zone} onResetZoom={() => drawing.current?.resetZoom()} onDownload={saveCsv} />
      <figure className={styles.figure} data-freshness={state} data-state={drawn}>
        <ChartCanvas
          className={styles.canvas ?? ''}
          chart={chart}
          drawing={drawing}
          label={texts.chart.label(name, telemetryKey)}
          color={telemetryKey === 'temperature' ? 'red' : 'blue'}
          zone={zone}
        />
        <ChartState chart={chart} />
        <figcaption className={styles.caption}>
          <PointCount chart={chart} />
          <span className={styles.zoomed}>{texts.chart.zoomed}</span>
          <OutdatedNotice chart={chart} />
          <StaleNotice dashboard={dashboard} deviceId={deviceId} telemetryKey={telemetryKey} />
        </figcaption>
      </figure>
    </div>
  )
}
