import {useSelector} from '@xstate/react'
import type {Column} from '../../../domain/console/records/columns'
import {fieldOf, isDescending, nextSort} from '../../../domain/console/records/list'
import type {RecordListRef} from '../../../machines/console/recordList'
import styles from './List.module.css'
import {isSelectable} from './selectable'
import {texts} from './texts'

interface Props {
  list: RecordListRef
  columns: readonly Column[]
  isNarrow: boolean
}

export function HeaderCells({list, columns, isNarrow}: Props) {
  const kind = useSelector(list, ({context}) => context.description.kind)
  return (
    <>
      {isSelectable(kind) && (
        <th scope="col" className={styles.tick}>
          <SelectShown list={list} />
        </th>
      )}
      {(isNarrow ? columns.slice(0, 1) : columns).map(column => (
        <ColumnHeader key={column.name} list={list} column={column} />
      ))}
      <th scope="col" className={styles.edit}>
        {texts.actions}
      </th>
    </>
  )
}

function ColumnHeader({list, column: {name, label, kind, isSortable}}: {list: RecordListRef; column: Column}) {
  const sort = useSelector(list, ({context}) => context.view.sort)
  const order = fieldOf(sort) !== name ? undefined : isDescending(sort) ? 'descending' : 'ascending'
  if (!isSortable) {
    return (
      <th scope="col" data-kind={kind}>
        {label}
      </th>
    )
  }
  return (
    <th scope="col" data-kind={kind} aria-sort={order ?? 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => list.send({type: 'sort.changed', sort: nextSort(sort, name)})}
      >
        {label}
        <svg viewBox="0 0 10 10" aria-hidden="true" data-order={order}>
          <path d={order === 'descending' ? 'M1 3h8L5 8z' : 'M1 7h8L5 2z'} />
        </svg>
      </button>
    </th>
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
