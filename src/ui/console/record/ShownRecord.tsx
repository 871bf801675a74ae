import {Button, Checkbox, Modal, TextInput} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {FormEvent, ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {chartPath} from '../../../domain/console/paths'
import {type ConsoleRecord, type Description, nameOf, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {mayChange} from '../../../domain/rights'
import type {DeletionRef} from '../../../machines/console/record/deletion'
import type {RecordRef} from '../../../machines/console/record/record'
import {useHasAdditions} from '../../kit/application'
import {ConfirmDialog} from '../../kit/dialog/ConfirmDialog'
import dialog from '../../kit/dialog/Dialog.module.css'
import {Failure} from '../../kit/form/Failure'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {CopyButton} from '../../kit/text/CopyButton'
import {buttons} from '../../kit/text/texts'
import {useMay, usePaths, useViewer} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import styles from './Record.module.css'
import {texts} from './texts'

export interface ShownRecordProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
  /** The name of the part that `children` are, for the title of the browser's tab. */
  part: string | undefined
  /** Tells whether no page is above it. */
  isTop: boolean
  children: ReactNode
}

export function ShownRecord({record, description, found, part, isTop, children}: ShownRecordProps) {
  const {kind, struckBy} = description
  const viewer = useViewer()
  const paths = usePaths()
  const crumbs = useCrumbs(description, typedText(found.values.organisationId))
  const mayEdit = mayChange(viewer, 'edit', description, found)
  const seesHistory = useMay('audit')
  const name = titleOf(description, found)
  const hasAdditions = useHasAdditions()
  const isStruck = struckBy !== undefined && found.values[struckBy] === true
  return (
    <ConsolePage
      heading={name}
      {...(part !== undefined && {tab: `${part} – ${name}`})}
      mark={isStruck && <span className={styles.struck}>{texts.deleted}</span>}
      crumbs={isTop ? [] : crumbs}
      actions={
        <>
          {kind === 'device' && (
            <Button component={Link} to={chartPath(found.id)} variant="subtle" size="xs">
              {texts.openInDashboard}
            </Button>
          )}
          {kind === 'user' && mayEdit && !isStruck && hasAdditions && <SignOutEverywhere id={found.id} />}
          {seesHistory && (
            <Button component={Link} to={paths.history(kind, found.id)} variant="subtle" size="xs">
              {texts.history}
            </Button>
          )}
          {mayEdit && (
            <Button component={Link} to={paths.edit(kind, found.id)} variant="default" size="xs">
              {texts.edit}
            </Button>
          )}
          {!isStruck && mayChange(viewer, 'delete', description, found) && (
            <Button variant="default" size="xs" onClick={() => record.send({type: 'delete.requested'})}>
              {buttons.delete}
            </Button>
          )}
        </>
      }
    >
      {isStruck && mayEdit && <p className={styles.lead}>{texts.restore}</p>}
      {found.values.isInvited === true && mayEdit && !isStruck && <Invitation id={found.id} />}
      {kind === 'user' && mayEdit && !isStruck && hasAdditions && found.id !== viewer.id && (
        <Rescue key={found.id} id={found.id} />
      )}
      {children}
      <DeleteDialog record={record} description={description} found={found} />
    </ConsolePage>
  )
}

/** A note above a user who was invited and has set no password yet. */
function Invitation({id}: {id: string}) {
  const {invitation} = useConsole()
  const sending = useActorRef(invitation)
  const message = useSelector(sending, ({context}) => context.hint ?? context.message)
  const isSent = useSelector(sending, s => s.matches('done') || s.matches('repeating'))
  const isBusy = useSelector(sending, s => s.matches('submitting') || s.matches('repeating'))
  return (
    <div className={styles.lead}>
      <p>{texts.invitation.waiting}</p>
      <NoticeButton
        isBusy={isBusy}
        onClick={() => sending.send(isSent ? {type: 'repeat.requested'} : {type: 'form.submitted', values: {id}})}
      >
        {isBusy ? texts.invitation.sending : texts.invitation.again}
      </NoticeButton>
      <p role="status">{message}</p>
    </div>
  )
}

/** A note above a user who has a second factor, which an admin removes when it is lost. */
function Rescue({id}: {id: string}) {
  const {rescue: logic} = useConsole()
  const rescue = useActorRef(logic, {input: {userId: id}})
  const {isFailed, isRetrying} = useFailure(rescue)
  const isOn = useSelector(rescue, s => s.matches('on'))
  const isRemoved = useSelector(rescue, s => s.matches('removed'))
  const isRemoving = useSelector(rescue, s => s.matches('removing'))
  const isOpen = useSelector(rescue, s => s.matches('asking')) || isRemoving
  return (
    <>
      {isFailed && (
        <div className={styles.lead}>
          <Failure machine={rescue} />
          <RetryButton isBusy={isRetrying} onClick={() => rescue.send({type: 'retry.requested'})} />
        </div>
      )}
      {(isOn || isOpen) && (
        <div className={styles.lead}>
          <p>{texts.rescue.isOn}</p>
          <NoticeButton onClick={() => rescue.send({type: 'removal.requested'})}>{texts.rescue.remove}</NoticeButton>
        </div>
      )}
      {isRemoved && (
        <p role="status" className={styles.lead}>
          {texts.rescue.removed}
        </p>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        isBusy={isRemoving}
        title={texts.rescue.remove}
        confirm={isRemoving ? texts.rescue.removing : texts.rescue.remove}
        onConfirm={() => rescue.send({type: 'removal.confirmed'})}
        onCancel={() => rescue.send({type: 'question.cancelled'})}
      >
        <p>{texts.rescue.question}</p>
        <Failure machine={rescue} />
      </ConfirmDialog>
    </>
  )
}

/** Ends all sessions of a user, and says what came of it beside itself. */
function SignOutEverywhere({id}: {id: string}) {
  const {signOutEverywhere} = useConsole()
  const ending = useActorRef(signOutEverywhere)
  const message = useSelector(ending, ({context}) => context.hint ?? context.message)
  const isDone = useSelector(ending, s => s.matches('done') || s.matches('repeating'))
  const isBusy = useSelector(ending, s => s.matches('submitting') || s.matches('repeating'))
  const end = () => ending.send(isDone ? {type: 'repeat.requested'} : {type: 'form.submitted', values: {id}})
  return (
    <>
      <span role="status" className={styles.quiet}>
        {message}
      </span>
      <Button variant="subtle" size="xs" aria-disabled={isBusy} aria-busy={isBusy} onClick={isBusy ? undefined : end}>
        {isBusy ? texts.signingOut : texts.signOutEverywhere}
      </Button>
    </>
  )
}

interface DeleteDialogProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
}

function DeleteDialog(props: DeleteDialogProps) {
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
