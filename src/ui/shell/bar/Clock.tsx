import {useSelector} from '@xstate/react'
import type {LinkRef} from '../../../machines/link'
import {useApplication} from '../../kit/application'
import styles from './Clock.module.css'

/** The time on the viewer's clock. Each second only this part is drawn again, and it is not read out. */
export function Clock({link}: {link: LinkRef}) {
  const {zone, formats} = useApplication()
  const now = useSelector(link, ({context}) => context.now)
  return (
    <div className={styles.clock} title={now === null ? zone : formats.zoneName(now)}>
      <span className={styles.time}>{now === null ? '' : formats.time(now)}</span>
      <span className={styles.zone}>{zone}</span>
    </div>
  )
}
