import {useSelector} from '@xstate/react'
import {arrivalIn, arrivedAt} from '../../../domain/telemetry/arrival'
import {listedText} from '../../../domain/telemetry/format'
import {ageOf} from '../../../domain/telemetry/freshness'
import {NO_READINGS} from '../../../domain/telemetry/reading'
import {unitOfKey} from '../../../domain/telemetry/temperature'
import type {DeviceValuesRef, DeviceValuesSnapshot} from '../../../machines/console/deviceValues'
import spoken from '../../kit/Spoken.module.css'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  values: DeviceValuesRef
  deviceId: string
}

/** Whether the device has sent something since the page was opened. A shape and words; the colour only repeats them. */
export function ArrivalMark({values, deviceId}: Props) {
  const telemetryKey = useSelector(values, s => arrivalOf(s, deviceId)?.key ?? null)
  return (
    <div className={styles.arrival} data-arrived={telemetryKey !== null || undefined}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
        {telemetryKey !== null && <path d="M3.5 6.2l1.8 1.8 3.2-4" />}
      </svg>
      {telemetryKey === null ? texts.send.waiting : <Arrived {...{values, deviceId, telemetryKey}} />}
      <span role="status" className={spoken.spoken}>
        {telemetryKey !== null && texts.send.hasArrived}
      </span>
    </div>
  )
}

function Arrived({values, deviceId, telemetryKey}: Props & {telemetryKey: string}) {
  const age = useSelector(values, s => arrivalAge(s, deviceId))
  const value = useSelector(values, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(values, s => unitOfKey(telemetryKey, s.context.user.temperatureUnit))
  return (
    <span>
      {texts.send.arrived(age)}{' '}
      <bdi>
        {telemetryKey} = {listedText(value, unit)}
      </bdi>
    </span>
  )
}

function arrivalOf({context: {readings, openedAt, now}}: DeviceValuesSnapshot, deviceId: string) {
  return openedAt === 0 ? null : arrivalIn(readings.get(deviceId) ?? NO_READINGS, {since: openedAt, now})
}

function arrivalAge(snapshot: DeviceValuesSnapshot, deviceId: string): string {
  const arrival = arrivalOf(snapshot, deviceId)
  const {now} = snapshot.context
  return ageOf(arrival === null ? now : arrivedAt(arrival.reading), now)
}
