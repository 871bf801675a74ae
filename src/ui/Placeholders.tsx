import {Anchor, Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {useApplication} from './kit/application'
import {Notice, NoticePage} from './kit/Notice'
import {texts} from './texts'

export function Historical() {
  return <Notice kind="placed" heading={texts.historical.heading} />
}

export function Unauthorized() {
  const {session} = useApplication()
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  return (
    <NoticePage kind="failed" heading={texts.unauthorized.heading} hint={texts.unauthorized.hint}>
      {isSignedIn && (
        <Button variant="default" onClick={() => session.send({type: 'signOut.requested'})}>
          {texts.navigation.logOut}
        </Button>
      )}
      <Anchor component={Link} to={isSignedIn ? '/dashboard' : '/login'}>
        {isSignedIn ? texts.navigation.dashboard : texts.login.heading}
      </Anchor>
    </NoticePage>
  )
}
