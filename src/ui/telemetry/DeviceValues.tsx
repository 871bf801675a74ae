import {useSelector} from '@xstate/react'
import type {Severity} from '../../../contract/rules/thresholds'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import type {DevicesRef} from '../../machines/telemetry/devices'
import {SeverityMark} from '../kit/mark/SeverityMark'
import styles from './DeviceValues.module.css'
import {ReadingFreshness} from './freshness/ReadingFreshness'
import {LatestValue} from './LatestValue'

interface Props {
  device: DeviceEntry
  devices: DevicesRef
  words: {values: string; none: string}
  /** How severe the alarms of keys are. Other keys are as severe as their thresholds say. */
  alarms?: ReadonlyMap<string, Severity>
}

const NO_ALARMS: ReadonlyMap<string, Severity> = new Map()

/** The latest value of each key of a device. */
export function DeviceValues({device: {id, keys}, devices, words, alarms = NO_ALARMS}: Props) {
  return (
    <section>
      <h3 className={styles.heading}>{words.values}</h3>
      {keys.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <dl>
          {keys.map(key => (
            <Value key={key} telemetryKey={key} devices={devices} deviceId={id} alarm={alarms.get(key) ?? null} />
          ))}
        </dl>
      )}
    </section>
  )
}

interface ValueProps extends Pick<Props, 'devices'> {
  deviceId: string
  telemetryKey: string
  alarm: Severity | null
}

function Value({devices, deviceId, telemetryKey, alarm}: ValueProps) {
  const evaluated = useSelector(devices, s => s.context.severities.get(deviceId)?.get(telemetryKey) ?? null)
  const severity = alarm ?? evaluated
  return (
    <div className={styles.value}>
      <dt>{telemetryKey}</dt>
      <dd>
        {severity !== null && <SeverityMark severity={severity} />}
        <LatestValue devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} className={styles.number} />
        <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
      </dd>
    </div>
  )
}
