import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {Link} from 'react-router-dom'
import {MAX_TS} from '../../../../contract/limits'
import {isPulsewall} from '../../../../contract/rules/offer'
import {SECOND} from '../../../../contract/rules/time/durations'
import type {Alarm, Occurrence} from '../../../domain/alarm'
import {type AlarmHistory, besideOccurrence, shownOccurrence} from '../../../domain/alarms/history'
import {ageOf} from '../../../domain/format/age'
import type {AlarmAroundRef} from '../../../machines/alarms/around'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {alarmPath, replayPath} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import {Panel} from '../../kit/Panel'
import {useSeriesKind} from '../../telemetry/dashboard/chart/useSeriesKind'
import {createCrosshair} from '../../telemetry/dashboard/detail/crosshair'
import {useAlarms, useUnit} from '../logic'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'

/** The code of the dashboard's chart. */
const chartPanel = async () => (await import('../../telemetry/dashboard/chart/ChartPanel')).ChartPanel

interface Props {
  page: AlarmPageRef
  /** The occurrence that is asked for; null for the newest. */
  occurrenceId?: string | null
}

/** The surroundings of one occurrence of the alarm. */
export function Around({page, occurrenceId = null}: Props) {
  const history = useSelector(page, ({context}) => context.history)
  if (history === null) return null
  const occurrence = shownOccurrence(history, occurrenceId)
  return <OfOccurrence key={occurrence?.id ?? ''} page={page} history={history} occurrence={occurrence} />
}

interface OfOccurrenceProps {
  history: AlarmHistory
  occurrence: Occurrence | null
}

function OfOccurrence({page, history, occurrence}: OfOccurrenceProps & Pick<Props, 'page'>) {
  const {zone, formats} = useApplication()
  const {logic} = useAlarms()
  const {alarm} = history
  const {link, offer} = page.getSnapshot().context
  const around = useActorRef(logic.around, {input: {alarm, occurrence, zone, now: logic.now(), link, offer}})
  return (
    <>
      <Panel title={texts.page.around} actions={<Ways around={around} history={history} occurrence={occurrence} />}>
        {occurrence !== null && (
          <p className={styles.quiet}>{texts.page.occurrenceOf(formats.dateTime(occurrence.raisedAt))}</p>
        )}
        <Figure around={around} alarm={alarm} occurrence={occurrence} />
      </Panel>
      {occurrence !== null && <RaisedWith around={around} occurrence={occurrence} />}
    </>
  )
}

/** The ways to other times of the same alarm. */
function Ways({around, history, occurrence}: OfOccurrenceProps & {around: AlarmAroundRef}) {
  const hasReplay = useSelector(around, ({context}) => isPulsewall(context.offer))
  const {alarm} = history
  const {previous, next} = besideOccurrence(history, occurrence)
  return (
    <span className={styles.ways}>
      {previous !== null && <Link to={alarmPath(alarm.id, previous)}>{texts.page.previousOccurrence}</Link>}
      {next !== null && <Link to={alarmPath(alarm.id, next)}>{texts.page.nextOccurrence}</Link>}
      {hasReplay && occurrence !== null && <Link to={replayPath(alarm, occurrence)}>{texts.page.replay}</Link>}
    </span>
  )
}

interface FigureProps {
  around: AlarmAroundRef
  alarm: Alarm
  occurrence: Occurrence | null
}

function Figure({around, alarm, occurrence}: FigureProps) {
  const {devices} = useAlarms()
  const {deviceId, deviceName: name, organisationId, customerId, key} = alarm
  const chart = useSelector(around, ({children}) => children.chart)
  const unit = useUnit(alarm)
  const kind = useSeriesKind({devices, deviceId, telemetryKey: key, chart})
  const crosshair = useMemo(createCrosshair, [])
  const [start, end] = [occurrence?.raisedAt, occurrence?.returnedAt ?? occurrence?.ended?.at ?? MAX_TS]
  const active = useMemo(() => (start === undefined ? {} : {active: {start, end}}), [start, end])
  if (chart === undefined) return <Skeleton height="20rem" />
  return (
    <LazyPart load={chartPanel} waiting={<Skeleton height="20rem" />}>
      {ChartPanel => (
        <ChartPanel
          devices={devices}
          chart={chart}
          device={{id: deviceId, name, organisationId, customerId}}
          unit={unit}
          kind={kind}
          crosshair={crosshair}
          {...active}
          telemetryKey={key}
        />
      )}
    </LazyPart>
  )
}

/** The alarms raised shortly before and after. */
function RaisedWith({around, occurrence}: {around: AlarmAroundRef; occurrence: Occurrence}) {
  return (
    <Panel title={texts.page.raisedWith}>
      <Listed around={around} occurrence={occurrence} />
    </Panel>
  )
}

function Listed({around, occurrence}: {around: AlarmAroundRef; occurrence: Occurrence}) {
  const raised = useSelector(around, ({context}) => context.raised)
  const hasMore = useSelector(around, ({context}) => context.hasMore)
  const {isFailed, isRetrying} = useTried(
    useSelector(around, s => s.matches('missed')),
    useSelector(around, s => s.matches('reading')),
  )
  if (isFailed)
    return (
      <p role="alert" className={styles.quiet}>
        {texts.page.raisedWithMissed}{' '}
        <RetryButton
          size="xs"
          isBusy={isRetrying}
          text={texts.retry}
          onClick={() => around.send({type: 'retry.requested'})}
        />
      </p>
    )
  if (raised === null) return <Skeleton height="4rem" />
  if (raised.length === 0) return <p className={styles.quiet}>{texts.page.nothingRaisedWith}</p>
  return (
    <>
      <ul className={styles.raised}>
        {raised.map(({id, deviceName, key, kind, occurrence: other}) => (
          <li key={id}>
            <SeverityMark severity={other?.severity ?? 'warning'}>
              <Link to={alarmPath(id, other)}>
                <bdi>{deviceName}</bdi>: <bdi>{key}</bdi>
              </Link>
            </SeverityMark>
            {kind === 'silence' && <span>{texts.kinds.silence}</span>}
            {other !== null && (
              <span className={styles.quiet}>{distanceText(other.raisedAt, occurrence.raisedAt)}</span>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <p className={styles.quiet}>{texts.page.moreRaised}</p>}
    </>
  )
}

function distanceText(at: number, from: number): string {
  if (Math.abs(at - from) < SECOND) return texts.page.atOnce
  return at < from ? texts.page.before(ageOf(at, from)) : texts.page.after(ageOf(from, at))
}
