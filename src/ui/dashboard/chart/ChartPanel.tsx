import {Button} from '@mantine/core'
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
  return (
    <div className={styles.panel}>
      <ChartControls chart={chart} zone={zone} />
      <figure className={styles.figure} data-freshness={state} data-state={drawn}>
        <figcaption className={styles.bar}>
          <div className={styles.notices}>
            <PointCount chart={chart} />
            <span className={styles.zoomed}>{texts.chart.zoomed}</span>
            <OutdatedNotice chart={chart} />
            <StaleNotice dashboard={dashboard} deviceId={deviceId} telemetryKey={telemetryKey} />
          </div>
          <div className={styles.buttons}>
            <Button size="compact-sm" fz="xs" variant="default" onClick={() => drawing.current?.resetZoom()}>
              {texts.controls.resetZoom}
            </Button>
            <DownloadButton {...{chart, deviceId, telemetryKey}} />
          </div>
        </figcaption>
        <ChartCanvas
          chart={chart}
          drawing={drawing}
          label={texts.chart.label(name, telemetryKey)}
          color={telemetryKey === 'temperature' ? 'red' : 'blue'}
          zone={zone}
        />
        <ChartState chart={chart} />
      </figure>
    </div>
  )
}

function DownloadButton({chart, deviceId, telemetryKey}: Pick<Props, 'chart' | 'deviceId' | 'telemetryKey'>) {
  const hasPoints = useSelector(chart, s => (s.context.series?.points.length ?? 0) > 0)
  const saveCsv = () => {
    const {series} = chart.getSnapshot().context
    if (series !== null) download(csvName(deviceId, telemetryKey), 'text/csv', chartCsv(telemetryKey, series.points))
  }
  return (
    <Button size="compact-sm" fz="xs" variant="default" onClick={saveCsv} disabled={!hasPoints}>
      {texts.controls.download}
    </Button>
  )
}
