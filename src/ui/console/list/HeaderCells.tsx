import {useSelector} from '@xstate/react'
import type {Column} from '../../../domain/console/records/list/columns'
import {fieldOf, isDescending, nextSort} from '../../../domain/console/records/list/list'
import type {RecordListRef} from '../../../machines/console/recordList'
import {SortHeader} from '../../kit/table/SortHeader'
import {isSelectable} from './RecordRow'
import styles from './RecordRow.module.css'
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
