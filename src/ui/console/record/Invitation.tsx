import {useActorRef, useSelector} from '@xstate/react'
import {NoticeButton} from '../../kit/loading/Notice'
import {useConsole} from '../logic'
import styles from './Record.module.css'
import {texts} from './texts'

/** A note above a user who was invited and has set no password yet. */
export function Invitation({id}: {id: string}) {
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
