import {type Alarm, shownSeverity} from '../../../domain/alarm'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Age, CrossedLimit} from '../facts'
import {PresentValue} from '../PresentValue'
import {texts} from '../texts'
import styles from './DeviceCard.module.css'

interface Props {
  alarms: readonly Alarm[]
  /** The alarm is shown in full. */
  onChosen: (id: string) => void
}

/** The other alarms of a device, a line each. */
export function OtherAlarms({alarms, onChosen}: Props) {
  if (alarms.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>{texts.card.others(alarms.length)}</h3>
      <ul>
        {alarms.map(alarm => (
          <li key={alarm.id}>
            <button type="button" className={styles.other} onClick={() => onChosen(alarm.id)}>
              <SeverityMark severity={shownSeverity(alarm) ?? 'warning'} />
              <bdi className={styles.key}>{alarm.key}</bdi>
              <PresentValue alarm={alarm} />
              <span className={styles.quiet}>
                <CrossedLimit alarm={alarm} /> · <Age alarm={alarm} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
