import {Button, Modal} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import type {EntityType} from '../../../../contract/wire/entities/attribute'
import {type Difference, differences} from '../../../domain/console/records/conflict'
import type {DraftValue, Field} from '../../../domain/console/records/field'
import {wordOf} from '../../../domain/console/records/list/cell'
import type {ConflictRef} from '../../../machines/console/record/conflict'
import type {RecordRef} from '../../../machines/console/record/record'
import dialog from '../../kit/dialog/Dialog.module.css'
import {buttons} from '../../kit/text/texts'
import {ChangedBy} from '../ChangedBy'
import {SideChoice} from '../SideChoice'
import {texts as common} from '../texts'
import {useNameOf} from './fields/NamedId'
import styles from './Record.module.css'
import {texts} from './texts'

/** Shows the typed values beside those that another user has saved, and asks which value each field gets. */
export function ConflictDialog({record}: {record: RecordRef}) {
  const conflict = useSelector(record, s => s.children.conflict)
  const isChoosing = useSelector(conflict, s => s?.matches('choosing') ?? false)
  return (
    <Modal
      opened={isChoosing}
      onClose={() => conflict?.send({type: 'dialog.closed'})}
      title={texts.conflict.heading}
      closeButtonProps={{'aria-label': buttons.close}}
      size="xl"
      transitionProps={{duration: 0}}
    >
      {conflict !== undefined && <Conflict conflict={conflict} />}
    </Modal>
  )
}

function Conflict({conflict}: {conflict: ConflictRef}) {
  const change = useSelector(conflict, ({context}) => context.change)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    conflict.send({type: 'merge.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <ChangedBy text={common.changedBy(change?.email ?? null)} at={change?.at ?? null} />
      <p>{texts.conflict.lead}</p>
      <Choices conflict={conflict} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => conflict.send({type: 'dialog.closed'})}>
          {texts.conflict.back}
        </Button>
        <Button type="submit">{buttons.save}</Button>
      </div>
    </form>
  )
}

function Choices({conflict}: {conflict: ConflictRef}) {
  const description = useSelector(conflict, ({context}) => context.description)
  const record = useSelector(conflict, ({context}) => context.record)
  const draft = useSelector(conflict, ({context}) => context.draft)
  const theirs = useSelector(conflict, ({context}) => context.theirs)
  return differences(description, {record, draft, theirs}).map((difference, index) => (
    <Choice key={difference.field.name} conflict={conflict} difference={difference} isFirst={index === 0} />
  ))
}

interface ChoiceProps {
  conflict: ConflictRef
  difference: Difference
  isFirst: boolean
}

function Choice({conflict, difference: {field, before, mine, theirs, changedBy}, isFirst}: ChoiceProps) {
  const chosen = useSelector(conflict, ({context}) => context.sides[field.name] ?? 'theirs')
  return (
    <SideChoice
      legend={
        <>
          {field.label}{' '}
          <span className={styles.changedBy} data-by={changedBy}>
            {texts.conflict.changedBy[changedBy]}
          </span>
        </>
      }
      before={
        <>
          {common.sides.before} <Value field={field} value={before} />
        </>
      }
      mine={{label: common.sides.mine, value: <Value field={field} value={mine} />}}
      theirs={{label: common.sides.theirs, value: <Value field={field} value={theirs} />}}
      chosen={chosen}
      isFirst={isFirst}
      onChoose={side => conflict.send({type: 'side.chosen', name: field.name, side})}
    />
  )
}

function Value({field, value}: {field: Field; value: DraftValue}) {
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (field.kind === 'password') return value === '' ? texts.conflict.oldPassword : texts.conflict.newPassword
  if (value === '') return <span className={styles.none}>{texts.conflict.nothing}</span>
  if (field.names !== null) return <Name key={value} kind={field.names} id={value} />
  return <bdi className={styles.exact}>{wordOf(field.name, value)}</bdi>
}

function Name({kind, id}: {kind: EntityType; id: string}) {
  return <bdi>{useNameOf(kind, id) ?? id}</bdi>
}
