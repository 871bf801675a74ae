import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {type Alarm, shownSeverity} from '../../../domain/alarm'
import {ageOf} from '../../../domain/format/age'
import {isLinkDown} from '../../../domain/link'
import {shownName} from '../../../domain/wall/deviceNames'
import type {AlarmsPanel} from '../../../domain/wall/panels/alarms'
import {attentionOf} from '../../../domain/wall/panels/attention'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {OpensDevice} from '../OpensDevice'
import {ReplayLink} from '../ReplayLink'
import styles from './Alarms.module.css'
import {EndedName} from './EndedName'
import {type BodyProps, paintedBy, partOf, write} from './painting'
import {texts as all} from './texts'
import {Message, WholeRows} from './WholeRows'

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
  if (alarms === null) return <Message>{texts.unread}</Message>
  if (alarms.length === 0 && !isCut) return <Message>{texts.none}</Message>
  return (
    <div ref={paint} className={styles.alarms}>
      <WholeRows
        count={Math.min(alarms.length, MAX_SHOWN)}
        total={alarms.length}
        lead={<span key="count" data-part="count" />}
      >
        {shown => (
          <ul className={styles.list}>
            {alarms.slice(0, shown).map(alarm => (
              <Row key={alarm.id} wall={wall} alarm={alarm} />
            ))}
          </ul>
        )}
      </WholeRows>
    </div>
  )
}

function Row({wall, alarm}: {wall: WallRef; alarm: Alarm}) {
  const severity = shownSeverity(alarm)
  const device = {id: alarm.deviceId, name: alarm.deviceName}
  const name = useSelector(wall, s => shownName(s.context.board.devices, device))
  const since = alarm.occurrence?.raisedAt ?? alarm.changedAt
  return (
    <li className={styles.alarm} data-severity={severity} data-row>
      {severity !== null && <SeverityMark severity={severity} />}
      <OpensDevice deviceId={alarm.deviceId} className={styles.what}>
        <span className={styles.device}>
          <EndedName name={name} />
        </span>
        <bdi className={styles.key}>{alarm.kind === 'silence' ? `${alarm.key}: ${texts.silence}` : alarm.key}</bdi>
      </OpensDevice>
      <span className={styles.since} data-since={since}>
        {ageOf(since, wall.getSnapshot().context.board.now)}
      </span>
      {alarm.occurrence !== null && <ReplayLink wall={wall} deviceId={alarm.deviceId} occurrence={alarm.occurrence} />}
    </li>
  )
}

const isSameList = (one: readonly Alarm[] | null, other: readonly Alarm[] | null): boolean =>
  one === other || (one?.length === other?.length && (one?.every((alarm, at) => other?.[at] === alarm) ?? false))
