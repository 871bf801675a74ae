import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useRef} from 'react'
import {chartCsv, csvName} from '../../../../domain/telemetry/csv'
import type {ShownUnit} from '../../../../domain/telemetry/temperature'
import {unitOfAggregated} from '../../../../domain/telemetry/temperature'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {download} from '../../../kit/download'
import {readingFreshness} from '../../freshness/ReadingFreshness'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {ChartCanvas} from './ChartCanvas'
import {ChartControls} from './ChartControls'
import {ChartState, chartState, OutdatedNotice, PointCount, StaleNotice, SumNotice} from './ChartNotices'
import type {Drawing} from './drawing'

interface Props {
  devices: DevicesRef
  chart: ChartRef
  deviceId: string
  name: string
  telemetryKey: string
  /** Of single values; what they add up to may have another. */
  unit: ShownUnit
  zone: string
}

export function ChartPanel({devices, chart, deviceId, name, telemetryKey, unit, zone}: Props) {
  const drawing = useRef<Drawing>(null)
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const drawn = useSelector(chart, chartState)
  return (
    <div className={styles.panel}>
      <ChartControls chart={chart} zone={zone} />
      <figure className={styles.figure} data-freshness={state} data-state={drawn}>
        <figcaption className={styles.bar}>
          <div className={styles.notices}>
            <PointCount chart={chart} />
            <SumNotice chart={chart} unit={unit} />
            <span className={styles.zoomed}>{texts.chart.zoomed}</span>
            <OutdatedNotice chart={chart} />
            <StaleNotice {...{devices, deviceId, telemetryKey}} />
          </div>
          <div className={styles.buttons}>
            <Button size="compact-sm" fz="xs" variant="default" onClick={() => drawing.current?.resetZoom()}>
              {texts.controls.resetZoom}
            </Button>
            <DownloadButton {...{chart, deviceId, telemetryKey, unit}} />
          </div>
        </figcaption>
        <ChartCanvas
          chart={chart}
          drawing={drawing}
          label={texts.chart.label(name, telemetryKey)}
          unit={unit}
          color={telemetryKey === 'temperature' ? 'red' : 'blue'}
          zone={zone}
        />
        <ChartState chart={chart} />
      </figure>
    </div>
  )
}

type DownloadProps = Pick<Props, 'chart' | 'deviceId' | 'telemetryKey' | 'unit'>

function DownloadButton({chart, deviceId, telemetryKey, unit}: DownloadProps) {
  const hasPoints = useSelector(chart, s => (s.context.series?.points.length ?? 0) > 0)
  const saveCsv = () => {
    const {series} = chart.getSnapshot().context
    if (series === null) return
    const csv = chartCsv(telemetryKey, series.points, unitOfAggregated(unit, series.aggregation))
    download(csvName(deviceId, telemetryKey), 'text/csv', csv)
  }
  return (
    <Button size="compact-sm" fz="xs" variant="default" onClick={saveCsv} disabled={!hasPoints}>
      {texts.controls.download}
    </Button>
  )
}
