import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ThresholdsRef, ThresholdsSnapshot} from '../../../machines/console/thresholds'
import {buttons} from '../../kit/buttonTexts'
import {ThresholdConflict} from './ThresholdConflict'
import {ThresholdForm} from './ThresholdForm'
import {texts} from './texts'

export function ThresholdDialog({thresholds}: {thresholds: ThresholdsRef}) {
  const isOpen = useSelector(thresholds, s => s.matches('form'))
  const isConflict = useSelector(thresholds, s => s.matches({form: 'choosing'}))
  const title = useSelector(thresholds, titleOf)
  return (
    <Modal
      opened={isOpen}
      onClose={() => thresholds.send({type: 'dialog.closed'})}
      title={title}
      size="lg"
      closeButtonProps={{'aria-label': buttons.cancel}}
      transitionProps={{duration: 0}}
    >
      {isConflict ? <ThresholdConflict thresholds={thresholds} /> : <ThresholdForm thresholds={thresholds} />}
    </Modal>
  )
}

function titleOf(snapshot: ThresholdsSnapshot): string {
  const {chosen, draft} = snapshot.context
  if (snapshot.matches({form: 'choosing'})) return texts.conflict.title(chosen ?? draft.key.trim())
  return chosen === null ? texts.form.adding : texts.form.editing(chosen)
}
