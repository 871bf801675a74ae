import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {sparklineKey} from '../../../domain/telemetry/series/sparkline'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import spoken from '../../kit/text/Spoken.module.css'
import {ReadingFreshness} from '../freshness/ReadingFreshness'
import {LatestValue} from '../LatestValue'
import {LimitMark} from '../limits/LimitMark'
import homeStyles from './Home.module.css'
import {texts} from './texts'
import styles from './Values.module.css'

const FEW = 4

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
}

/** The value of the small chart, in large letters; nothing without a number. */
export function Headline({devices, device: {id, name}}: Omit<Props, 'home'>) {
  const first = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  if (first === null) return null
  return (
    <dl className={styles.headline} aria-label={texts.values.first(name)}>
      <Value devices={devices} deviceId={id} telemetryKey={first} />
    </dl>
  )
}

/** Shows the latest values besides the headline, a few of them or all. */
export function Values({home, devices, device}: Props) {
  const {id, name, keys, isRead} = device
  const first = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  const isUnfolded = useSelector(home, s => s.context.unfoldedDeviceIds.has(id))
  if (keys.length === 0) return <p className={homeStyles.note}>{texts.values[isRead ? 'none' : 'notRead']}</p>
  const others = keys.filter(key => key !== first)
  const shown = isUnfolded ? others : others.slice(0, first === null ? FEW : FEW - 1)
  return (
    <>
      {shown.length > 0 && (
        <dl className={styles.values} aria-label={texts.values.title(name)}>
          {shown.map(key => (
            <Value key={key} devices={devices} deviceId={id} telemetryKey={key} />
          ))}
        </dl>
      )}
      {keys.length > FEW && (
        <UnstyledButton
          className={styles.more}
          aria-expanded={isUnfolded}
          onClick={() => home.send({type: 'values.toggled', deviceId: id})}
        >
          {isUnfolded ? texts.values.fewer : texts.values.more(keys.length)}{' '}
          <span className={spoken.spoken}>{texts.values.of(name)}</span>
        </UnstyledButton>
      )}
    </>
  )
}

interface ValueProps {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

const Value = memo(function Value({devices, deviceId, telemetryKey}: ValueProps) {
  return (
    <div className={styles.value}>
      <dt title={telemetryKey}>
        <bdi>{telemetryKey}</bdi>
      </dt>
      <dd className={styles.reading}>
        <LimitMark devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
        <LatestValue devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
      </dd>
      <dd className={styles.freshness}>
        <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
      </dd>
    </div>
  )
})
