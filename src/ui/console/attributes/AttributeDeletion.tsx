import {useSelector} from '@xstate/react'
import type {AttributesRef} from '../../../machines/console/attributes'
import {buttons} from '../../kit/buttonTexts'
import {ConfirmDialog} from '../../kit/ConfirmDialog'
import {Failure} from '../../kit/Failure'
import {texts as allTexts} from './texts'

const texts = allTexts.deletion

export function AttributeDeletion({attributes, onGone}: {attributes: AttributesRef; onGone: () => void}) {
  const isOpen = useSelector(attributes, s => s.matches('deleting'))
  const isBusy = useSelector(attributes, s => s.matches({deleting: 'sending'}))
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? '')
  return (
    <ConfirmDialog
      {...{isOpen, isBusy, onGone}}
      title={texts.title}
      confirm={isBusy ? buttons.deleting : buttons.delete}
      onConfirm={() => attributes.send({type: 'deletion.confirmed'})}
      onCancel={() => attributes.send({type: 'dialog.closed'})}
    >
      <Failure of={attributes} />
      <p>{texts.question(key)}</p>
    </ConfirmDialog>
  )
}
