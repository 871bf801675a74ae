import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import {type Sparkline, sparklineKey} from '../../../domain/telemetry/sparkline'
import type {HomeRef} from '../../../machines/telemetry/home'
import {FetchedSparkline} from './FetchedSparkline'
import styles from './Home.module.css'
import {texts} from './texts'

/** The last 24 hours of one key, or why they are not shown; nothing as long as the values are not read. */
export const SparklineFigure = memo(function SparklineFigure({home, device}: {home: HomeRef; device: DeviceEntry}) {
  const {id, name} = device
  const sparkline = useSelector(home, s => s.context.sparklines.get(id))
  const hasValues = useSelector(home, s => s.context.readings.has(id))
  const hasNumbers = useSelector(home, s => sparklineKey(s.context.readings.get(id)) !== null)
  if (sparkline?.fetched) return <FetchedSparkline {...{home, sparkline, name}} deviceId={id} />
  return <p className={styles.noChart}>{hasValues && whyNone(sparkline, hasNumbers)}</p>
})

function whyNone(sparkline: Sparkline | undefined, hasNumbers: boolean): string {
  if (!hasNumbers) return texts.sparkline.noNumbers
  return sparkline === undefined ? texts.sparkline.loading : texts.sparkline.failed(sparkline.failure ?? '')
}
