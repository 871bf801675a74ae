import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {listedText, valueText} from '../../../domain/telemetry/format'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication} from '../../kit/application'
import {ReadingFreshness} from '../freshness/ReadingFreshness'
import {unitOf} from '../unitOf'
import styles from './Home.module.css'

interface Props {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

export const Value = memo(function Value({devices, deviceId, telemetryKey}: Props) {
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const {formats} = useApplication()
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return (
    <div className={styles.value}>
      <dt title={telemetryKey}>{telemetryKey}</dt>
      <dd
        className={styles.reading}
        data-number={typeof value === 'number' || undefined}
        title={valueText(formats, value, unit)}
      >
        {listedText(formats, value, unit)}
      </dd>
      <dd className={styles.freshness}>
        <ReadingFreshness {...{devices, deviceId, telemetryKey}} />
      </dd>
    </div>
  )
})
