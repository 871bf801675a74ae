import {useSelector} from '@xstate/react'
import {useApplication} from '../kit/application'
import {NoticeButton, NoticePage} from '../kit/Notice'
import {texts} from '../texts'

/** The server did not say who is signed in, so nobody is sent away. */
export function UserUnreadable() {
  const {session} = useApplication()
  const isAsking = useSelector(session, snapshot => snapshot.matches({unreadable: 'asking'}))
  return (
    <NoticePage kind="failed" heading={texts.userUnreadable} hint={texts.userUnreadableHint}>
      <NoticeButton isBusy={isAsking} onClick={() => session.send({type: 'retry.requested'})}>
        {isAsking ? texts.retrying : texts.retry}
      </NoticeButton>
    </NoticePage>
  )
}
