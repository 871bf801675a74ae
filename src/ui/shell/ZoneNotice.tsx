import {cut} from '../../../contract/rules/text'
import {useApplication} from '../kit/application'
import {texts} from '../kit/text/texts'
import styles from './ZoneNotice.module.css'

/** Warns that the zone of the address is not known, so that nobody takes the times for those of that zone. */
export function ZoneNotice() {
  const {unknownZone, zone} = useApplication()
  if (unknownZone === null) return null
  return (
    <p role="status" className={styles.notice}>
      <bdi>{texts.unknownZone(cut(unknownZone, SHOWN_LENGTH), zone)}</bdi>
    </p>
  )
}

const SHOWN_LENGTH = 40
