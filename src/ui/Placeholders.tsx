import {Anchor} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import {TITLE} from '../../contract/limits'
import {useApplication} from './kit/application'
import {Notice} from './kit/Notice'
import {texts} from './texts'

export function Historical() {
  return (
    <>
      <title>{`${texts.historical.heading} – ${TITLE}`}</title>
      <Notice kind="placed" heading={texts.historical.heading} />
    </>
  )
}

export function Unauthorized() {
  const {session} = useApplication()
  const isSignedIn = useSelector(session, snapshot => snapshot.matches('signedIn'))
  return (
    <>
      <title>{`${texts.unauthorized.heading} – ${TITLE}`}</title>
      <Notice kind="failed" heading={texts.unauthorized.heading} hint={texts.unauthorized.hint}>
        <Anchor component={Link} to={isSignedIn ? '/dashboard' : '/login'}>
          {isSignedIn ? texts.navigation.dashboard : texts.login.heading}
        </Anchor>
      </Notice>
    </>
  )
}
