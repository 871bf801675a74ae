import {useSelector} from '@xstate/react'
import type {EpochMs} from '../../../../contract/wire/common'
import {ageOf} from '../../../domain/format/age'
import {arrivalIn, arrivedAt} from '../../../domain/telemetry/arrival'
import {NO_READINGS} from '../../../domain/telemetry/reading'
import type {DeviceValuesRef} from '../../../machines/console/deviceValues'
import type {DevicesRef, DevicesSnapshot} from '../../../machines/telemetry/devices'
import spoken from '../../kit/Spoken.module.css'
import {unitOf} from '../../telemetry/unitOf'
import {ValueText} from '../../telemetry/ValueText'
import styles from './Device.module.css'
import {texts} from './texts'

interface Props {
  values: DeviceValuesRef
  devices: DevicesRef
  deviceId: string
}

/**
 * Shows whether the device has sent something since the page was opened. The shape and the words say it without the
 * colour, and the status region is always rendered, so that screen readers notice its change.
 */
export function ArrivalMark({values, devices, deviceId}: Props) {
  const since = useSelector(values, ({context}) => context.openedAt)
  const telemetryKey = useSelector(devices, s => arrivalOf(s, deviceId, since)?.key ?? null)
  return (
    <div className={styles.arrival} data-arrived={telemetryKey !== null || undefined}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="5" />
        {telemetryKey !== null && <path d="M3.5 6.2l1.8 1.8 3.2-4" />}
      </svg>
      {telemetryKey === null ? texts.send.waiting : <Arrived {...{devices, deviceId, since, telemetryKey}} />}
      <span role="status" className={spoken.spoken}>
        {telemetryKey !== null && texts.send.hasArrived}
      </span>
    </div>
  )
}

interface ArrivedProps extends Omit<Props, 'values'> {
  since: EpochMs
  telemetryKey: string
}

function Arrived({devices, deviceId, since, telemetryKey}: ArrivedProps) {
  const age = useSelector(devices, s => arrivalAge(s, deviceId, since))
  const value = useSelector(devices, s => s.context.readings.get(deviceId)?.get(telemetryKey)?.value ?? null)
  const unit = useSelector(devices, s => unitOf(s, deviceId, telemetryKey))
  return (
    <span>
      {texts.send.arrived(age)}{' '}
      <bdi>
        {telemetryKey} = <ValueText {...{value, unit}} />
      </bdi>
    </span>
  )
}

function arrivalOf({context: {readings, now}}: DevicesSnapshot, deviceId: string, since: EpochMs) {
  return since === 0 ? null : arrivalIn(readings.get(deviceId) ?? NO_READINGS, {since, now})
}

function arrivalAge(snapshot: DevicesSnapshot, deviceId: string, since: EpochMs): string {
  const arrival = arrivalOf(snapshot, deviceId, since)
  const {now} = snapshot.context
  return ageOf(arrival === null ? now : arrivedAt(arrival.reading), now)
}
