import {Link} from 'react-router-dom'
import {type Alarm, standsSince} from '../../../domain/alarm'
import type {AlarmReport} from '../../../domain/alarms/report'
import {alarmPath, dashboardPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {useMay, usePaths} from '../../kit/viewer'
import {texts} from '../texts'
import styles from './Report.module.css'

/** The series that raised most, and the alarms that need another threshold. Empty lists share a line. */
export function ReportLists({report: {worst, standing, chattering}}: {report: AlarmReport}) {
  const {formats} = useApplication()
  const empty = [
    ...(worst.length === 0 ? [texts.report.worst] : []),
    ...(standing.length === 0 ? [texts.report.standing] : []),
    ...(chattering.length === 0 ? [texts.report.chattering] : []),
  ]
  return (
    <>
      {worst.length > 0 && (
        <Listed
          title={texts.report.worst}
          rows={worst}
          column={{
            name: 'times',
            head: texts.report.times,
            isNumber: true,
            cell: ({raised}) => formats.exact(raised),
          }}
        />
      )}
      {standing.length > 0 && <AlarmList title={texts.report.standing} alarms={standing} />}
      {chattering.length > 0 && <AlarmList title={texts.report.chattering} alarms={chattering} />}
      {empty.length > 0 && <p className={styles.quiet}>{texts.report.nothing(empty.join(', '))}</p>}
    </>
  )
}

const AlarmList = ({title, alarms}: {title: string; alarms: readonly Alarm[]}) => (
  <Listed
    title={title}
    rows={alarms.map(alarm => ({alarm}))}
    column={{
      name: 'since',
      head: texts.page.since,
      cell: ({alarm}) => <TimeText at={standsSince(alarm)} precision="minute" />,
    }}
  />
)

interface OfAlarm {
  alarm: Alarm
}

interface ListedProps<Row extends OfAlarm> {
  title: string
  rows: readonly Row[]
  /** The column that is the list's own. */
  column: DataColumn<Row>
}

/** Each alarm with the way to mend it. */
function Listed<Row extends OfAlarm>({title, rows, column}: ListedProps<Row>) {
  const mayMend = useMay('device.edit')
  return (
    <Panel title={title}>
      <DataTable columns={columnsOf(column, mayMend)} rows={rows} keyOf={({alarm}) => alarm.id} />
    </Panel>
  )
}

const columnsOf = <Row extends OfAlarm>(column: DataColumn<Row>, mayMend: boolean): DataColumn<Row>[] => [
  {
    name: 'device',
    head: texts.columns.device,
    isRowHeader: true,
    cell: ({alarm: {id, deviceName}}) => (
      <Link to={alarmPath(id)}>
        <bdi>{deviceName}</bdi>
      </Link>
    ),
  },
  {name: 'key', head: texts.columns.key, className: styles.key, cell: ({alarm}) => <bdi>{alarm.key}</bdi>},
  column,
  {
    name: 'mend',
    head: mayMend ? texts.page.threshold : texts.report.series,
    className: styles.mend,
    cell: ({alarm}) => <Mend alarm={alarm} mayMend={mayMend} />,
  },
]

/** Leads to the form of the threshold; users who may not see that page find the series instead. */
function Mend({alarm, mayMend}: {alarm: Alarm; mayMend: boolean}) {
  const {deviceId, deviceName, key} = alarm
  const paths = usePaths()
  return mayMend ? (
    <Link to={paths.threshold(deviceId, key)} aria-label={texts.report.mendWhat(key, deviceName)}>
      {texts.report.mend}
    </Link>
  ) : (
    <Link to={dashboardPath(alarm, null)} aria-label={texts.report.showWhat(key, deviceName)}>
      {texts.report.show}
    </Link>
  )
}
