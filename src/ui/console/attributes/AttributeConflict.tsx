import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {attributeValueOf} from '../../../domain/console/attributeDraft'
import type {AttributeConflictRef} from '../../../machines/console/record/attributeConflict'
import type {AttributesRef} from '../../../machines/console/record/attributes'
import dialog from '../../kit/dialog/Dialog.module.css'
import {buttons} from '../../kit/text/buttonTexts'
import {ChangedBy} from '../ChangedBy'
import {SideChoice} from '../SideChoice'
import {texts as common} from '../texts'
import {AttributeValueView} from './AttributeValueView'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  conflict: AttributeConflictRef
}

/** Shows the typed value beside the one on the server, and asks which of them is kept. */
export function AttributeConflict({attributes, conflict}: Props) {
  const theirs = useSelector(conflict, ({context}) => context.theirs)
  const chosen = useSelector(conflict, ({context}) => context.chosen)
  const side = useSelector(conflict, ({context}) => context.side)
  const draft = useSelector(attributes, ({context}) => context.draft)
  const change = useSelector(conflict, ({context}) => context.change)
  const isGone = theirs === null
  const by = isGone ? common.deletedBy : common.changedBy

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    conflict.send({type: 'side.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <ChangedBy text={by(change?.email ?? null)} at={change?.at ?? theirs?.updatedAt ?? null} />
      <p role="alert">{isGone ? texts.conflict.gone : texts.conflict.changed}</p>
      <SideChoice
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
        onChoose={name => conflict.send({type: 'side.chosen', side: name})}
      />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => conflict.send({type: 'dialog.closed'})}>
          {texts.conflict.back}
        </Button>
        <Button type="submit">{buttons.save}</Button>
      </div>
    </form>
  )
}
