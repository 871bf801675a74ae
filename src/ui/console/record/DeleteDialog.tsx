import {Button, Checkbox, Modal, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import type {RecordRef} from '../../../machines/console/record'
import dialog from '../../kit/Dialog.module.css'
import {Failure} from '../../kit/Failure'
import styles from './Record.module.css'
import {texts} from './texts'

export interface DeleteDialogProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
}

export function DeleteDialog(props: DeleteDialogProps) {
  const {record, description} = props
  const isOpen = useSelector(record, s => s.matches('deleting'))
  return (
    <Modal
      opened={isOpen}
      onClose={() => record.send({type: 'dialog.closed'})}
      title={texts.deletion.heading(description.noun)}
      closeButtonProps={{'aria-label': texts.close}}
      size="lg"
    >
      <Deletion {...props} />
    </Modal>
  )
}

function Deletion({record, description, found}: DeleteDialogProps) {
  const canConfirm = useSelector(record, s => s.can({type: 'deletion.confirmed'}))
  const isBusy = useSelector(record, s => s.hasTag('busy'))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    record.send({type: 'deletion.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <Failure of={record} />
      <p>
        {texts.deletion.question}{' '}
        <strong>
          <bdi>{nameOf(description, found)}</bdi>
        </strong>
        ?
      </p>
      <ul className={styles.consequences}>
        {description.consequences(found.counts).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Confirmation record={record} description={description} found={found} />
      <div className={dialog.buttons}>
        <Button type="submit" color="red" disabled={!canConfirm && !isBusy} aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? texts.deletion.sending : texts.deletion.confirm(description.noun)}
        </Button>
        <Button variant="default" onClick={() => record.send({type: 'dialog.closed'})}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

function Confirmation({record, description, found}: DeleteDialogProps) {
  const typedName = useSelector(record, ({context}) => context.typedName)
  const isAcknowledged = useSelector(record, ({context}) => context.isAcknowledged)
  const nameLabel = description.fields.find(({name}) => name === description.nameField)?.label ?? ''
  return (
    <>
      <TextInput
        label={texts.deletion.type(nameLabel)}
        description={<bdi className={styles.exact}>{nameOf(description, found)}</bdi>}
        value={typedName}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({currentTarget}) => record.send({type: 'deletion.typed', name: currentTarget.value})}
      />
      <Checkbox
        classNames={{input: styles.tick}}
        label={texts.deletion.acknowledge}
        checked={isAcknowledged}
        onChange={({currentTarget}) =>
          record.send({type: 'deletion.acknowledged', isAcknowledged: currentTarget.checked})
        }
      />
    </>
  )
}
