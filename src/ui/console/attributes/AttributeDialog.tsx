import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {scopeName} from '../../../../contract/rules/scopeName'
import {isDraftChanged} from '../../../domain/console/attributeDraft'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/attributes'
import {LeaveDialog, useHold} from '../../kit/LeaveDialog'
import {AttributeConflict} from './AttributeConflict'
import {AttributeForm} from './AttributeForm'
import {texts} from './texts'

export function AttributeDialog({attributes}: {attributes: AttributesRef}) {
  const isOpen = useSelector(attributes, s => s.matches('form'))
  const isConflict = useSelector(attributes, s => s.matches({form: 'conflict'}))
  const hold = useHold(() => isTypedIn(attributes.getSnapshot()))
  const title = useSelector(attributes, titleOf)
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => attributes.send({type: 'dialog.closed'})}
        title={title}
        size="lg"
        closeButtonProps={{'aria-label': texts.form.cancel}}
        transitionProps={{duration: 0}}
        closeOnEscape={hold.state !== 'blocked'}
      >
        {isConflict ? <AttributeConflict attributes={attributes} /> : <AttributeForm attributes={attributes} />}
      </Modal>
      <LeaveDialog hold={hold} />
    </>
  )
}

const isTypedIn = (snapshot: AttributesSnapshot): boolean =>
  snapshot.matches('form') && isDraftChanged(snapshot.context.draft, snapshot.context.chosen)

function titleOf(snapshot: AttributesSnapshot): string {
  const {chosen, scope, draft} = snapshot.context
  if (snapshot.matches({form: 'conflict'})) return texts.conflict.title(chosen?.key ?? draft.key.trim())
  return chosen === null ? texts.form.adding(texts.scopes[scopeName(scope)]) : texts.form.editing(chosen.key)
}
