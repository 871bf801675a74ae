import {DAY, MINUTE} from '../../../../contract/rules/time/durations'
import {
  DAY_MINUTES,
  type DayPiece,
  gapsOfDay,
  minuteText,
  type Schedule,
} from '../../../../contract/rules/time/schedule'
import {wallOf} from '../../../../contract/rules/time/wallTime'
import type {EpochMs} from '../../../../contract/wire/common'
import {useApplication} from '../../kit/application'
import {texts} from '../texts'
import styles from './DayBar.module.css'
import {pieceText} from './scheduleText'

interface Props {
  items: readonly {schedule: Schedule | null}[]
  at: EpochMs
  /** The zone that the screen has reported; null as long as it has not. */
  zone: string | null
}

/** The present day of a screen: when anything is planned, and in words when nothing is. */
export function DayBar({items, at, zone}: Props) {
  const {zone: ownZone} = useApplication()
  const wall = wallOf(at, zone ?? ownZone)
  const day = Math.floor(wall / DAY)
  const gaps = gapsOfDay(items, day)
  return (
    <figure className={styles.day}>
      <div className={styles.bar} aria-hidden="true">
        {gaps.map(gap => (
          <span key={gap.start} className={styles.gap} style={placeOf(gap)} />
        ))}
        {zone !== null && (
          <span className={styles.now} style={{insetInlineStart: percent((wall - day * DAY) / MINUTE)}} />
        )}
      </div>
      <div className={styles.scale} aria-hidden="true">
        {[0, 6, 12, 18, 24].map(hour => (
          <span key={hour}>{minuteText(hour * 60)}</span>
        ))}
      </div>
      <figcaption>
        {gapsText(gaps)} · {zone === null ? texts.day.ownZone : zone.replaceAll('_', ' ')}
      </figcaption>
    </figure>
  )
}

function gapsText(gaps: readonly DayPiece[]): string {
  if (gaps.length === 0) return texts.day.full
  const isEmpty = gaps.some(({start, end}) => end - start === DAY_MINUTES)
  return isEmpty ? texts.day.empty : texts.day.gaps(gaps.map(pieceText).join(', '))
}

const percent = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`

const placeOf = ({start, end}: DayPiece) => ({insetInlineStart: percent(start), width: percent(end - start)})
