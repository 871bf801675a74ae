import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import type {AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import {RouteConflict} from './RouteConflict'
import {RouteForm} from './RouteForm'
import {texts} from './texts'

export function RouteDialog({routes}: {routes: AlarmRoutesRef}) {
  const isOpen = useSelector(routes, s => s.matches('form'))
  const isConflict = useSelector(routes, s => s.matches({form: 'choosing'}))
  const title = useSelector(routes, titleOf)
  return (
    <Modal
      opened={isOpen}
      onClose={() => routes.send({type: 'dialog.closed'})}
      title={title}
      size="lg"
      closeButtonProps={{'aria-label': texts.form.cancel}}
      transitionProps={{duration: 0}}
    >
      {isConflict ? <RouteConflict routes={routes} /> : <RouteForm routes={routes} />}
    </Modal>
  )
}

function titleOf(snapshot: SnapshotFrom<AlarmRoutesRef>): string {
  const {chosen, draft} = snapshot.context
  if (snapshot.matches({form: 'choosing'})) return texts.conflict.title(chosen?.name ?? draft.name.trim())
  return chosen === null ? texts.form.adding : texts.form.editing(chosen.name)
}
