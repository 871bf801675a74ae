import {Anchor, UnstyledButton} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {
  type AuditEntry,
  actionText,
  detailText,
  ENTITY_KINDS,
  isOutside,
  type Linked,
  linkedEntity,
} from '../../../domain/audit'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import type {DataColumn} from '../../kit/table/DataTable'
import {TimeText} from '../../kit/text/TimeText'
import {usePaths} from '../../kit/viewer'
import styles from './Audit.module.css'
import {texts} from './texts'

export const columnsOf = (trail: AuditTrailRef, deletedIds: ReadonlySet<string>): DataColumn<AuditEntry>[] => [
  {name: 'when', head: texts.columns.when, className: styles.when, cell: ({at}) => <When trail={trail} at={at} />},
  {
    name: 'who',
    head: texts.columns.who,
    cell: entry => (
      <>
        <Who trail={trail} entry={entry} />
        {entry.address !== '' && <span className={styles.quiet}>{texts.address(entry.address)}</span>}
      </>
    ),
  },
  {name: 'what', head: texts.columns.what, isRowHeader: true, cell: entry => <What entry={entry} />},
  {
    name: 'entity',
    head: texts.columns.entity,
    cell: entry => <OfWhat trail={trail} entry={entry} linked={linkedEntity(entry, deletedIds)} />,
  },
]

interface Props {
  trail: AuditTrailRef
  entry: AuditEntry
}

function What({entry: {action, detail}}: Pick<Props, 'entry'>) {
  const text = detailText(detail)
  return (
    <>
      {actionText(action)}
      {text !== '' && (
        <span className={styles.quiet} dir="auto">
          {text}
        </span>
      )}
    </>
  )
}

/** Touch has no titles, so the time is beneath its distance, too. */
function When({trail, at}: {trail: AuditTrailRef; at: AuditEntry['at']}) {
  const {formats} = useApplication()
  const now = useSelector(trail, ({context}) => context.now)
  return (
    <>
      <TimeText at={at}>{formats.relative(at, now)}</TimeText>
      <span className={styles.quiet}>{formats.dateTime(at)}</span>
    </>
  )
}

function Who({trail, entry}: Props) {
  const {email, userId} = entry
  const name = email ?? userId
  if (name === null) return texts[isOutside(entry) ? 'outside' : 'nobody']
  return (
    <>
      <bdi>{name}</bdi>{' '}
      {userId !== null && (
        <Only label={texts.onlyBy(name)} onClick={() => trail.send({type: 'filter.changed', filter: {userId}})} />
      )}
    </>
  )
}

function OfWhat({trail, entry, linked}: Props & {linked: Linked | null}) {
  const {entityType, entityId, entityName} = entry
  const paths = usePaths()
  if (entityId === null) return null
  const name = entityName ?? texts.unnamed
  return (
    <>
      {linked === null ? (
        <bdi>{name}</bdi>
      ) : (
        <Anchor component={Link} to={paths.record(linked.kind, linked.id)} inherit dir="auto">
          {name}
        </Anchor>
      )}{' '}
      <Only label={texts.onlyOf(name)} onClick={() => trail.send({type: 'filter.changed', filter: {entityId}})} />
      <span className={styles.quiet}>{kindText(entityType)}</span>
    </>
  )
}

/** A kind that only newer servers know keeps its name. */
function kindText(entityType: AuditEntry['entityType']) {
  const kind = ENTITY_KINDS.find(kind => kind === entityType)
  return kind === undefined ? entityType : texts.entityTypes[kind]
}

function Only({label, onClick}: {label: string; onClick: () => void}) {
  return (
    <UnstyledButton className={styles.only} aria-label={label} title={label} onClick={onClick}>
      {texts.only}
    </UnstyledButton>
  )
}
