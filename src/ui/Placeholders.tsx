import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {useApplication} from './kit/application'
import {Notice} from './kit/loading/Notice'
import {texts} from './texts'

export function Historical() {
  return <Notice kind="placed" heading={texts.historical.heading} />
}

export function Unauthorized() {
  const {session} = useApplication()
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  return (
    <Notice kind="failed" heading={texts.unauthorized.heading} hint={texts.unauthorized.hint}>
      <Button component={Link} to={isSignedIn ? '/dashboard' : '/login'} variant="default">
        {isSignedIn ? texts.navigation.dashboard : texts.login.heading}
      </Button>
    </Notice>
  )
}
