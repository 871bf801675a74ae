import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type Alarm, type NamedValue, shownSeverity, shownValues, standsSince} from '../../../domain/alarms/alarm'
import {rowsOf} from '../../../domain/alarms/rows'
import {ageOf} from '../../../domain/format/age'
import {listedText} from '../../../domain/telemetry/format'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {IconCheck} from '../../kit/mark/icons'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import type {DataColumn} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {texts as kit} from '../../kit/text/texts'
import {ActionMenu} from '../actions/ActionMenu'
import {useAlarmActions, useAlarms, useUnit} from '../logic'
import {PresentValue, Stopped} from '../PresentValue'
import {alarmPath, dashboardPath} from '../paths'
import {texts} from '../texts'
import {silenceText, stateText} from '../words'
import styles from './List.module.css'

interface Shown {
  list: AlarmListRef
  isNarrow: boolean
  maySelect: boolean
}

/** On a narrow screen most of an alarm stands beneath its name. */
export function columnsOf({list, isNarrow, maySelect}: Shown): DataColumn<Alarm>[] {
  const {columns} = texts
  const tick: DataColumn<Alarm> = {
    name: 'tick',
    head: <SelectAll list={list} />,
    className: styles.tick,
    cell: alarm => <Select list={list} alarm={alarm} />,
  }
  const roomy: DataColumn<Alarm>[] = [
    {name: 'key', head: columns.key, className: styles.key, cell: alarm => <Key alarm={alarm} />},
    {name: 'now', head: columns.now, className: styles.now, cell: alarm => <PresentValue alarm={alarm} />},
    {name: 'value', head: columns.value, className: styles.value, cell: alarm => <Value alarm={alarm} />},
    {name: 'standing', head: columns.standing, className: styles.words, cell: alarm => <AlarmState alarm={alarm} />},
    {name: 'age', head: columns.age, className: styles.age, cell: alarm => <Age list={list} alarm={alarm} />},
    {
      name: 'acknowledged',
      head: columns.acknowledged,
      className: styles.who,
      cell: ({occurrence}) => <bdi>{occurrence?.acknowledged?.by ?? ''}</bdi>,
    },
  ]
  return [
    ...(maySelect ? [tick] : []),
    {
      name: 'severity',
      head: columns.severity,
      className: styles.severity,
      cell: alarm => <Severity alarm={alarm} isNarrow={isNarrow} />,
    },
    {
      name: 'device',
      head: columns.device,
      isRowHeader: true,
      className: styles.device,
      cell: alarm => <Device list={list} alarm={alarm} isNarrow={isNarrow} />,
    },
    ...(isNarrow ? [] : roomy),
    {
      name: 'actions',
      head: columns.actions,
      className: styles.actions,
      cell: alarm => <Actions list={list} alarm={alarm} isNarrow={isNarrow} />,
    },
  ]
}

interface Props {
  list: AlarmListRef
  alarm: Alarm
  isNarrow: boolean
}

function SelectAll({list}: {list: AlarmListRef}) {
  const isAll = useSelector(list, ({context}) => rowsOf(context).every(({id}) => context.selected.has(id)))
  return (
    <input
      type="checkbox"
      aria-label={texts.selectAll}
      checked={isAll}
      onChange={({currentTarget}) => list.send({type: 'all.selected', isSelected: currentTarget.checked})}
    />
  )
}

function Select({list, alarm: {id, deviceName, key}}: Omit<Props, 'isNarrow'>) {
  const isSelected = useSelector(list, ({context}) => context.selected.has(id))
  return (
    <input
      type="checkbox"
      aria-label={texts.select(deviceName, key)}
      checked={isSelected}
      onChange={({currentTarget}) => list.send({type: 'row.selected', id, isSelected: currentTarget.checked})}
    />
  )
}

function Severity({alarm, isNarrow}: Omit<Props, 'list'>) {
  const severity = shownSeverity(alarm)
  if (severity === null) return null
  return (
    <SeverityMark severity={severity} isChip={!isNarrow}>
      {isNarrow ? undefined : kit.severities[severity]}
    </SeverityMark>
  )
}

function Device({list, alarm, isNarrow}: Props) {
  const {id, deviceName} = alarm
  return (
    <>
      <Link to={alarmPath(id)} title={deviceName}>
        <bdi>{deviceName}</bdi>
      </Link>
      {isNarrow && (
        <>
          <span className={styles.line}>
            <Key alarm={alarm} /> <Value alarm={alarm} isNarrow />
          </span>
          <span className={styles.line}>
            <PresentValue alarm={alarm} />
          </span>
          <span className={styles.line}>
            <AlarmState alarm={alarm} /> · <Age list={list} alarm={alarm} />
          </span>
        </>
      )}
    </>
  )
}

function Key({alarm}: {alarm: Alarm}) {
  return (
    <Link to={dashboardPath(alarm, null)} className={styles.keyLink ?? ''}>
      <bdi>{alarm.key}</bdi>
    </Link>
  )
}

/** A value of which nothing else tells that it is not of now says so. */
function Value({alarm, isNarrow = false}: {alarm: Alarm; isNarrow?: boolean}) {
  const {kind, occurrence} = alarm
  const {formats} = useApplication()
  const unit = useUnit(alarm)
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

function AlarmState({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const {isFlapping, isChattering, occurrence} = alarm
  return (
    <>
      {stateText(alarm, formats)}
      {(isFlapping || isChattering) && (
        <span className={styles.restless}>{isFlapping ? texts.flapping : texts.chattering}</span>
      )}
      <Stopped alarm={alarm} />
      {occurrence?.acknowledged?.by != null && <bdi className={styles.byLine}>{occurrence.acknowledged.by}</bdi>}
    </>
  )
}

function Age({list, alarm}: {list: AlarmListRef; alarm: Alarm}) {
  const since = standsSince(alarm)
  const age = useSelector(list, ({context}) => ageOf(since, context.now))
  return <TimeText at={since}>{age}</TimeText>
}

function Actions({list, alarm, isNarrow}: Props) {
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const now = () => list.getSnapshot().context.now
  const acknowledge = () =>
    actions.send({type: 'action.requested', kind: 'acknowledge', alarms: [alarm], now: now(), isAsking: false})
  return (
    <div className={styles.buttons}>
      {isPossible('acknowledge', alarm) && (
        <button
          type="button"
          className={styles.acknowledge}
          aria-label={isNarrow ? texts.actions.acknowledge : undefined}
          onClick={acknowledge}
        >
          <IconCheck size={16} aria-hidden />
          {!isNarrow && texts.actions.acknowledge}
        </button>
      )}
      <ActionMenu actions={actions} alarm={alarm} now={now} />
    </div>
  )
}
