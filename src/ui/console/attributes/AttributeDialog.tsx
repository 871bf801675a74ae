import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {scopeName} from '../../../../contract/rules/scopeName'
import {isDraftChanged} from '../../../domain/console/attributeDraft'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {buttons} from '../../kit/text/texts'
import {AttributeConflict} from './AttributeConflict'
import {AttributeForm} from './AttributeForm'
import {texts} from './texts'

export function AttributeDialog({attributes}: {attributes: AttributesRef}) {
  const isOpen = useSelector(attributes, s => s.matches('form'))
  const conflict = useSelector(attributes, s => s.children.conflict)
  const isConflict = useSelector(conflict, s => s?.matches('choosing') ?? false)
  const hold = useHold(() => isTypedIn(attributes.getSnapshot()))
  const title = useSelector(attributes, titleOf)
  const key = useSelector(attributes, ({context}) => context.chosen?.key ?? context.draft.key.trim())
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => (conflict ?? attributes).send({type: 'dialog.closed'})}
        title={isConflict ? texts.conflict.title(key) : title}
        size="lg"
        closeButtonProps={{'aria-label': buttons.cancel}}
        transitionProps={{duration: 0}}
        closeOnEscape={hold.state !== 'blocked'}
      >
        {isConflict && conflict !== undefined ? (
          <AttributeConflict attributes={attributes} conflict={conflict} />
        ) : (
          <AttributeForm attributes={attributes} />
        )}
      </Modal>
      <LeaveDialog hold={hold} />
    </>
  )
}

const isTypedIn = (snapshot: AttributesSnapshot): boolean =>
  snapshot.matches('form') && isDraftChanged(snapshot.context.draft, snapshot.context.chosen)

const titleOf = ({context: {chosen, scope}}: AttributesSnapshot): string =>
  chosen === null ? texts.form.adding(texts.scopes[scopeName(scope)]) : texts.form.editing(chosen.key)
