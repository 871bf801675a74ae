import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {Link} from 'react-router-dom'
import type {EntityType} from '../../../../contract/wire/entities/attribute'
import type {ConsolePaths} from '../../../domain/console/paths'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import {type CellWorld, cellOf, seenAs, summaryOf} from '../../../domain/console/records/list/cell'
import type {Column} from '../../../domain/console/records/list/columns'
import {ageOf} from '../../../domain/format/age'
import type {RecordListRef} from '../../../machines/console/recordList'
import {IconPanelRight, IconPencil} from '../../kit/mark/icons'
import {useTicking} from '../../kit/text/AgeText'
import {FreshnessMark} from '../../telemetry/freshness/FreshnessMark'
import styles from './RecordRow.module.css'
import {texts} from './texts'
import {viewTexts} from './views/viewTexts'

interface Props {
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
export const RecordRow = memo(function RecordRow({list, description, columns, record, ...props}: Props) {
  const {at, isNarrow, world, paths, mayEdit, mayDelete} = props
  const isSelected = useSelector(list, ({context}) => context.selected.has(record.id))
  const isPeeked = useSelector(list, ({context}) => context.view.peek === record.id)
  const {kind, struckBy} = description
  const {id} = record
  const name = nameOf(description, record)
  const isStruck = struckBy !== undefined && record.values[struckBy] === true
  return (
    <tr
      className={styles.row}
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-selected={isSelectable(kind) ? isSelected : undefined}
      aria-current={isPeeked || undefined}
      data-index={at}
      data-struck={isStruck || undefined}
    >
      {isSelectable(kind) && (
        <td className={styles.tick}>
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
      <th scope="row" className={styles.name}>
        <Link to={paths.record(kind, id)} title={name}>
          <bdi>{name}</bdi>
        </Link>
        {isNarrow && <Summary columns={columns} record={record} world={world} />}
      </th>
      {!isNarrow &&
        columns.slice(1).map(column => <ValueCell key={column.name} column={column} record={record} world={world} />)}
      <td className={styles.edit}>
        {mayEdit && (
          <Link to={paths.edit(kind, id)} aria-label={texts.editOne(name)}>
            {isNarrow ? <IconPencil aria-hidden /> : texts.edit}
          </Link>
        )}
        <button
          type="button"
          className={styles.peekButton}
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

function Summary({columns, record, world}: Pick<Props, 'columns' | 'record' | 'world'>) {
  const hasStatus = columns.some(({kind}) => kind === 'status')
  return (
    <span className={styles.summary}>
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
export const isSelectable = (kind: EntityType): boolean => kind !== 'organisation'

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
