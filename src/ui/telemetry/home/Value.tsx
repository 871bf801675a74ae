import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {listedText, valueText} from '../../../domain/telemetry/format'
import {unitOfKey} from '../../../domain/telemetry/temperature'
import type {HomeRef} from '../../../machines/telemetry/home'
import {ReadingFreshness} from '../freshness/ReadingFreshness'
import styles from './Home.module.css'

interface Props {
  home: HomeRef
  deviceId: string
  telemetryKey: string
}

export const Value = memo(function Value({home, deviceId, telemetryKey}: Props) {
  const value = useSelector(home, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(home, s => unitOfKey(telemetryKey, s.context.user.temperatureUnit))
  return (
    <div className={styles.value}>
      <dt title={telemetryKey}>{telemetryKey}</dt>
      <dd
        className={styles.reading}
        data-number={typeof value === 'number' || undefined}
        title={valueText(value, unit)}
      >
        {listedText(value, unit)}
      </dd>
      <dd className={styles.freshness}>
        <ReadingFreshness devices={home} {...{deviceId, telemetryKey}} />
      </dd>
    </div>
  )
})
