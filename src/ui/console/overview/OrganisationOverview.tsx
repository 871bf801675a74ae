import {useActorRef, useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type AuditEntry, deletedIds, doneText, isOutside, linkedEntity} from '../../../domain/audit'
import {type DeviceCounts, type ShownCount, shownCounts} from '../../../domain/console/health'
import type {ConsoleRecord} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import {listTexts} from '../../../domain/console/records/texts'
import type {CountsRef} from '../../../machines/console/counts'
import type {OrganisationHealthRef} from '../../../machines/console/organisation/organisationHealth'
import {useApplication, useHasAdditions} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {useResource} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {StatusMark} from '../../kit/mark/StatusMark'
import {Panel} from '../../kit/Panel'
import {AgeText} from '../../kit/text/AgeText'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {usePaths} from '../../kit/viewer'
import {statusOf} from '../../telemetry/freshness/FreshnessMark'
import {Attributes} from '../attributes/Attributes'
import {texts as audit} from '../audit/texts'
import {useConsole} from '../logic'
import {Overview} from '../record/Overview'
import {type NamedPage, Tasks} from '../settings/Tasks'
import styles from './OrganisationOverview.module.css'
import {texts} from './texts'

interface Props {
  organisation: ConsoleRecord
  counts: CountsRef
  /** The pages of its settings. */
  pages: readonly NamedPage[]
}

/** The tasks of an organisation and its state, and then its fields. */
export const OrganisationOverview = (props: Props) =>
  useHasAdditions() ? <WithHealth {...props} /> : <Columns {...props} />

function WithHealth(props: Props) {
  const health = useActorRef(useConsole().organisationHealth, {input: {organisationId: props.organisation.id}})
  return <Columns {...props} health={health} />
}

function Columns({organisation, counts, pages, health}: Props & {health?: OrganisationHealthRef}) {
  const {id} = organisation
  return (
    <div className={styles.overview}>
      <div className={styles.column}>
        {health && <Tasks organisationId={id} counts={counts} pages={pages} />}
        {health && <DeviceHealth health={health} organisationId={id} />}
        <Overview description={organisations} record={organisation} />
        <Attributes kind="organisation" id={id} organisationId={id} />
      </div>
      {health && <RecentActivity health={health} organisationId={id} />}
    </div>
  )
}

interface RecentActivityProps {
  health: OrganisationHealthRef
  organisationId: string
}

/** The last actions in the organisation, with their authors. */
function RecentActivity({health, organisationId}: RecentActivityProps) {
  const paths = usePaths()
  return (
    <Panel
      title={texts.recent}
      actions={
        <Link to={paths.organisationAudit(organisationId)} className={styles.more}>
          {texts.allRecent}
        </Link>
      }
    >
      <div className={styles.recent}>
        <Recent health={health} />
      </div>
    </Panel>
  )
}

function Recent({health}: Pick<RecentActivityProps, 'health'>) {
  const known = useSelector(health, ({context}) => context.value)
  const {isLoading} = useResource(health)
  const isFailed = useSelector(health, s => s.matches('failed'))
  if (isLoading) return <Skeleton height="21.5rem" />
  if (isFailed || known === null) return null
  if (known.recent.length === 0) return <p className={styles.quiet}>{texts.noneRecent}</p>
  return <Entries entries={known.recent} />
}

function Entries({entries}: {entries: readonly AuditEntry[]}) {
  const gone = deletedIds(entries)
  return (
    <ol className={styles.entries}>
      {entries.map(entry => (
        <li key={entry.id}>
          <span className={styles.what}>
            {doneText(entry)} <OfWhat entry={entry} gone={gone} />
          </span>
          <span className={styles.quiet}>
            <bdi>{entry.email ?? entry.userId ?? audit[isOutside(entry) ? 'outside' : 'nobody']}</bdi> ·{' '}
            <AgeText at={entry.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function OfWhat({entry, gone}: {entry: AuditEntry; gone: ReadonlySet<string>}) {
  const {entityId, entityName} = entry
  const paths = usePaths()
  if (entityId === null) return null
  const name = entityName ?? audit.unnamed
  const linked = linkedEntity(entry, gone)
  if (linked === null) return <bdi>{name}</bdi>
  return (
    <Link to={paths.record(linked.kind, linked.id)}>
      <bdi>{name}</bdi>
    </Link>
  )
}

interface DeviceHealthProps {
  health: OrganisationHealthRef
  organisationId: string
}

/** The number of fresh, late and silent devices, and the one seen last. */
function DeviceHealth({health, organisationId}: DeviceHealthProps) {
  const {formats} = useApplication()
  const at = useSelector(health, ({context}) => context.value?.at ?? null)
  const devices = useSelector(health, ({context}) => context.value?.devices ?? null)
  return (
    <Panel
      title={texts.devices}
      actions={
        at !== null && (
          <span className={styles.quiet}>
            <TimeText at={at}>{texts.asOf(formats.time(at, 'minute'))}</TimeText>
          </span>
        )
      }
    >
      {at === null || devices === null ? (
        <div className={styles.unknown}>
          <Awaited health={health} />
        </div>
      ) : (
        <>
          <Statuses health={health} devices={devices} organisationId={organisationId} />
          <p className={styles.last}>
            <LastValue newest={devices.newest} />
          </p>
          <Missed health={health} />
        </>
      )}
    </Panel>
  )
}

function Awaited({health}: Pick<DeviceHealthProps, 'health'>) {
  const {isFailed} = useResource(health)
  if (isFailed) return <Missed health={health} />
  return (
    <>
      <p role="status" className={spoken.spoken}>
        {texts.loading}
      </p>
      <Skeleton height="3.5rem" />
    </>
  )
}

function Missed({health}: Pick<DeviceHealthProps, 'health'>) {
  const message = useSelector(health, ({context}) => context.message)
  if (message === null) return null
  return (
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => health.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

function Statuses({health, devices, organisationId}: DeviceHealthProps & {devices: DeviceCounts}) {
  const link = useSelector(health, ({context}) => context.link)
  return (
    <ul className={styles.tiles}>
      {shownCounts(devices, link).map(shown => (
        <li key={shown.status}>
          <Count {...shown} organisationId={organisationId} />
        </li>
      ))}
    </ul>
  )
}

function Count({status, count, filter, organisationId}: ShownCount & Pick<DeviceHealthProps, 'organisationId'>) {
  const {formats} = useApplication()
  const paths = usePaths()
  const to = filter === null ? paths.list('device', organisationId) : paths.devices(organisationId, filter)
  return (
    <Link to={to} className={styles.tile}>
      <strong>{formats.exact(count)}</strong>{' '}
      <StatusMark status={statusOf(status)}>{listTexts.seen[status]}</StatusMark>
    </Link>
  )
}

function LastValue({newest}: Pick<DeviceCounts, 'newest'>) {
  const paths = usePaths()
  if (newest === null) return texts.noValue
  return (
    <>
      {texts.lastValue} <AgeText at={newest.lastSeen} /> {texts.from}{' '}
      <Link to={paths.record('device', newest.id)} title={newest.name}>
        <bdi>{newest.name}</bdi>
      </Link>
    </>
  )
}
