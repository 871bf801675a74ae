import {Fragment, type ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {shownSeverity} from '../../../domain/alarm'
import {lengthOf} from '../../../domain/alarms/availability'
import type {AlarmInShift, Shift} from '../../../domain/alarms/shift'
import {deletedIds, doneText, linkedEntity} from '../../../domain/audit'
import {chartPath} from '../../../domain/console/paths'
import {alarmPath, maintenancePath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {usePaths} from '../../kit/viewer'
import {texts as alarmTexts} from '../texts'
import styles from './Shift.module.css'
import {texts} from './texts'

interface Part {
  title: string
  rows: number
  content: ReactNode
}

/** The lists of a shift. Those without anything are named in one line. */
export function ShiftTables({shift}: {shift: Shift}) {
  const parts = usePartsOf(shift)
  const empty = parts.filter(({rows}) => rows === 0)
  return (
    <>
      <div className={styles.parts}>
        {parts.map(({title, rows, content}) => rows > 0 && <Fragment key={title}>{content}</Fragment>)}
      </div>
      {empty.length > 0 && <p className={styles.quiet}>{texts.nothing(empty.map(({title}) => title).join(', '))}</p>}
    </>
  )
}

function usePartsOf(shift: Shift): Part[] {
  const {formats} = useApplication()
  const {alarms, links, maintenance, commands, changes, range} = shift
  const number = (count: number) => formats.exact(count)
  const lasted: DataColumn<AlarmInShift> = {
    name: 'lasted',
    head: texts.duration,
    isNumber: true,
    cell: row => lengthOf(row.lasted),
  }
  const times: DataColumn<AlarmInShift> = {
    name: 'times',
    head: texts.times,
    isNumber: true,
    cell: row => number(row.raised),
  }
  return [
    alarmPart(texts.longest, alarms.longest, [lasted]),
    alarmPart(texts.flapping, alarms.flapping, [times, lasted]),
    part(texts.silent, links.devices, ({deviceId}) => deviceId, [
      {
        name: 'device',
        head: texts.device,
        isRowHeader: true,
        cell: ({deviceId, name, since}) => (
          <>
            <Link to={chartPath(deviceId)}>
              <bdi>{name}</bdi>
            </Link>
            <span className={styles.detail}>
              {since === null ? texts.again : texts.silentSince(formats.recent(since, range.end))}
            </span>
          </>
        ),
      },
      {name: 'lost', head: texts.lostTimes, isNumber: true, cell: ({lost}) => number(lost)},
      {name: 'for', head: texts.silentFor, isNumber: true, cell: ({silentFor}) => lengthOf(silentFor)},
    ]),
    alarmPart(texts.unusual, alarms.unusual, [lasted]),
    part(texts.acknowledged, alarms.acknowledged, ({by}) => by ?? '', [
      {name: 'who', head: texts.person, isRowHeader: true, cell: ({by}) => <bdi>{by ?? texts.unknown}</bdi>},
      {name: 'count', head: texts.count, isNumber: true, cell: ({count}) => number(count)},
    ]),
    part(texts.maintenance, maintenance, ({title, startsAt}) => `${startsAt} ${title}`, [
      {
        name: 'window',
        head: texts.window,
        isRowHeader: true,
        cell: ({title}) => (
          <Link to={maintenancePath}>
            <bdi>{title}</bdi>
          </Link>
        ),
      },
      {name: 'began', head: texts.began, cell: ({startsAt}) => <Moment at={startsAt} now={range.end} />},
      {name: 'ended', head: texts.ends, cell: ({endsAt}) => <Moment at={endsAt} now={range.end} />},
    ]),
    ...(commands === undefined
      ? []
      : [
          part(
            texts.commands,
            commands.newest,
            ({deviceId, at, method}) => `${deviceId} ${at} ${method}`,
            [
              {
                name: 'command',
                head: texts.command,
                isRowHeader: true,
                cell: ({deviceId, deviceName, method, by}) => (
                  <>
                    <DeviceLink id={deviceId}>{deviceName}</DeviceLink>: <bdi>{method}</bdi>
                    <span className={styles.detail}>{by}</span>
                  </>
                ),
              },
              {name: 'state', head: texts.state, cell: ({state}) => texts.states[state]},
              {name: 'at', head: texts.at, cell: ({at}) => <Moment at={at} now={range.end} />},
            ],
            <span className={styles.quiet}>{texts.sentFailed(number(commands.sent), number(commands.failed))}</span>,
          ),
        ]),
    ...(changes === undefined ? [] : [changesPart(shift, changes)]),
  ]
}

function part<Row>(
  title: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  columns: readonly DataColumn<Row>[],
  actions?: ReactNode,
): Part {
  return {
    title,
    rows: rows.length,
    content: (
      <Panel title={title} actions={actions}>
        <DataTable columns={columns} rows={rows} keyOf={keyOf} />
      </Panel>
    ),
  }
}

const alarmPart = (title: string, rows: readonly AlarmInShift[], columns: readonly DataColumn<AlarmInShift>[]): Part =>
  part(title, rows, ({alarm}) => alarm.id, [ALARM, ...columns])

const ALARM: DataColumn<AlarmInShift> = {
  name: 'alarm',
  head: alarmTexts.columns.device,
  isRowHeader: true,
  cell: ({alarm}) => <AlarmName row={alarm} />,
}

function AlarmName({row}: {row: AlarmInShift['alarm']}) {
  const severity = shownSeverity(row)
  return (
    <>
      {severity !== null && <SeverityMark severity={severity} />}{' '}
      <Link to={alarmPath(row.id)}>
        <bdi>{row.deviceName}</bdi>
      </Link>
      <span className={styles.detail}>
        <bdi>{row.key}</bdi> · {alarmTexts.states[row.state]}
      </span>
    </>
  )
}

function changesPart({range}: Shift, {newest, hasMore}: NonNullable<Shift['changes']>): Part {
  const deleted = deletedIds(newest)
  return part(
    texts.changes,
    newest,
    ({id}) => id,
    [
      {
        name: 'change',
        head: texts.change,
        isRowHeader: true,
        cell: ({action, key, entityName, by, ...entry}) => (
          <>
            {doneText({action, detail: {key}})}
            {entityName !== null && (
              <>
                {': '}
                <ChangedLink linked={linkedEntity({...entry, organisationId: null}, deleted)}>{entityName}</ChangedLink>
              </>
            )}
            <span className={styles.detail}>{by ?? texts.unknown}</span>
          </>
        ),
      },
      {name: 'at', head: texts.at, cell: ({at}) => <Moment at={at} now={range.end} />},
    ],
    hasMore ? <AuditLink>{texts.allChanges}</AuditLink> : undefined,
  )
}

function AuditLink({children}: {children: string}) {
  return <Link to={usePaths().audit}>{children}</Link>
}

function DeviceLink({id, children}: {id: string; children: string}) {
  return (
    <Link to={usePaths().record('device', id)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

function ChangedLink({linked, children}: {linked: ReturnType<typeof linkedEntity>; children: string}) {
  const paths = usePaths()
  return linked === null ? (
    <bdi>{children}</bdi>
  ) : (
    <Link to={paths.record(linked.kind, linked.id)}>
      <bdi>{children}</bdi>
    </Link>
  )
}

function Moment({at, now}: {at: number; now: number}) {
  const {formats} = useApplication()
  return <TimeText at={at}>{formats.recent(at, now)}</TimeText>
}
