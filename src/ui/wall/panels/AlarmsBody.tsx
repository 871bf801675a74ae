import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {type Alarm, shownSeverity} from '../../../domain/alarm'
import {ageOf} from '../../../domain/format/age'
import {isLinkDown} from '../../../domain/link'
import type {AlarmsPanel} from '../../../domain/wall/panels/alarms'
import {attentionOf} from '../../../domain/wall/panels/attention'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {ReplayLink} from '../ReplayLink'
import styles from './Alarms.module.css'
import panels from './Panels.module.css'
import {type BodyProps, paintedBy, partOf, write} from './painting'
import {texts as all} from './texts'

const texts = all.alarms

/** More than these fit on no screen. */
const MAX_SHOWN = 40

/** The alarms that need attention. While the link is down it says how many there were, and when. */
export function AlarmsBody({panel, wall}: BodyProps<AlarmsPanel>) {
  const {formats} = useApplication()
  const alarms = useSelector(wall, s => attentionOf(s.context.board, panel.devices), isSameList)
  const count = alarms === null ? '' : formats.number(alarms.length)
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const head = partOf(element, 'count')
        return ({context: {board}}) => {
          const cutFor = isLinkDown(board.link) && board.cutAt !== null ? ageOf(board.cutAt, board.now) : null
          write(head, cutFor === null ? texts.count(count) : texts.before(count, cutFor))
          for (const age of element.querySelectorAll<HTMLElement>('[data-since]'))
            write(age, ageOf(Number(age.dataset.since), board.now))
        }
      }),
    [wall, count],
  )
  const isCut = useSelector(wall, s => isLinkDown(s.context.board.link))
  if (alarms === null) return <p className={panels.message}>{texts.unread}</p>
  if (alarms.length === 0 && !isCut) return <p className={panels.message}>{texts.none}</p>
  return (
    <div ref={paint} className={styles.alarms}>
      <p className={styles.count} data-part="count" />
      <ul className={styles.list}>
        {alarms.slice(0, MAX_SHOWN).map(alarm => (
          <Row key={alarm.id} wall={wall} alarm={alarm} />
        ))}
      </ul>
    </div>
  )
}

function Row({wall, alarm}: {wall: WallRef; alarm: Alarm}) {
  const severity = shownSeverity(alarm)
  return (
    <li className={styles.alarm} data-severity={severity}>
      {severity !== null && <SeverityMark severity={severity} />}
      <span className={styles.what}>
        <bdi className={styles.device}>{alarm.deviceName}</bdi>
        <bdi className={styles.key}>{alarm.kind === 'silence' ? `${alarm.key}: ${texts.silence}` : alarm.key}</bdi>
      </span>
      <span className={styles.since} data-since={alarm.occurrence?.raisedAt ?? alarm.changedAt} />
      {alarm.occurrence !== null && <ReplayLink wall={wall} deviceId={alarm.deviceId} occurrence={alarm.occurrence} />}
    </li>
  )
}

const isSameList = (one: readonly Alarm[] | null, other: readonly Alarm[] | null): boolean =>
  one === other || (one?.length === other?.length && (one?.every((alarm, at) => other?.[at] === alarm) ?? false))
