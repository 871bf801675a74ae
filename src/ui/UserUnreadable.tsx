import {useSelector} from '@xstate/react'
import {useApplication} from './kit/application'
import {Notice, NoticeButton} from './kit/loading/Notice'
import {buttons} from './kit/text/texts'
import {texts} from './texts'

/** The server did not name the user, who is therefore not sent to the sign-in. */
export function UserUnreadablePage() {
  return (
    <main>
      <UserUnreadable />
    </main>
  )
}

export function UserUnreadable() {
  const {session} = useApplication()
  const isAsking = useSelector(session, snapshot => snapshot.hasTag('userBeingRead'))
  return (
    <Notice kind="failed" heading={texts.userUnreadable} hint={texts.userUnreadableHint}>
      <NoticeButton isBusy={isAsking} onClick={() => session.send({type: 'retry.requested'})}>
        {isAsking ? texts.retrying : buttons.retry}
      </NoticeButton>
    </Notice>
  )
}
