import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {mayChange} from '../../../domain/rights'
import type {RecordListRef} from '../../../machines/console/recordList'
import {LazyPart} from '../../kit/loading/LazyPart'
import {Notice, NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure, useTried} from '../../kit/loading/Retry'
import {useScreen} from '../../kit/screen'
import {BesideList} from '../../kit/table/BesideList'
import {SkeletonTable} from '../../kit/table/SkeletonTable'
import {usePaths, useViewer} from '../../kit/viewer'
import {useRecord} from '../logic'
import {Overview} from '../record/Overview'
import {ActionBar} from './bulk/ActionBar'
import styles from './List.module.css'
import {RecordTable} from './RecordTable'
import {texts} from './texts'
import {type ListParts, useListParts} from './useListParts'
import {Chips} from './views/Chips'
import {Toolbar} from './views/Toolbar'
import {ViewNotes} from './views/ViewMenus'
import {viewTexts} from './views/viewTexts'

/** `owner` is the title of the organisation that the records belong to; the name of the exported file contains it. */
export function RecordList({list, owner = ''}: {list: RecordListRef; owner?: string}) {
  const parts = useListParts(list)
  const isNarrow = useScreen('phone')
  const plural = useSelector(list, ({context}) => context.description.plural)
  const isLoading = useSelector(list, s => s.matches('loading'))
  const {isFailed, isRetrying} = useFailure(list)
  const isPeeking = useSelector(list, ({context}) => context.view.peek !== null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the pane beside the list
    <div
      className={styles.list}
      onKeyDown={({key, defaultPrevented}) => {
        if (key === 'Escape' && isPeeking && !defaultPrevented) list.send({type: 'view.changed', view: {peek: null}})
      }}
    >
      <Toolbar parts={parts} owner={owner} />
      <Chips {...parts} />
      <ViewNotes list={list} />
      {isLoading && !isFailed && (
        <SkeletonTable
          label={texts.loading(plural)}
          columns={isNarrow ? 1 : parts.shownColumns.length}
          lines={isNarrow ? 2 : 1}
        />
      )}
      {isFailed && <Failed list={list} isRetrying={isRetrying} />}
      {!isLoading && !isFailed && <Loaded {...parts} />}
    </div>
  )
}

function Loaded(parts: ListParts) {
  const {list} = parts
  const isEmpty = useSelector(list, ({context}) => context.shown.length === 0)
  const hasMissed = useSelector(list, s => s.hasTag('missed'))
  const isTrying = useSelector(
    list,
    s => s.matches({loaded: {rows: 'searching'}}) || s.matches({loaded: {rows: {current: 'fetchingMore'}}}),
  )
  const missed = useTried(hasMissed, isTrying)
  return (
    <>
      {missed.isFailed && <Missed list={list} isRetrying={missed.isRetrying} />}
      <div className={styles.beside}>
        <div className={styles.main}>{isEmpty ? <Empty list={list} /> : <RecordTable {...parts} />}</div>
        <Peek list={list} />
      </div>
      <ActionBar list={list} />
      <BulkSlot list={list} />
    </>
  )
}

const bulkDialog = async () => (await import('./bulk/BulkDialog')).BulkDialog

/** Its code comes with the first selection, so that it is there when an action is chosen. */
function BulkSlot({list}: {list: RecordListRef}) {
  const isNeeded = useSelector(list, ({context, children}) => context.selected.size > 0 || children.bulk !== undefined)
  if (!isNeeded) return null
  return (
    <LazyPart load={bulkDialog} waiting="">
      {BulkDialog => <BulkDialog list={list} />}
    </LazyPart>
  )
}

function Failed({list, isRetrying}: {list: RecordListRef; isRetrying: boolean}) {
  const message = useSelector(list, ({context}) => context.message)
  return (
    <div role="alert" className={styles.message}>
      <p>{message}</p>
      <RetryButton isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
    </div>
  )
}

function Missed({list, isRetrying}: {list: RecordListRef; isRetrying: boolean}) {
  const message = useSelector(list, ({context}) => context.message)
  return (
    <div role="alert" className={styles.missed}>
      <p>
        {message} {texts.missed}
      </p>
      <RetryButton isBusy={isRetrying} onClick={() => list.send({type: 'retry.requested'})} />
    </div>
  )
}

function Empty({list}: {list: RecordListRef}) {
  const q = useSelector(list, ({context}) => context.view.q.trim())
  const isFiltered = useSelector(list, ({context}) => context.view.filters.length > 0)
  const {noun, plural, kind} = useSelector(list, ({context}) => context.description)
  if (q !== '') {
    return (
      <div className={styles.message}>
        <p>{texts.nothingFound(q)}</p>
        <NoticeButton onClick={() => list.send({type: 'search.changed', q: ''})}>{texts.clearSearch}</NoticeButton>
      </div>
    )
  }
  if (isFiltered) {
    return (
      <div className={styles.message}>
        <p>{viewTexts.filters.nothing}</p>
        <NoticeButton onClick={() => list.send({type: 'view.changed', view: {filters: []}})}>
          {viewTexts.filters.clear}
        </NoticeButton>
      </div>
    )
  }
  return (
    <div className={styles.message}>
      <p>
        <strong>{texts.empty(plural)}</strong>
      </p>
      <p>{kind === 'device' ? texts.emptyDevices : texts.emptyNext(noun)}</p>
    </div>
  )
}

/** Shows the record in the address beside the list, and on a phone at the lower edge. */
function Peek({list}: {list: RecordListRef}) {
  const id = useSelector(list, ({context}) => context.view.peek)
  const description = useSelector(list, ({context}) => context.description)
  const record = useSelector(list, ({context}) => context.shown.find(one => one.id === id))
  if (id === null) return null
  return record === undefined ? (
    <Elsewhere key={id} list={list} description={description} id={id} />
  ) : (
    <Panel list={list} description={description} record={record} />
  )
}

/** The record is not among the loaded rows. */
function Elsewhere({list, description, id}: {list: RecordListRef; description: Description; id: string}) {
  const record = useRecord({description, id, organisationId: '', isEditing: false})
  const found = useSelector(record, ({context}) => context.record)
  const isLost = useSelector(record, s => s.matches('notFound') || s.matches('failed'))
  const message = useSelector(record, ({context}) => context.message)
  if (found !== null) return <Panel list={list} description={description} record={found} />
  return (
    <Frame list={list} title={id}>
      {isLost ? (
        <p role="alert">{message ?? description.texts.notFound}</p>
      ) : (
        <Notice kind="waiting" heading={viewTexts.peek.loading} />
      )}
    </Frame>
  )
}

interface PanelProps {
  list: RecordListRef
  description: Description
  record: ConsoleRecord
}

function Panel({list, description, record}: PanelProps) {
  const {kind} = description
  const paths = usePaths()
  const mayEdit = mayChange(useViewer(), 'edit', description, record)
  return (
    <Frame list={list} title={nameOf(description, record)}>
      <p className={styles.links}>
        <Link to={paths.record(kind, record.id)}>{viewTexts.peek.page}</Link>
        {mayEdit && <Link to={paths.edit(kind, record.id)}>{texts.edit}</Link>}
      </p>
      <Overview description={description} record={record} />
    </Frame>
  )
}

function Frame({list, title, children}: {list: RecordListRef; title: string; children: ReactNode}) {
  const shown = useSelector(list, ({context}) => context.shown)
  const at = useSelector(list, ({context}) => context.shown.findIndex(({id}) => id === context.view.peek))
  return (
    <BesideList
      title={title}
      words={viewTexts.peek}
      previous={shown[at - 1]?.id}
      next={shown[at + 1]?.id}
      onShown={id => list.send({type: 'view.changed', view: {peek: id}, history: 'replace'})}
      onClosed={() => list.send({type: 'view.changed', view: {peek: null}})}
    >
      {children}
    </BesideList>
  )
}
