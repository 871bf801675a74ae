import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useNavigate} from 'react-router-dom'
import type {Alarm} from '../../../domain/alarms/alarm'
import {rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {useMaySelect} from '../logic'
import {alarmPath} from '../paths'
import {texts} from '../texts'
import {columnsOf} from './columnsOf'
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
  const columns = useMemo(() => columnsOf({list, isNarrow, maySelect}), [list, isNarrow, maySelect])
  return (
    <div className={styles.table} data-alarms data-narrow={isNarrow || undefined}>
      <MeasuredTable<Alarm>
        label={texts.heading}
        columns={columns}
        rows={alarms}
        keyOf={({id}) => id}
        current={peek}
        isBusy={isLoading}
        onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
        onOpen={({id}) => (isPhone ? navigate(alarmPath(id)) : list.send({type: 'peek.changed', id}))}
        onMoved={({id}) => {
          if (list.getSnapshot().context.peek !== null) list.send({type: 'peek.changed', id, isFollowing: true})
        }}
        {...(maySelect && {
          onSelect: ({id}) =>
            list.send({type: 'row.selected', id, isSelected: !list.getSnapshot().context.selected.has(id)}),
        })}
      />
    </div>
  )
}
