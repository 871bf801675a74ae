import {useSelector} from '@xstate/react'
import {Navigate} from 'react-router-dom'
import {landingRoute} from '../../domain/session/landing'
import {useApplication} from '../kit/application'
import {NoticePage} from '../kit/Notice'
import {texts} from '../texts'

/** `/` has no screen: it sends everyone to theirs. */
export function Landing() {
  const {session} = useApplication()
  const authority = useSelector(session, ({context}) => context.user?.authority)
  const isUnknown = useSelector(session, snapshot => snapshot.matches('unknown'))
  if (isUnknown) return <NoticePage kind="waiting" heading={texts.loading} />
  return <Navigate to={authority === undefined ? '/login' : landingRoute(authority)} replace />
}
