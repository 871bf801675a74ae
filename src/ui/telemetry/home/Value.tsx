import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {ReadingFreshness} from '../freshness/ReadingFreshness'
import {LimitMark} from '../limits/LimitMark'
import {unitOf} from '../unitOf'
import {ValueText} from '../ValueText'
import styles from './Values.module.css'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

export const Value = memo(function Value({devices, deviceId, telemetryKey}: Props) {
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return (
    <div className={styles.value}>
      <dt title={telemetryKey}>
        <bdi>{telemetryKey}</bdi>
      </dt>
      <dd className={styles.reading}>
        <LimitMark {...{devices, deviceId, telemetryKey}} />
        <ValueText {...{value, unit}} />
      </dd>
      <dd className={styles.freshness}>
        <ReadingFreshness {...{devices, deviceId, telemetryKey}} />
      </dd>
    </div>
  )
})
