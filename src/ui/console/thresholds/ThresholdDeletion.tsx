import {useSelector} from '@xstate/react'
import type {ThresholdsRef} from '../../../machines/console/thresholds'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

export function ThresholdDeletion({thresholds, onGone}: {thresholds: ThresholdsRef; onGone: () => void}) {
  const isOpen = useSelector(thresholds, s => s.matches('deleting'))
  const isBusy = useSelector(thresholds, s => s.matches('deleting') && s.hasTag('busy'))
  const key = useSelector(thresholds, ({context}) => context.chosen ?? '')
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      title={texts.title}
      confirm={isBusy ? texts.deleting : texts.confirm}
      onConfirm={() => thresholds.send({type: 'deletion.confirmed'})}
      onCancel={() => thresholds.send({type: 'dialog.closed'})}
    >
      <Failure of={thresholds} />
      <p>{texts.question(key)}</p>
    </ConfirmDialog>
  )
}
