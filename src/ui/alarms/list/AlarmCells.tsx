import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {Link} from 'react-router-dom'
import {type Alarm, type NamedValue, shownSeverity, shownValues, standsSince} from '../../../domain/alarms/alarm'
import {ageOf} from '../../../domain/format/age'
import {listedText} from '../../../domain/telemetry/format'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {IconCheck} from '../../kit/icons'
import {SeverityMark} from '../../kit/SeverityMark'
import {TimeText} from '../../kit/TimeText'
import {texts as kit} from '../../kit/texts'
import {DeedMenu} from '../deeds/DeedMenu'
import {useAlarms, useDeeds, useUnits} from '../logic'
import {alarmPath, dashboardPath} from '../paths'
import {texts} from '../texts'
import {silenceText, standingText} from '../words'
import styles from './List.module.css'

interface Props {
  list: AlarmListRef
  alarm: Alarm
  isNarrow: boolean
  maySelect: boolean
}

/** The cells of one alarm. On a narrow screen most of them stand beneath its name. */
export const AlarmCells = memo(function AlarmCells({list, alarm, isNarrow, maySelect}: Props) {
  const {deviceName, key, id, occurrence} = alarm
  const isSelected = useSelector(list, ({context}) => context.selected.has(id))
  const severity = shownSeverity(alarm)
  return (
    <>
      {maySelect && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            aria-label={texts.select(deviceName, key)}
            checked={isSelected}
            onChange={({currentTarget}) => list.send({type: 'row.selected', id, isSelected: currentTarget.checked})}
          />
        </td>
      )}
      <td className={styles.severity}>
        {severity !== null && (
          <SeverityMark severity={severity} isChip={!isNarrow}>
            {isNarrow ? undefined : kit.severities[severity]}
          </SeverityMark>
        )}
      </td>
      <th scope="row" className={styles.device}>
        <Link to={alarmPath(id)} title={deviceName}>
          <bdi>{deviceName}</bdi>
        </Link>
        {isNarrow && (
          <>
            <span className={styles.line}>
              <Key alarm={alarm} /> <Value alarm={alarm} isNarrow />
            </span>
            <span className={styles.line}>
              <Standing alarm={alarm} /> · <Age list={list} alarm={alarm} />
            </span>
          </>
        )}
      </th>
      {!isNarrow && (
        <>
          <td>
            <Key alarm={alarm} />
          </td>
          <td>
            <Value alarm={alarm} />
          </td>
          <td>
            <Standing alarm={alarm} />
          </td>
          <td className={styles.age}>
            <Age list={list} alarm={alarm} />
          </td>
          <td className={styles.who}>
            <bdi>{occurrence?.acknowledged?.by ?? ''}</bdi>
          </td>
        </>
      )}
      <td className={styles.actions}>
        <Actions {...{list, alarm, isNarrow}} />
      </td>
    </>
  )
})

function Key({alarm}: {alarm: Alarm}) {
  return (
    <Link to={dashboardPath(alarm, null)} className={styles.keyLink ?? ''}>
      <bdi>{alarm.key}</bdi>
    </Link>
  )
}

/** A value of which nothing else tells that it is not of now says so. */
function Value({alarm, isNarrow = false}: {alarm: Alarm; isNarrow?: boolean}) {
  const {deviceId, key, kind, occurrence} = alarm
  const {formats} = useApplication()
  const unit = useUnits()(deviceId, key)
  if (occurrence === null) return null
  if (kind === 'silence') return silenceText(alarm)
  const [first, second] = shownValues(alarm)
  if (first === undefined) return null
  const written = ({value}: NamedValue) => listedText(formats, value, unit)
  const named = (shown: NamedValue) => texts.valueOf[shown.is](written(shown))
  return (
    <>
      <span data-number>{isNarrow || second !== undefined ? named(first) : written(first)}</span>
      {second !== undefined && <span className={styles.line}>{named(second)}</span>}
    </>
  )
}

function Standing({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const {isFlapping, isChattering, occurrence} = alarm
  return (
    <>
      {standingText(alarm, formats)}
      {(isFlapping || isChattering) && (
        <span className={styles.restless}>{isFlapping ? texts.flapping : texts.chattering}</span>
      )}
      {occurrence?.acknowledged?.by != null && <bdi className={styles.byLine}>{occurrence.acknowledged.by}</bdi>}
    </>
  )
}

function Age({list, alarm}: {list: AlarmListRef; alarm: Alarm}) {
  const since = standsSince(alarm)
  const age = useSelector(list, ({context}) => ageOf(since, context.now))
  return <TimeText at={since}>{age}</TimeText>
}

function Actions({list, alarm, isNarrow}: Omit<Props, 'maySelect'>) {
  const {deeds} = useAlarms()
  const isPossible = useDeeds()
  const now = () => list.getSnapshot().context.now
  const acknowledge = () =>
    deeds.send({type: 'deed.requested', kind: 'acknowledge', alarms: [alarm], now: now(), isAsking: false})
  return (
    <div className={styles.buttons}>
      {isPossible('acknowledge', alarm) && (
        <button
          type="button"
          className={styles.acknowledge}
          aria-label={isNarrow ? texts.deeds.acknowledge : undefined}
          onClick={acknowledge}
        >
          <IconCheck size={16} aria-hidden />
          {!isNarrow && texts.deeds.acknowledge}
        </button>
      )}
      <DeedMenu deeds={deeds} alarm={alarm} now={now} />
    </div>
  )
}
