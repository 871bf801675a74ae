import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {Link, useParams, useSearchParams} from 'react-router-dom'
import {rangeAround, shownOccurrence} from '../../../domain/alarms/history'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {alarmsPath, dashboardPath, OCCURRENCE} from '../../alarmPaths'
import {Notice} from '../../kit/loading/Notice'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {PageHeader} from '../../kit/PageHeader'
import spoken from '../../kit/text/Spoken.module.css'
import {ActionMenu} from '../actions/ActionMenu'
import {useAlarmActions, useAlarms} from '../logic'
import {Outdated} from '../Outdated'
import {CalledNow} from '../onCall/CalledNow'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'
import {Around} from './Around'
import {Journal} from './Journal'
import {Now} from './Now'
import {Occurrences} from './Occurrences'

/** The page of one alarm. */
export function AlarmPage() {
  const {id = ''} = useParams()
  return <Page key={id} id={id} />
}

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
    <>
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
    </>
  )
}

/** The actions on the alarm. */
export function Actions({page}: {page: AlarmPageRef}) {
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
