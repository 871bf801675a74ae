import {Anchor, Button, UnstyledButton} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {Link, useLocation} from 'react-router-dom'
import {
  type AuditEntry,
  type AuditFilter,
  actionText,
  auditFilter,
  deletedIds,
  detailText,
  ENTITY_KINDS,
  EVERYTHING,
  FILTER_NAMES,
  type FilterName,
  filteredBy,
  isOutside,
  type Linked,
  linkedEntity,
  namesIn,
} from '../../../domain/audit'
import type {Formats} from '../../../domain/format/formats'
import type {AuditTrailRef} from '../../../machines/console/auditTrail'
import {useApplication} from '../../kit/application'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure, useTried} from '../../kit/loading/Retry'
import type {DataColumn} from '../../kit/table/DataTable'
import {FilterChips} from '../../kit/table/FilterChips'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import {usePaths} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import styles from './Audit.module.css'
import {AuditFilterMenu} from './AuditFilterMenu'
import {texts} from './texts'

/** The filters are parameters of the address. */
export function AuditPage() {
  const {auditTrail: logic, now} = useConsole()
  const {search} = useLocation()
  const trail = useActorRef(logic, {input: {filter: auditFilter(search), now: now()}})
  const crumbs = useCrumbs()
  return (
    <ConsolePage heading={texts.heading} crumbs={crumbs}>
      <Trail trail={trail} />
    </ConsolePage>
  )
}

function Trail({trail}: {trail: AuditTrailRef}) {
  return (
    <div className={styles.trail}>
      <Filters trail={trail} />
      <Entries trail={trail} />
    </div>
  )
}

/** The filters of the entries, each as a chip that removes it. */
function Filters({trail}: {trail: AuditTrailRef}) {
  const {formats} = useApplication()
  const filter = useSelector(trail, ({context}) => context.filter)
  const entries = useSelector(trail, ({context}) => context.entries)
  const chips = useMemo(() => chipsOf(filter, entries, formats), [filter, entries, formats])
  return (
    <section className={styles.filters} aria-label={texts.filters}>
      <AuditFilterMenu trail={trail} />
      <FilterChips
        chips={chips}
        onRemoved={removed => {
          const name = FILTER_NAMES.find(name => name === removed)
          if (name !== undefined) trail.send({type: 'filter.changed', filter: {[name]: EVERYTHING[name]}})
        }}
      />
      {chips.length > 1 && (
        <Button variant="default" size="xs" onClick={() => trail.send({type: 'filter.changed', filter: EVERYTHING})}>
          {texts.clear}
        </Button>
      )}
    </section>
  )
}

const chipsOf = (filter: AuditFilter, entries: readonly AuditEntry[], formats: Formats) =>
  filteredBy(filter).map(name => ({name, label: texts.fields[name], value: wordOf(name, filter, entries, formats)}))

function wordOf(name: FilterName, filter: AuditFilter, entries: readonly AuditEntry[], formats: Formats): string {
  switch (name) {
    case 'entityType':
      return filter.entityType === '' ? '' : texts.entityTypes[filter.entityType]
    case 'action':
      return actionText(filter.action)
    case 'userId':
    case 'entityId':
    case 'organisationId':
      return namesIn(entries, name).get(filter[name]) ?? filter[name]
    case 'from':
    case 'to': {
      const at = filter[name]
      return at === null ? '' : formats.dateTime(at, 'minute')
    }
    default:
      return name satisfies never
  }
}

/** The entries of the last search stay visible until those of the current one arrive. */
function Entries({trail}: {trail: AuditTrailRef}) {
  const {isFailed, isRetrying} = useFailure(trail)
  const isLoaded = useSelector(trail, s => s.matches('loaded'))
  const isEmpty = useSelector(trail, ({context}) => context.entries.length === 0)
  if (isFailed) return <Failed trail={trail} isRetrying={isRetrying} />
  if (!isEmpty) return <Found trail={trail} />
  return isLoaded ? <Nothing trail={trail} /> : <p role="status">{texts.loading}</p>
}

function Found({trail}: {trail: AuditTrailRef}) {
  const entries = useSelector(trail, ({context}) => context.entries)
  const isSettled = useSelector(trail, s => s.matches('loaded'))
  const gone = useMemo(() => deletedIds(entries), [entries])
  return (
    <>
      <Bar trail={trail} />
      <div className={styles.found}>
        <MeasuredTable
          label={texts.heading}
          columns={columnsOf(trail, gone)}
          rows={entries}
          keyOf={({id}) => id}
          isBusy={!isSettled}
          onShown={lastInView => trail.send({type: 'rows.shown', lastInView})}
        />
      </div>
    </>
  )
}

function Bar({trail}: {trail: AuditTrailRef}) {
  const count = useSelector(trail, ({context}) => context.entries.length)
  const isAll = useSelector(trail, ({context}) => context.next === null)
  const isSettled = useSelector(trail, s => s.matches('loaded'))
  const isFetchingMore = useSelector(trail, s => s.matches({loaded: 'fetchingMore'}))
  const hasMissed = useSelector(trail, s => s.matches({loaded: 'missed'}))
  const missed = useTried(hasMissed, isFetchingMore)
  return (
    <div className={styles.bar}>
      <p role="status">
        {isSettled ? texts.count(count, isAll) : texts.searching}
        {isFetchingMore && ` · ${texts.loadingMore}`}
      </p>
      <Button variant="default" size="xs" onClick={() => trail.send({type: 'refresh.requested'})}>
        {texts.refresh}
      </Button>
      <Export trail={trail} />
      {missed.isFailed && <Missed trail={trail} isRetrying={missed.isRetrying} />}
    </div>
  )
}

function Export({trail}: {trail: AuditTrailRef}) {
  const isGathering = useSelector(trail, s => s.matches({loaded: 'gathering'}))
  const canExport = useSelector(trail, s => s.can({type: 'export.requested'}))
  const saved = useSelector(trail, ({context}) => context.saved)
  if (isGathering) {
    return (
      <>
        <p>{texts.gathering}</p>
        <Button variant="default" size="xs" onClick={() => trail.send({type: 'cancel.requested'})}>
          {buttons.cancel}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button variant="default" size="xs" disabled={!canExport} onClick={() => trail.send({type: 'export.requested'})}>
        {texts.exportCsv}
      </Button>
      {saved !== null && <p role="status">{texts.saved(saved.count, saved.isAll)}</p>}
    </>
  )
}

function Missed({trail, isRetrying}: {trail: AuditTrailRef; isRetrying: boolean}) {
  const message = useSelector(trail, ({context}) => context.message)
  return (
    <>
      <p role="alert">
        {message} {texts.missed}
      </p>
      <RetryButton size="xs" isBusy={isRetrying} onClick={() => trail.send({type: 'retry.requested'})} />
    </>
  )
}

function Failed({trail, isRetrying}: {trail: AuditTrailRef; isRetrying: boolean}) {
  const message = useSelector(trail, ({context}) => context.message)
  return (
    <div className={styles.message}>
      <p role="alert">{message}</p>
      <RetryButton isBusy={isRetrying} onClick={() => trail.send({type: 'retry.requested'})} />
    </div>
  )
}

function Nothing({trail}: {trail: AuditTrailRef}) {
  const isFiltered = useSelector(trail, ({context}) => filteredBy(context.filter).length > 0)
  return (
    <div className={styles.message}>
      <p role="status">
        <strong>{texts.empty}</strong> {isFiltered ? texts.emptyFiltered : texts.emptyHint}
      </p>
      <NoticeButton onClick={() => trail.send({type: 'refresh.requested'})}>{texts.refresh}</NoticeButton>
    </div>
  )
}

const columnsOf = (trail: AuditTrailRef, deletedIds: ReadonlySet<string>): DataColumn<AuditEntry>[] => [
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
