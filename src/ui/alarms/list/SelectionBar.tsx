import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {ACTIONS_OF_MANY, type AlarmActionKind} from '../../../domain/alarms/action'
import {rowsOf} from '../../../domain/alarms/rows'
import type {AlarmListRef} from '../../../machines/alarms/list'
import {useApplication} from '../../kit/application'
import {useAlarmActions, useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './List.module.css'

/** The actions on all selected alarms, with one note. */
export function SelectionBar({list}: {list: AlarmListRef}) {
  const {formats} = useApplication()
  const {actions} = useAlarms()
  const isPossible = useAlarmActions()
  const alarms = useSelector(list, ({context}) => rowsOf(context))
  const selected = useSelector(list, ({context}) => context.selected)
  const chosen = alarms.filter(({id}) => selected.has(id))
  const request = (kind: AlarmActionKind) =>
    actions.send({type: 'action.requested', kind, alarms: chosen, now: list.getSnapshot().context.now, isAsking: true})
  return (
    <div className={styles.selection}>
      <p role="status">{texts.selected(formats.exact(chosen.length))}</p>
      {ACTIONS_OF_MANY.map(kind => {
        const count = chosen.filter(alarm => isPossible(kind, alarm)).length
        if (count === 0) return null
        return (
          <Button
            key={kind}
            size="xs"
            variant={kind === 'acknowledge' ? 'filled' : 'default'}
            onClick={() => request(kind)}
          >
            {kind === 'acknowledge' ? texts.acknowledgeCount(formats.exact(count)) : texts.actions[kind]}
          </Button>
        )
      })}
      <Button size="xs" variant="default" onClick={() => list.send({type: 'all.selected', isSelected: false})}>
        {texts.clearSelection}
      </Button>
    </div>
  )
}
