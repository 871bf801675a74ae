import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import type {HomeRef} from '../../../machines/telemetry/home'
import {watchInView} from '../watchInView'
import {Card} from './Card'
import styles from './Home.module.css'
import {texts} from './texts'

/** Every device has a card, so that the page can be searched, but only the cards near the view are filled. */
export function Cards({home, devices}: {home: HomeRef; devices: DevicesRef}) {
  const listed = useSelector(devices, s => s.context.devices)
  const watch = useMemo(() => watchInView('device', deviceIds => home.send({type: 'rows.shown', deviceIds})), [home])
  return (
    <ul className={styles.cards} aria-label={texts.devices}>
      {listed.map(device => (
        <Card key={device.id} {...{home, devices, device, watch}} />
      ))}
    </ul>
  )
}
