import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {type Sparkline, sparklineKey} from '../../../domain/telemetry/series/sparkline'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {Skeleton} from '../../kit/loading/Skeleton'
import {FetchedSparkline} from './FetchedSparkline'
import styles from './FetchedSparkline.module.css'
import {texts} from './texts'

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
}

/** Shows the chosen span of one key, or why they are missing, and a blank block as long as the values are not read. */
export const SparklineFigure = memo(function SparklineFigure({home, devices, device}: Props) {
  const {id, name} = device
  const sparkline = useSelector(home, s => s.context.sparklines.get(id))
  const isRead = useSelector(devices, s => device.keys.every(key => s.context.readings.get(id)?.has(key)))
  const hasNumbers = useSelector(devices, s => sparklineKey(s.context.readings.get(id)) !== null)
  if (sparkline?.fetched) return <FetchedSparkline {...{home, devices, sparkline, name}} deviceId={id} />
  if (!isRead && !hasNumbers) return <Skeleton height="calc(3.5rem + 1px)" />
  return <p className={styles.noChart}>{whyNone(sparkline, hasNumbers)}</p>
})

function whyNone(sparkline: Sparkline | undefined, hasNumbers: boolean): string {
  if (!hasNumbers) return texts.sparkline.noNumbers
  return sparkline === undefined ? texts.sparkline.loading : texts.sparkline.failed(sparkline.failure ?? '')
}
