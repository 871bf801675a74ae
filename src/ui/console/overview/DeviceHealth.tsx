import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type DeviceCounts, type ShownCount, shownCounts} from '../../../domain/console/health'
import {listTexts} from '../../../domain/console/records/texts'
import type {OrganisationHealthRef} from '../../../machines/console/organisation/organisationHealth'
import {useApplication} from '../../kit/application'
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
import styles from './OrganisationOverview.module.css'
import {texts} from './texts'

interface Props {
  health: OrganisationHealthRef
  organisationId: string
}

/** The number of fresh, late and silent devices, and the one seen last. */
export function DeviceHealth({health, organisationId}: Props) {
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

function Awaited({health}: Pick<Props, 'health'>) {
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

function Missed({health}: Pick<Props, 'health'>) {
  const message = useSelector(health, ({context}) => context.message)
  if (message === null) return null
  return (
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => health.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

function Statuses({health, devices, organisationId}: Props & {devices: DeviceCounts}) {
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

function Count({status, count, filter, organisationId}: ShownCount & Pick<Props, 'organisationId'>) {
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
