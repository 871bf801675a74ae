import {useSelector} from '@xstate/react'
import {EVERY_ALARM, searchFromFilter} from '../../../domain/alarms/filter'
import type {WallRef} from '../../../machines/wall/wall'
import {alarmsPath} from '../../alarmPaths'
import {QrCode} from '../../kit/mark/QrCode'
import styles from './Kiosk.module.css'
import {texts} from './texts'

/** Leads a phone to the alarms of the wall: of its one device, or of all. */
export function AlarmCode({wall}: {wall: WallRef}) {
  const deviceId = useSelector(wall, ({context: {board}}) =>
    board.devices.length === 1 ? (board.devices[0]?.id ?? null) : null,
  )
  const {href} = new URL(`${alarmsPath}${searchFromFilter({...EVERY_ALARM, deviceId})}`, window.location.origin)
  return (
    <figure className={styles.code}>
      <QrCode value={href} label={texts.alarmCode} />
      <figcaption>{texts.alarms}</figcaption>
    </figure>
  )
}
