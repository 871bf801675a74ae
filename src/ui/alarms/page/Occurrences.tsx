import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import type {Alarm, Occurrence} from '../../../domain/alarm'
import type {AlarmHistory} from '../../../domain/alarms/history'
import {ageOf} from '../../../domain/format/age'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {alarmPath} from '../../alarmPaths'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {useAlarmNumbers} from '../facts'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'

/** Each time that the alarm was raised. */
export function Occurrences({page}: {page: AlarmPageRef}) {
  const history = useSelector(page, ({context}) => context.history)
  return history && <Table history={history} />
}

function Table({history: {alarm, occurrences}}: {history: AlarmHistory}) {
  const written = useAlarmNumbers(
    alarm,
    occurrences.flatMap(({peak}) => peak?.value ?? []),
  )
  return (
    <Panel title={texts.page.occurrences}>
      {occurrences.length === 0 ? (
        <p className={styles.quiet}>{texts.page.noOccurrences}</p>
      ) : (
        <DataTable
          className={styles.occurrences}
          columns={columnsOf(alarm, written)}
          rows={occurrences}
          keyOf={({id}) => id}
        />
      )}
    </Panel>
  )
}

const columnsOf = ({id}: Alarm, textOf: (value: number) => string): DataColumn<Occurrence>[] => [
  {
    name: 'raised',
    head: texts.page.raised,
    isRowHeader: true,
    cell: occurrence => (
      <SeverityMark severity={occurrence.severity}>
        <Link to={alarmPath(id, occurrence)}>
          <TimeText at={occurrence.raisedAt} precision="minute" />
        </Link>
      </SeverityMark>
    ),
  },
  {name: 'lasted', head: texts.page.lasted, cell: lastedText},
  {name: 'worst', head: texts.page.worst, cell: ({peak}) => (peak === null ? '–' : textOf(peak.value))},
  {
    name: 'ended',
    head: texts.page.ended,
    cell: ({ended}) => (ended === null ? texts.page.stands : ended.by === null ? '–' : texts.endedBy[ended.by]),
  },
  {
    name: 'acknowledged',
    head: texts.columns.acknowledged,
    className: styles.roomy,
    cell: ({acknowledged}) => <bdi>{acknowledged?.by ?? '–'}</bdi>,
  },
]

function lastedText({raisedAt, returnedAt, ended}: Occurrence): string {
  const end = returnedAt ?? ended?.at ?? null
  return end === null ? '–' : ageOf(raisedAt, end)
}
