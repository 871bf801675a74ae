import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type Alarm, shownSeverity} from '../../../domain/alarm'
import {rowsOf} from '../../../domain/alarms/rows'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {alarmPath, dashboardPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {IconCheck} from '../../kit/mark/icons'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import type {DataColumn} from '../../kit/table/DataTable'
import {texts as kit} from '../../kit/text/texts'
import {ActionMenu} from '../actions/ActionMenu'
import {Age, CrossedLimit, Since, ValueOfSeverity, Where} from '../facts'
import {useAlarmActions, useAlarms} from '../logic'
import {PresentValue, Stopped} from '../PresentValue'
import {texts} from '../texts'
import {stateText} from '../words'
import styles from './List.module.css'
import row from './Row.module.css'

interface Shown {
  list: AlarmListRef
  isNarrow: boolean
  /** Whether who acknowledged an alarm has a column; else it is beneath the state. */
  hasUsers: boolean
  maySelect: boolean
}

/** On a narrow screen most of an alarm is beneath its name. */
export function columnsOf({list, isNarrow, hasUsers, maySelect}: Shown): DataColumn<Alarm>[] {
  const {columns} = texts
  const tick: DataColumn<Alarm> = {
    name: 'tick',
    head: <SelectAll list={list} />,
    className: styles.tick,
    cell: alarm => <Select list={list} alarm={alarm} />,
  }
  const roomy: DataColumn<Alarm>[] = [
    {name: 'now', head: columns.now, className: styles.now, cell: alarm => <PresentValue alarm={alarm} />},
    {
      name: 'limit',
      head: columns.limit,
      className: styles.limit,
      cell: alarm => (
        <>
          <CrossedLimit alarm={alarm} />
          <span className={row.line}>
            <ValueOfSeverity alarm={alarm} />
          </span>
        </>
      ),
    },
    {name: 'standing', head: columns.state, className: styles.words, cell: alarm => <AlarmState alarm={alarm} />},
    {
      name: 'since',
      head: columns.since,
      className: styles.since,
      cell: alarm => (
        <>
          <Since alarm={alarm} />
          <span className={row.line}>
            <Age alarm={alarm} />
          </span>
        </>
      ),
    },
  ]
  const acknowledged: DataColumn<Alarm> = {
    name: 'acknowledged',
    head: columns.acknowledged,
    className: styles.who,
    cell: ({occurrence}) => <bdi>{occurrence?.acknowledged?.by ?? ''}</bdi>,
  }
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
      className: row.device,
      cell: alarm => <Device alarm={alarm} isNarrow={isNarrow} />,
    },
    ...(isNarrow ? [] : roomy),
    ...(!isNarrow && hasUsers ? [acknowledged] : []),
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

function Device({alarm, isNarrow}: Omit<Props, 'list'>) {
  const {id, deviceName} = alarm
  return (
    <>
      <span className={row.name}>
        <Link to={alarmPath(id)} title={deviceName}>
          <bdi>{deviceName}</bdi>
        </Link>{' '}
        <Key alarm={alarm} />
      </span>
      {isNarrow ? (
        <>
          <span className={row.values}>
            <PresentValue alarm={alarm} /> <CrossedLimit alarm={alarm} />
          </span>
          <span className={row.line}>
            <AlarmState alarm={alarm} /> · <Since alarm={alarm} /> · <Age alarm={alarm} />
          </span>
        </>
      ) : (
        <span className={row.line}>
          <Where alarm={alarm} />
        </span>
      )}
    </>
  )
}

function Key({alarm}: {alarm: Alarm}) {
  return (
    <Link to={dashboardPath(alarm, null)} className={row.keyLink ?? ''}>
      <bdi>{alarm.key}</bdi>
    </Link>
  )
}

function AlarmState({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const {isFlapping, isChattering, occurrence, maintenanceUntil} = alarm
  return (
    <>
      {stateText(alarm, formats)}
      {(isFlapping || isChattering) && (
        <span className={row.restless}>{isFlapping ? texts.flapping : texts.chattering}</span>
      )}
      {maintenanceUntil !== undefined && (
        <span className={row.restless}>{kit.inMaintenance(formats.dateTime(maintenanceUntil, 'minute'))}</span>
      )}
      <Stopped alarm={alarm} />
      {occurrence?.acknowledged?.by != null && <bdi className={styles.byLine}>{occurrence.acknowledged.by}</bdi>}
    </>
  )
}

/** What is open beside the list has its own button. */
function Actions({list, alarm, isNarrow}: Props) {
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const isOpen = useSelector(list, ({context}) => context.peek === alarm.id)
  const now = () => list.getSnapshot().context.now
  const acknowledge = () =>
    actions.send({type: 'action.requested', kind: 'acknowledge', alarms: [alarm], now: now(), isAsking: false})
  return (
    <div className={row.buttons}>
      {!isOpen && isPossible('acknowledge', alarm) && (
        <button
          type="button"
          className={row.acknowledge}
          data-alarm-key={SHORTCUTS.alarm.acknowledge[0]}
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
