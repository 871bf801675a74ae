import {Button, Checkbox, Modal, TextInput} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {FormEvent} from 'react'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import type {DeletionRef} from '../../../machines/console/record/deletion'
import type {RecordRef} from '../../../machines/console/record/record'
import dialog from '../../kit/dialog/Dialog.module.css'
import {Failure} from '../../kit/form/Failure'
import {CopyButton} from '../../kit/text/CopyButton'
import {buttons} from '../../kit/text/texts'
import styles from './Record.module.css'
import {texts} from './texts'

export interface DeleteDialogProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
}

export function DeleteDialog(props: DeleteDialogProps) {
  const {record, description} = props
  const deletion = useSelector(record, s => s.children.deletion)
  return (
    <Modal
      opened={deletion !== undefined}
      onClose={() => deletion?.send({type: 'dialog.closed'})}
      title={texts.deletion.heading(description.noun)}
      closeButtonProps={{'aria-label': buttons.close}}
      size="lg"
      transitionProps={{duration: 0}}
    >
      {deletion !== undefined && <Deletion {...props} deletion={deletion} />}
    </Modal>
  )
}

interface DeletionProps extends Omit<DeleteDialogProps, 'record'> {
  deletion: DeletionRef
}

function Deletion({deletion, description, found}: DeletionProps) {
  const canConfirm = useSelector(deletion, s => s.can({type: 'deletion.confirmed'}))
  const isBusy = useSelector(deletion, s => s.hasTag('busy'))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    deletion.send({type: 'deletion.confirmed'})
  }

  return (
    <form onSubmit={submit} className={dialog.content}>
      <Failure machine={deletion} />
      <div className={styles.named}>
        <p>
          {texts.deletion.question}{' '}
          <strong>
            <bdi>{nameOf(description, found)}</bdi>
          </strong>
          ?
        </p>
        <CopyButton what={texts.deletion.name} value={nameOf(description, found)} />
      </div>
      <ul className={styles.consequences}>
        {description.consequences(found.counts).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Confirmation deletion={deletion} description={description} found={found} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={() => deletion.send({type: 'dialog.closed'})}>
          {buttons.cancel}
        </Button>
        <Button type="submit" color="red" disabled={!canConfirm && !isBusy} aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? buttons.deleting : texts.deletion.confirm(description.noun)}
        </Button>
      </div>
    </form>
  )
}

function Confirmation({deletion, description, found}: DeletionProps) {
  const typedName = useSelector(deletion, ({context}) => context.typedName)
  const isAcknowledged = useSelector(deletion, ({context}) => context.isAcknowledged)
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
        onChange={({currentTarget}) => deletion.send({type: 'deletion.typed', name: currentTarget.value})}
      />
      <Checkbox
        classNames={{input: styles.tick}}
        label={texts.deletion.acknowledge}
        checked={isAcknowledged}
        onChange={({currentTarget}) =>
          deletion.send({type: 'deletion.acknowledged', isAcknowledged: currentTarget.checked})
        }
      />
    </>
  )
}
