import {UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import {sparklineKey} from '../../../domain/telemetry/sparkline'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import spoken from '../../kit/Spoken.module.css'
import styles from './Home.module.css'
import {texts} from './texts'
import {Value} from './Value'

const FEW = 4

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
}

/** Shows the latest values, a few of them or all; the value of the small chart comes first. */
export function Values({home, devices, device}: Props) {
  const {id, name, keys, isRead} = device
  const first = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  const isUnfolded = useSelector(home, s => s.context.unfoldedDeviceIds.has(id))
  if (keys.length === 0) return <p className={styles.note}>{texts.values[isRead ? 'none' : 'notRead']}</p>
  const ordered = first === null ? keys : [first, ...keys.filter(key => key !== first)]
  const shown = isUnfolded ? ordered : ordered.slice(0, FEW)
  return (
    <>
      <dl className={styles.values} aria-label={texts.values.title(name)}>
        {shown.map(key => (
          <Value key={key} devices={devices} deviceId={id} telemetryKey={key} />
        ))}
      </dl>
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
