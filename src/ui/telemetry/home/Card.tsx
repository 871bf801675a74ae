import {useSelector} from '@xstate/react'
import {memo, useId} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {DeviceStatus} from '../freshness/DeviceStatus'
import type {Watch} from '../watchInView'
import styles from './Home.module.css'
import {SparklineFigure} from './SparklineFigure'
import {Values} from './Values'

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
  watch: Watch
}

export const Card = memo(function Card({home, devices, device, watch}: Props) {
  const {id, name, type, label} = device
  const nameId = useId()
  const isShown = useSelector(home, s => s.context.shownDeviceIds.includes(id))
  const details = [type, label].filter(Boolean).join(' · ')
  return (
    <li ref={watch} className={styles.card} data-device={id}>
      <article aria-labelledby={nameId}>
        <header className={styles.cardHeader}>
          <h2 id={nameId}>{name}</h2>
          {isShown && <DeviceStatus devices={devices} device={device} />}
          {details !== '' && <p>{details}</p>}
        </header>
        {isShown && device.isRead && device.keys.length > 0 && <SparklineFigure {...{home, devices, device}} />}
        {isShown && <Values {...{home, devices, device}} />}
      </article>
    </li>
  )
})
