import {memo} from 'react'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {ReadingFreshness} from '../freshness/ReadingFreshness'
import {LatestValue} from '../LatestValue'
import {LimitMark} from '../limits/LimitMark'
import styles from './Values.module.css'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

export const Value = memo(function Value({devices, deviceId, telemetryKey}: Props) {
  return (
    <div className={styles.value}>
      <dt title={telemetryKey}>
        <bdi>{telemetryKey}</bdi>
      </dt>
      <dd className={styles.reading}>
        <LimitMark {...{devices, deviceId, telemetryKey}} />
        <LatestValue {...{devices, deviceId, telemetryKey}} />
      </dd>
      <dd className={styles.freshness}>
        <ReadingFreshness {...{devices, deviceId, telemetryKey}} />
      </dd>
    </div>
  )
})
