import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useNavigate} from 'react-router-dom'
import {type AlarmRow, groupedRows} from '../../../domain/alarms/groups'
import {rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {alarmPath} from '../../alarmPaths'
import type {DataColumn} from '../../kit/table/DataTable'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {useMaySelect} from '../logic'
import {texts} from '../texts'
import {columnsOf} from './columnsOf'
import {GroupHead} from './GroupHead'
import styles from './List.module.css'

export function AlarmTable({list}: {list: AlarmListRef}) {
  const navigate = useNavigate()
  const maySelect = useMaySelect()
  const alarms = useSelector(list, ({context}) => rowsOf(context))
  const isLoading = useSelector(list, s => s.matches('loading') || s.matches({loaded: 'fetchingMore'}))
  const isPhone = useMediaQuery('(max-width: 48em)', false, {getInitialValueInEffect: false})
  const isDesk = useMediaQuery('(min-width: 100em)', false, {getInitialValueInEffect: false})
  const peek = useSelector(list, ({context}) => context.peek)
  const isNarrow = isPhone || (peek !== null && !isDesk)
  const grouping = useSelector(list, ({context}) => context.filter.grouping)
  const isAll = useSelector(list, ({context}) => context.listed?.next === null)
  const rows = useMemo(() => groupedRows(alarms, grouping), [alarms, grouping])
  const columns = useMemo(
    () =>
      columnsOf({list, isNarrow, maySelect}).map(
        ({cell, ...column}): DataColumn<AlarmRow> => ({
          ...column,
          cell: row => ('alarm' in row ? cell(row.alarm) : null),
        }),
      ),
    [list, isNarrow, maySelect],
  )
  return (
    <div className={styles.table} data-alarms data-narrow={isNarrow || undefined}>
      <MeasuredTable<AlarmRow>
        label={texts.heading}
        columns={columns}
        rows={rows}
        keyOf={({id}) => id}
        current={peek}
        headOf={row =>
          'group' in row && grouping !== null ? <GroupHead group={row.group} {...{grouping, isAll}} /> : null
        }
        isBusy={isLoading}
        onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
        onOpen={row => {
          if (!('alarm' in row)) return
          if (isPhone) navigate(alarmPath(row.id))
          else list.send({type: 'peek.changed', id: row.id})
        }}
        onMoved={row => {
          if ('alarm' in row && list.getSnapshot().context.peek !== null)
            list.send({type: 'peek.changed', id: row.id, isFollowing: true})
        }}
        {...(maySelect && {
          onSelect: (row: AlarmRow) => {
            const isSelected = !list.getSnapshot().context.selected.has(row.id)
            if ('alarm' in row) list.send({type: 'row.selected', id: row.id, isSelected})
          },
        })}
      />
    </div>
  )
}
