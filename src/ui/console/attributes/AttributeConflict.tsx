import {useSelector} from '@xstate/react'
import {attributeValueOf} from '../../../domain/console/attributeDraft'
import type {AttributeConflictRef} from '../../../machines/console/record/attributeConflict'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import {ConflictForm} from '../ConflictForm'
import {texts as common} from '../texts'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  conflict: AttributeConflictRef
}

/** Shows the typed value beside the one on the server, and asks which of them wins. */
export function AttributeConflict({attributes, conflict}: Props) {
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
