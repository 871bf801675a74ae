import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {type AuditEntry, actionText, deletedIds, isOutside, linkedEntity} from '../../../domain/audit'
import type {OrganisationHealthRef} from '../../../machines/console/organisation/organisationHealth'
import {useResource} from '../../kit/loading/Retry'
import {Skeleton} from '../../kit/loading/Skeleton'
import {Panel} from '../../kit/Panel'
import {AgeText} from '../../kit/text/AgeText'
import {usePaths} from '../../kit/viewer'
import {texts as audit} from '../audit/texts'
import styles from './OrganisationOverview.module.css'
import {texts} from './texts'

interface Props {
  health: OrganisationHealthRef
  organisationId: string
}

/** The last actions in the organisation, with their authors. */
export function RecentActivity({health, organisationId}: Props) {
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

function Recent({health}: Pick<Props, 'health'>) {
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
            {actionText(entry.action)} <OfWhat entry={entry} gone={gone} />
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
