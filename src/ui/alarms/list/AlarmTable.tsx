import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {useNavigate} from 'react-router-dom'
import type {Alarm} from '../../../domain/alarms/alarm'
import {rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {MeasuredTable} from '../../kit/table/MeasuredTable'
import {useMaySelect} from '../logic'
import {alarmPath} from '../paths'
import {texts} from '../texts'
import {AlarmCells} from './AlarmCells'
import styles from './List.module.css'

export function AlarmTable({list}: {list: AlarmListRef}) {
  const navigate = useNavigate()
  const maySelect = useMaySelect()
  const alarms = useSelector(list, ({context}) => rowsOf(context))
  const isLoading = useSelector(list, s => s.matches('loading') || s.matches({loaded: 'fetchingMore'}))
  const isNarrow = useMediaQuery('(max-width: 48em)', false, {getInitialValueInEffect: false})
  return (
    <div className={styles.table} data-alarms data-narrow={isNarrow || undefined}>
      <MeasuredTable<Alarm>
        label={texts.heading}
        rows={alarms}
        keyOf={({id}) => id}
        isBusy={isLoading}
        header={<Header {...{list, isNarrow, maySelect}} />}
        cells={alarm => <AlarmCells {...{list, alarm, isNarrow, maySelect}} />}
        onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
        onOpen={({id}) => navigate(alarmPath(id))}
        {...(maySelect && {
          onSelect: ({id}) =>
            list.send({type: 'row.selected', id, isSelected: !list.getSnapshot().context.selected.has(id)}),
        })}
      />
    </div>
  )
}

interface HeaderProps {
  list: AlarmListRef
  isNarrow: boolean
  maySelect: boolean
}

function Header({list, isNarrow, maySelect}: HeaderProps) {
  const {columns} = texts
  const isAll = useSelector(list, ({context}) => rowsOf(context).every(({id}) => context.selected.has(id)))
  return (
    <>
      {maySelect && (
        <th scope="col" className={styles.tick}>
          <input
            type="checkbox"
            aria-label={texts.selectAll}
            checked={isAll}
            onChange={({currentTarget}) => list.send({type: 'all.selected', isSelected: currentTarget.checked})}
          />
        </th>
      )}
      <th scope="col" className={styles.severity}>
        {columns.severity}
      </th>
      <th scope="col">{columns.device}</th>
      {!isNarrow && (
        <>
          <th scope="col" className={styles.key}>
            {columns.key}
          </th>
          <th scope="col" className={styles.value}>
            {columns.value}
          </th>
          <th scope="col" className={styles.words}>
            {columns.standing}
          </th>
          <th scope="col" className={styles.age}>
            {columns.age}
          </th>
          <th scope="col" className={styles.who}>
            {columns.acknowledged}
          </th>
        </>
      )}
      <th scope="col" className={styles.actions}>
        {columns.actions}
      </th>
    </>
  )
}
