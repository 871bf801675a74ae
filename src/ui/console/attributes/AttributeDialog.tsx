import {Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {scopeName} from '../../../../contract/rules/scopeName'
import {attributeValueOf, isDraftChanged} from '../../../domain/console/attributeDraft'
import type {AttributeConflictRef} from '../../../machines/console/record/attributeConflict'
import type {AttributesRef, AttributesSnapshot} from '../../../machines/console/record/attributes'
import {LeaveDialog, useHold} from '../../kit/dialog/LeaveDialog'
import {buttons} from '../../kit/text/texts'
import {ConflictForm} from '../ConflictForm'
import {texts as common} from '../texts'
import {AttributeForm} from './AttributeForm'
import {AttributeValueView} from './AttributeValueView'
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

interface Props {
  attributes: AttributesRef
  conflict: AttributeConflictRef
}

/** Shows the typed value beside the one on the server, and asks which of them wins. */
function AttributeConflict({attributes, conflict}: Props) {
  const theirs = useSelector(conflict, ({context}) => context.theirs)
  const chosen = useSelector(conflict, ({context}) => context.chosen)
  const side = useSelector(conflict, ({context}) => context.side)
  const draft = useSelector(attributes, ({context}) => context.draft)
  const change = useSelector(conflict, ({context}) => context.change)
  const isGone = theirs === null
  const by = isGone ? common.deletedBy : common.changedBy

  return (
    <ConflictForm
      of={conflict}
      changedBy={{text: by(change?.email ?? null), at: change?.at ?? theirs?.updatedAt ?? null}}
      message={isGone ? texts.conflict.gone : texts.conflict.changed}
      legend={texts.form.value}
      mine={{
        label: isGone ? texts.conflict.mineAnew : common.sides.mine,
        value: <AttributeValueView value={attributeValueOf(draft)} />,
      }}
      theirs={{
        label: common.sides.theirs,
        value: isGone ? texts.conflict.deleted : <AttributeValueView value={theirs.value} />,
      }}
      before={
        chosen === null ? undefined : (
          <>
            {common.sides.before} <AttributeValueView value={chosen.value} />
          </>
        )
      }
      chosen={side}
      back={texts.conflict.back}
    />
  )
}
