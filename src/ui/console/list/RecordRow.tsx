import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {Link} from 'react-router-dom'
import {cellOf, summaryOf} from '../../../domain/console/records/cell'
import type {Column} from '../../../domain/console/records/columns'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import type {Formats} from '../../../domain/format/formats'
import type {RecordListRef} from '../../../machines/console/recordList'
import {useApplication} from '../../kit/application'
import {editPath, recordPath} from '../paths'
import styles from './List.module.css'
import {isSelectable} from './selectable'
import {texts} from './texts'

interface Props {
  list: RecordListRef
  description: Description
  columns: readonly Column[]
  record: ConsoleRecord
  /** The index of the record in the list, starting at 0. */
  at: number
  isNarrow: boolean
}

/** The row consists of plain elements, because components of the library render too slowly while a list scrolls. */
export const RecordRow = memo(function RecordRow({list, description, columns, record, at, isNarrow}: Props) {
  const {formats} = useApplication()
  const isSelected = useSelector(list, ({context}) => context.selected.has(record.id))
  const {kind, struckBy} = description
  const {id} = record
  const name = nameOf(description, record)
  const isStruck = struckBy !== undefined && record.values[struckBy] === true
  return (
    <tr
      className={styles.row}
      aria-rowindex={at + 2}
      aria-selected={isSelectable(kind) ? isSelected : undefined}
      data-index={at}
      data-struck={isStruck || undefined}
    >
      {isSelectable(kind) && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            aria-label={texts.select(name)}
            checked={isSelected}
            onChange={event => list.send({type: 'row.selected', id, isSelected: event.currentTarget.checked})}
          />
        </td>
      )}
      <th scope="row" className={styles.name}>
        <Link to={recordPath(kind, id)} title={name} dir="auto">
          {name}
        </Link>
        {isNarrow && <span className={styles.summary}>{summaryOf(columns, record, formats)}</span>}
      </th>
      {!isNarrow && columns.slice(1).map(column => <ValueCell key={column.name} {...{column, record, formats}} />)}
      <td className={styles.edit}>
        <Link to={editPath(kind, id)} aria-label={texts.editOne(name)}>
          {texts.edit}
        </Link>
      </td>
    </tr>
  )
})

function ValueCell({column, record, formats}: {column: Column; record: ConsoleRecord; formats: Formats}) {
  const {text, exact} = cellOf(column, record, formats)
  return (
    <td data-kind={column.kind} title={exact} dir={column.kind === 'line' ? 'auto' : undefined}>
      {text}
    </td>
  )
}
