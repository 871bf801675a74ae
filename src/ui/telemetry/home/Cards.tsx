import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {HomeRef} from '../../../machines/telemetry/home'
import {Card} from './Card'
import styles from './Home.module.css'
import {texts} from './texts'
import {watchInView} from './watchInView'

/** All devices have a card, so that the page can be searched; only those near the view are filled. */
export function Cards({home}: {home: HomeRef}) {
  const devices = useSelector(home, s => s.context.devices)
  const watch = useMemo(() => watchInView(deviceIds => home.send({type: 'rows.shown', deviceIds})), [home])
  return (
    <ul className={styles.cards} aria-label={texts.devices}>
      {devices.map(device => (
        <Card key={device.id} {...{home, device, watch}} />
      ))}
    </ul>
  )
}
