import {useActorRef, useSelector} from '@xstate/react'
import {ConfirmDialog} from '../../kit/dialog/ConfirmDialog'
import {Failure} from '../../kit/form/Failure'
import {NoticeButton} from '../../kit/loading/Notice'
import {RetryButton, useFailure} from '../../kit/loading/Retry'
import {useConsole} from '../logic'
import styles from './Record.module.css'
import {texts} from './texts'

/** A note above a user who has a second factor, which an admin removes when it is lost. */
export function Rescue({id}: {id: string}) {
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
          <Failure of={rescue} />
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
        <Failure of={rescue} />
      </ConfirmDialog>
    </>
  )
}
