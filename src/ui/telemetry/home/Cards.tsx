import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef, HomeSnapshot} from '../../../machines/telemetry/home'
import {NoticeButton} from '../../kit/loading/Notice'
import {watchInView} from '../watchInView'
import {Card} from './Card'
import styles from './Home.module.css'
import {texts} from './texts'

/** Every device has a card, so that the page can be searched, but only the cards near the view are filled. */
export function Cards({home, devices}: {home: HomeRef; devices: DevicesRef}) {
  const listed = useSelector(home, chosenDevices, isSameList)
  const watch = useMemo(() => watchInView('device', deviceIds => home.send({type: 'rows.shown', deviceIds})), [home])
  if (listed.length === 0) return <NoneChosen home={home} />
  return (
    <ul className={styles.cards} aria-label={texts.devices}>
      {listed.map(device => (
        <Card key={device.id} {...{home, devices, device, watch}} />
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
