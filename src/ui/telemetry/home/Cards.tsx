import {useSelector} from '@xstate/react'
import {memo, useId, useMemo} from 'react'
import {Link} from 'react-router-dom'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import {sparklineKey} from '../../../domain/telemetry/series/sparkline'
import {DEFAULT_VIEW, searchFromView} from '../../../domain/telemetry/view'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef, HomeSnapshot} from '../../../machines/telemetry/home'
import {NoticeButton} from '../../kit/loading/Notice'
import {DeviceStatus} from '../freshness/DeviceStatus'
import {DeviceLimitMark} from '../limits/LimitMark'
import {type Watch, watchInView} from '../watchInView'
import styles from './Home.module.css'
import {SparklineFigure} from './SparklineFigure'
import {texts} from './texts'
import {Headline, Values} from './Values'

/** Every device has a card, so that the page can be searched, but only the cards near the view are filled. */
export function Cards({home, devices}: {home: HomeRef; devices: DevicesRef}) {
  const listed = useSelector(home, chosenDevices, isSameList)
  const watch = useMemo(() => watchInView('device', deviceIds => home.send({type: 'rows.shown', deviceIds})), [home])
  if (listed.length === 0) return <NoneChosen home={home} />
  return (
    <ul className={styles.cards} aria-label={texts.devices}>
      {listed.map(device => (
        <Card key={device.id} home={home} devices={devices} device={device} watch={watch} />
      ))}
    </ul>
  )
}

function NoneChosen({home}: {home: HomeRef}) {
  return (
    <div className={styles.message}>
      <p role="status">
        <strong>{texts.noneChosen}</strong>
      </p>
      <NoticeButton onClick={() => home.send({type: 'filter.cleared'})}>{texts.showAll}</NoticeButton>
    </div>
  )
}

function chosenDevices({context: {devices, deviceStates, view}}: HomeSnapshot) {
  if (view.statuses.length === 0) return devices
  return devices.filter(({id}) => view.statuses.includes(deviceStates.get(id)?.status ?? 'notRead'))
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one === other || (one.length === other.length && one.every((each, index) => each === other[index]))

interface Props {
  home: HomeRef
  devices: DevicesRef
  device: DeviceEntry
  watch: Watch
}

const Card = memo(function Card({home, devices, device, watch}: Props) {
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
        {isShown && <Headline devices={devices} device={device} />}
        {isShown && device.isRead && device.keys.length > 0 && (
          <SparklineFigure home={home} devices={devices} device={device} />
        )}
        {isShown && <Values home={home} devices={devices} device={device} />}
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
