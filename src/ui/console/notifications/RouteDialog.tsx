import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import {RouteForm} from './RouteForm'
import {texts} from './texts'

export function RouteDialog({routes}: {routes: AlarmRoutesRef}) {
  const isOpen = useSelector(routes, s => s.matches('form'))
  const name = useSelector(routes, ({context}) => context.chosen?.name ?? null)
  return (
    <Modal
      opened={isOpen}
      onClose={() => routes.send({type: 'dialog.closed'})}
      title={name === null ? texts.form.adding : texts.form.editing(name)}
      size="lg"
      closeButtonProps={{'aria-label': texts.form.cancel}}
      transitionProps={{duration: 0}}
    >
      <RouteForm routes={routes} />
    </Modal>
  )
}
