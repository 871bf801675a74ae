import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {Link, useParams, useSearchParams} from 'react-router-dom'
import type {Alarm, Occurrence} from '../../../domain/alarm'
import {type AlarmHistory, rangeAround, shownOccurrence} from '../../../domain/alarms/history'
import {ageOf} from '../../../domain/format/age'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {alarmPath, alarmsPath, dashboardPath, OCCURRENCE} from '../../alarmPaths'
import {NoSuchPage} from '../../kit/loading/NoSuchPage'
import {Notice} from '../../kit/loading/Notice'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {PageHeader} from '../../kit/PageHeader'
import {Panel} from '../../kit/Panel'
import {type DataColumn, DataTable} from '../../kit/table/DataTable'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {ActionMenu} from '../actions/ActionMenu'
import {useAlarmNumbers} from '../facts'
import {useAlarmActions, useAlarms} from '../logic'
import {Outdated} from '../Outdated'
import {CalledNow} from '../onCall/CalledNow'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'
import {Around} from './Around'
import {Journal} from './Journal'
import {Now} from './Now'

/** The page of one alarm. */
export function AlarmPage() {
  const {id = ''} = useParams()
  if (IS_WORD.test(id)) return <NoSuchPage to={alarmsPath} label={texts.page.toList} />
  return <Page key={id} id={id} />
}

/** A word names no alarm: it is a part of the address that there is not. */
const IS_WORD = /^[a-z-]+$/

function Page({id}: {id: string}) {
  const {logic} = useAlarms()
  const page = useActorRef(logic.page, {input: {id, now: logic.now()}})
  const isShown = useSelector(page, s => s.matches('shown'))
  return isShown ? <Shown page={page} /> : <Unshown page={page} />
}

function Unshown({page}: {page: AlarmPageRef}) {
  const message = useSelector(page, ({context}) => context.message)
  const isNotFound = useSelector(page, s => s.matches('notFound'))
  const hasFailed = useSelector(page, s => s.matches('failed'))
  const {isFailed, isRetrying} = useTried(hasFailed, !hasFailed && !isNotFound)
  if (isNotFound)
    return (
      <Notice kind="placed" heading={texts.page.notFound} hint={texts.page.notFoundHint}>
        <Button component={Link} to={alarmsPath} variant="default">
          {texts.page.toList}
        </Button>
      </Notice>
    )
  if (isFailed)
    return (
      <Notice kind="failed" heading={message ?? ''}>
        <RetryButton isBusy={isRetrying} text={texts.retry} onClick={() => page.send({type: 'retry.requested'})} />
      </Notice>
    )
  return (
    <>
      <p role="status" className={spoken.spoken}>
        {texts.loading}
      </p>
      <Skeleton height="2rem" width="24rem" />
      <Skeleton height="20rem" />
    </>
  )
}

function Shown({page}: {page: AlarmPageRef}) {
  const alarm = useSelector(page, ({context}) => context.history?.alarm)
  const outdatedSince = useSelector(page, ({context}) => context.outdatedSince)
  const [parameters] = useSearchParams()
  if (alarm === undefined) return null
  return (
    <div className={styles.page} data-alarm-keys>
      <PageHeader
        title={texts.page.title(alarm.deviceName, alarm.key)}
        crumbs={[{to: alarmsPath, label: texts.heading}]}
        mark={<Outdated since={outdatedSince} />}
        actions={<Actions page={page} />}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Now page={page} />
          <CalledNow alarmId={alarm.id} />
          <Around page={page} occurrenceId={parameters.get(OCCURRENCE)} />
          <Occurrences page={page} />
        </div>
        <Journal page={page} />
      </div>
    </div>
  )
}

/** The actions on the alarm. */
function Actions({page}: {page: AlarmPageRef}) {
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const history = useSelector(page, ({context}) => context.history)
  const range = useSelector(
    page,
    ({context}) => context.history && rangeAround(shownOccurrence(context.history), context.now),
    (one, other) => one?.start === other?.start,
  )
  if (history === null) return null
  const {alarm} = history
  const now = () => page.getSnapshot().context.now
  return (
    <>
      {isPossible('acknowledge', alarm) && (
        <Button
          size="xs"
          data-alarm-key={SHORTCUTS.alarm.acknowledge[0]}
          onClick={() =>
            actions.send({type: 'action.requested', kind: 'acknowledge', alarms: [alarm], now: now(), isAsking: false})
          }
        >
          {texts.actions.acknowledge}
        </Button>
      )}
      <Button component={Link} to={dashboardPath(alarm, range)} size="xs" variant="default">
        {texts.onDashboard}
      </Button>
      <ActionMenu actions={actions} alarm={alarm} now={now} />
    </>
  )
}

/** Each time that the alarm was raised. */
function Occurrences({page}: {page: AlarmPageRef}) {
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
