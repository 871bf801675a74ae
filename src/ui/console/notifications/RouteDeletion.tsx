import {useSelector} from '@xstate/react'
import type {AlarmRoutesRef} from '../../../machines/console/alarmRoutes'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

export function RouteDeletion({routes, onGone}: {routes: AlarmRoutesRef; onGone: () => void}) {
  const isOpen = useSelector(routes, s => s.matches('deleting'))
  const isBusy = useSelector(routes, s => s.matches('deleting') && s.hasTag('busy'))
  const name = useSelector(routes, ({context}) => context.chosen?.name ?? '')
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      title={texts.title}
      confirm={isBusy ? texts.deleting : texts.confirm}
      cancel={texts.cancel}
      onConfirm={() => routes.send({type: 'deletion.confirmed'})}
      onCancel={() => routes.send({type: 'dialog.closed'})}
    >
      <Failure of={routes} />
      <p>{texts.question(name)}</p>
    </ConfirmDialog>
  )
}
