import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {chartPath} from '../../../domain/console/paths'
import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {mayChange} from '../../../domain/rights'
import type {RecordRef} from '../../../machines/console/record/record'
import {useHasAdditions} from '../../kit/application'
import {ConfirmDialog} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {buttons} from '../../kit/text/texts'
import {useMay, usePaths, useViewer} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
import {useConsole} from '../logic'
import {DeleteDialog} from './DeleteDialog'
import styles from './Record.module.css'
import {texts} from './texts'

export interface ShownRecordProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
  /** Tells whether no page is above it. */
  isTop: boolean
  children: ReactNode
}

export function ShownRecord({record, description, found, isTop, children}: ShownRecordProps) {
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
