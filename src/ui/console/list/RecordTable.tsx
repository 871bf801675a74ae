import {useSelector} from '@xstate/react'
import {memo, useMemo} from 'react'
import {Link, useNavigate} from 'react-router-dom'
import type {EntityType} from '../../../../contract/wire/entities/attribute'
import type {ConsolePaths} from '../../../domain/console/paths'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {type CellWorld, cellOf, seenAs, summaryOf} from '../../../domain/console/records/list/cell'
import type {Column} from '../../../domain/console/records/list/columns'
import {fieldOf, isDescending, nextSort} from '../../../domain/console/records/list/list'
import {ageOf} from '../../../domain/format/age'
import {mayChange} from '../../../domain/rights'
import type {RecordListRef} from '../../../machines/console/recordList'
import {IconPanelRight, IconPencil} from '../../kit/mark/icons'
import {useScreen} from '../../kit/screen'
import type {ColumnWidth} from '../../kit/table/columnWidths'
import {RowHeight} from '../../kit/table/RowHeight'
import {SortHeader} from '../../kit/table/SortHeader'
import {VirtualTable} from '../../kit/table/VirtualTable'
import {useTicking} from '../../kit/text/AgeText'
import {usePaths, useViewer} from '../../kit/viewer'
import {FreshnessMark} from '../../telemetry/freshness/FreshnessMark'
import styles from './List.module.css'
import recordRowStyles from './RecordRow.module.css'
import {texts} from './texts'
import type {ListParts} from './useListParts'
import {viewTexts} from './views/viewTexts'

const TICK: ColumnWidth = {least: 2.5, content: 2.5, most: 2.5}
const NAME: ColumnWidth = {least: 8, content: 8, most: null}

export function RecordTable({list, shownColumns: columns, world}: ListParts) {
  // A narrow row has two lines.
  const isNarrow = useScreen('phone')
  const navigate = useNavigate()
  const viewer = useViewer()
  const paths = usePaths()
  const description = useSelector(list, ({context}) => context.description)
  const shown = useSelector(list, ({context}) => context.shown)
  const total = useSelector(list, ({context}) => (context.isWhole ? context.shown.length : context.total))
  const density = useSelector(list, ({context}) => context.view.density ?? undefined)
  const isFetching = useSelector(list, s => s.matches({loaded: {rows: {current: 'fetchingMore'}}}))
  const {kind} = description
  const widths = useWidths(list, {columns, world, isNarrow})
  return (
    <div className={styles.tableFrame} data-density={density}>
      <RowHeight lines={isNarrow ? 2 : 1}>
        {pixels => (
          <VirtualTable<ConsoleRecord>
            key={pixels}
            label={description.plural}
            rows={shown}
            keyOf={({id}) => id}
            rowHeight={pixels}
            columns={widths}
            header={<HeaderCells list={list} columns={columns} isNarrow={isNarrow} />}
            row={(record, at) => (
              <RecordRow
                list={list}
                description={description}
                columns={columns}
                record={record}
                at={at}
                isNarrow={isNarrow}
                world={world}
                paths={paths}
                mayEdit={mayChange(viewer, 'edit', description, record)}
                mayDelete={mayChange(viewer, 'delete', description, record)}
              />
            )}
            total={total}
            isBusy={isFetching}
            onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
            onOpen={({id}) => navigate(paths.record(kind, id))}
            {...(isSelectable(kind)
              ? {onSelect: record => mayChange(viewer, 'delete', description, record) && toggle(list, record)}
              : {})}
            onPeek={({id}) => list.send({type: 'view.changed', view: {peek: id}})}
            onMoved={({id}) => followPeek(list, id)}
          >
            {isFetching && (
              <p role="status" className={styles.more}>
                {texts.loadingMore}
              </p>
            )}
          </VirtualTable>
        )}
      </RowHeight>
    </div>
  )
}

interface WidthsOf extends Pick<ListParts, 'world'> {
  columns: ListParts['shownColumns']
  isNarrow: boolean
}

/** The widths stay as they are while a user types, so that columns don't jump. */
function useWidths(list: RecordListRef, {columns, world, isNarrow}: WidthsOf): readonly ColumnWidth[] {
  const sample = useSelector(list, ({context}) => (context.isWhole ? context.sorted.records : context.shown))
  const kind = useSelector(list, ({context}) => context.description.kind)
  return useMemo(() => {
    const lead = isSelectable(kind) ? [TICK] : []
    const middle = isNarrow ? [NAME] : columns.map((column, at) => widthOf(column, sample, world, at === 0))
    return [...lead, ...middle, actionsWidth(texts.edit, isNarrow)]
  }, [sample, kind, columns, world, isNarrow])
}

function toggle(list: RecordListRef, {id}: ConsoleRecord) {
  list.send({type: 'row.selected', id, isSelected: !list.getSnapshot().context.selected.has(id)})
}

/** While a record is shown beside the list, the keyboard shows the record it comes to. */
function followPeek(list: RecordListRef, id: string) {
  if (list.getSnapshot().context.view.peek !== null)
    list.send({type: 'view.changed', view: {peek: id}, history: 'replace'})
}

/** In rem: an average letter, the padding of a cell, and the arrow in a header. */
const LETTER = 0.46
const PADDING = 1.75
const ARROW = 1.1
const SAMPLE = 100
/** A column becomes this much wider than its texts before columns of numbers and dates grow as well. */
const GROWTH = 2
/** A target that a finger meets. */
const TOUCH = 2.75
/** The longest status has a mark and an age. */
const STATUS = 8

/** Returns the width that the column needs for the first rows. Dates and numbers are never cut. */
function widthOf(column: Column, records: readonly ConsoleRecord[], world: CellWorld, isFirst: boolean): ColumnWidth {
  const longest = records
    .slice(0, SAMPLE)
    .reduce((most, record) => Math.max(most, cellOf(column, record, world).text.length), 0)
  const header = column.label.length * LETTER + PADDING + (column.isSortable ? ARROW : 0)
  const content = Math.max(header, column.kind === 'status' ? STATUS : longest * LETTER + PADDING)
  if (isRigid(column)) return {least: content, content, most: content}
  const [least, most] =
    LIMITS[isFirst ? 'name' : column.kind === 'id' || column.kind === 'choice' ? column.kind : 'text']
  const shown = Math.min(content, most)
  return {least: Math.min(Math.max(least, header), content), content: shown, most: shown * GROWTH}
}

/** The last column holds the link to the form, and a button to look at the record beside the list. */
function actionsWidth(link: string, isNarrow: boolean): ColumnWidth {
  const content = isNarrow ? 2 * TOUCH + 0.75 : link.length * LETTER + PADDING + TOUCH + 0.5
  return {least: content, content, most: content}
}

const LIMITS = {name: [11, 28], text: [6, 20], id: [9, 20], choice: [11, 20]} as const

const isRigid = ({kind}: Column): boolean =>
  kind === 'time' || kind === 'count' || kind === 'lastSeen' || kind === 'flag' || kind === 'status' || kind === 'state'

interface Props {
  list: RecordListRef
  columns: readonly Column[]
  isNarrow: boolean
}

function HeaderCells({list, columns, isNarrow}: Props) {
  const kind = useSelector(list, ({context}) => context.description.kind)
  return (
    <>
      {isSelectable(kind) && (
        <th scope="col" className={recordRowStyles.tick}>
          <SelectShown list={list} />
        </th>
      )}
      {(isNarrow ? columns.slice(0, 1) : columns).map(column => (
        <ColumnHeader key={column.name} list={list} column={column} />
      ))}
      <th scope="col" className={recordRowStyles.edit}>
        {texts.actions}
      </th>
    </>
  )
}

function ColumnHeader({list, column: {name, label, kind, isSortable}}: {list: RecordListRef; column: Column}) {
  const sort = useSelector(list, ({context}) => context.view.sort)
  const order = fieldOf(sort) !== name ? undefined : isDescending(sort) ? 'descending' : 'ascending'
  return (
    <SortHeader
      label={label}
      isEnd={kind === 'count'}
      order={isSortable ? order : null}
      onPressed={() => list.send({type: 'view.changed', view: {sort: nextSort(sort, name)}})}
    />
  )
}

function SelectShown({list}: {list: RecordListRef}) {
  const state = useSelector(list, ({context: {shown, selected}}) => {
    if (selected.size === 0) return 'none'
    if (shown.every(({id}) => selected.has(id))) return 'all'
    return shown.some(({id}) => selected.has(id)) ? 'some' : 'none'
  })
  return (
    <input
      ref={tick => {
        if (tick !== null) tick.indeterminate = state === 'some'
      }}
      type="checkbox"
      aria-label={texts.selectShown}
      checked={state === 'all'}
      onChange={event => list.send({type: 'shown.selected', isSelected: event.currentTarget.checked})}
    />
  )
}

interface RecordRowProps {
  list: RecordListRef
  description: Description
  columns: readonly Column[]
  record: ConsoleRecord
  /** The index of the record in the list, starting at 0. */
  at: number
  isNarrow: boolean
  world: CellWorld
  paths: ConsolePaths
  mayEdit: boolean
  mayDelete: boolean
}

/** The row consists of plain elements, because components of the library render too slowly while a list scrolls. */
const RecordRow = memo(function RecordRow({list, description, columns, record, ...props}: RecordRowProps) {
  const {at, isNarrow, world, paths, mayEdit, mayDelete} = props
  const isSelected = useSelector(list, ({context}) => context.selected.has(record.id))
  const isPeeked = useSelector(list, ({context}) => context.view.peek === record.id)
  const {kind, struckBy} = description
  const {id} = record
  const name = nameOf(description, record)
  const isStruck = struckBy !== undefined && record.values[struckBy] === true
  return (
    <tr
      className={recordRowStyles.row}
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-selected={isSelectable(kind) ? isSelected : undefined}
      aria-current={isPeeked || undefined}
      data-index={at}
      data-struck={isStruck || undefined}
    >
      {isSelectable(kind) && (
        <td className={recordRowStyles.tick}>
          {mayDelete && (
            <input
              type="checkbox"
              aria-label={texts.select(name)}
              checked={isSelected}
              onChange={event => list.send({type: 'row.selected', id, isSelected: event.currentTarget.checked})}
            />
          )}
        </td>
      )}
      <th scope="row" className={recordRowStyles.name}>
        <Link to={paths.record(kind, id)} title={name}>
          <bdi>{name}</bdi>
        </Link>
        {isNarrow && <Summary columns={columns} record={record} world={world} />}
      </th>
      {!isNarrow &&
        columns.slice(1).map(column => <ValueCell key={column.name} column={column} record={record} world={world} />)}
      <td className={recordRowStyles.edit}>
        {mayEdit && (
          <Link to={paths.edit(kind, id)} aria-label={texts.editOne(name)}>
            {isNarrow ? <IconPencil aria-hidden /> : texts.edit}
          </Link>
        )}
        <button
          type="button"
          className={recordRowStyles.peekButton}
          aria-label={viewTexts.peek.open(name)}
          aria-expanded={isPeeked}
          title={viewTexts.peek.open(name)}
          onClick={() => list.send({type: 'view.changed', view: {peek: isPeeked ? null : id}})}
        >
          <IconPanelRight size={16} aria-hidden />
        </button>
      </td>
    </tr>
  )
})

function Summary({columns, record, world}: Pick<RecordRowProps, 'columns' | 'record' | 'world'>) {
  const hasStatus = columns.some(({kind}) => kind === 'status')
  return (
    <span className={recordRowStyles.summary}>
      {hasStatus && <SeenMark record={record} world={world} />} {summaryOf(columns, record, world)}
    </span>
  )
}

function ValueCell({column, record, world}: {column: Column; record: ConsoleRecord; world: CellWorld}) {
  const {kind} = column
  const {text, exact} = cellOf(column, record, world)
  return (
    <td data-kind={kind} title={kind === 'id' && exact !== text ? `${text} · ${exact}` : exact}>
      {kind === 'status' ? <SeenMark record={record} world={world} /> : ISOLATED.has(kind) ? <bdi>{text}</bdi> : text}
    </td>
  )
}

/** Kinds whose texts people write, which may run from right to left. */
const ISOLATED: ReadonlySet<Column['kind']> = new Set(['line', 'email', 'phone', 'choice', 'id'])

/** Deleting an organisation deletes all its records too, so it is possible only on its own page, not in bulk. */
const isSelectable = (kind: EntityType): boolean => kind !== 'organisation'

/** The state of a device when the list was read. Empty when the server doesn't say. */
function SeenMark({record, world}: {record: ConsoleRecord; world: CellWorld}) {
  const seen = seenAs(record, world)
  const {lastSeen} = record
  const {readAt} = world
  // A device that was fresh when the list was read may be late by now, which an age beside it would say.
  const age = useTicking(now => (seen === 'fresh' || typeof lastSeen !== 'number' ? null : ageOf(lastSeen, now)))
  if (seen === 'notRead' || readAt === null) return null
  return <FreshnessMark freshness={seen} age={age} isInFull />
}
