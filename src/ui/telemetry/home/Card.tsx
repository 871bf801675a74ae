import {useSelector} from '@xstate/react'
import {memo, useId} from 'react'
import {Link} from 'react-router-dom'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {sparklineKey} from '../../../domain/telemetry/series/sparkline'
import {DEFAULT_VIEW, searchFromView} from '../../../domain/telemetry/view'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {DeviceStatus} from '../freshness/DeviceStatus'
import {DeviceLimitMark} from '../limits/LimitMark'
import type {Watch} from '../watchInView'
import styles from './Home.module.css'
import {SparklineFigure} from './SparklineFigure'
import {Headline, Values} from './Values'

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
  watch: Watch
}

export const Card = memo(function Card({home, devices, device, watch}: Props) {
  const {id, type, label} = device
  const nameId = useId()
  const isShown = useSelector(home, s => s.context.shownDeviceIds.includes(id))
  const details = [type, label].filter(Boolean).join(' · ')
  return (
    <li ref={watch} className={styles.card} data-device={id}>
      <article aria-labelledby={nameId}>
        <header className={styles.cardHeader}>
          <h2 id={nameId}>
            <DeviceLink devices={devices} device={device} />
          </h2>
          {isShown && (
            <span className={styles.status}>
              <DeviceStatus devices={devices} device={device} />
              <DeviceLimitMark devices={devices} deviceId={id} />
            </span>
          )}
          {details !== '' && (
            <p>
              <bdi>{details}</bdi>
            </p>
          )}
        </header>
        {isShown && <Headline {...{devices, device}} />}
        {isShown && device.isRead && device.keys.length > 0 && <SparklineFigure {...{home, devices, device}} />}
        {isShown && <Values {...{home, devices, device}} />}
      </article>
    </li>
  )
})

/** Leads to the dashboard of the device and of the key that the card draws. */
function DeviceLink({devices, device: {id, name}}: Pick<Props, 'devices' | 'device'>) {
  const key = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  return (
    <Link to={`/dashboard${searchFromView({...DEFAULT_VIEW, deviceId: id, key, page: 'detail'})}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}
