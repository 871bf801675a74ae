import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Navigate, useLocation} from 'react-router-dom'
import type {Authority} from '../../../contract/wire/people/user'
import {isAllowed} from '../../domain/landing'
import type {SessionSnapshot} from '../../machines/session'
import {useApplication} from '../kit/application'
import {Starting} from '../Starting'
import {UserUnreadablePage} from '../UserUnreadable'

export interface RequireSessionProps {
  /** One authority or several; undefined allows any. */
  authority?: Authority | readonly Authority[]
  children: ReactNode
}

/** Shows its children to a signed-in user who has one of the authorities, and the second factor if one is required. */
export function RequireSession({authority, children}: RequireSessionProps) {
  const {session} = useApplication()
  const place = useSelector(session, placeOf)
  const needsSecondFactor = useSelector(session, ({context}) => context.user?.needsSecondFactor === true)
  const own = useSelector(session, ({context}) => context.user?.authority ?? '')
  const location = useLocation()

  switch (place) {
    case 'unknown':
      return <Starting />
    case 'unreadable':
      return <UserUnreadablePage />
    case 'left':
      return <Navigate to="/login" replace />
    case 'signedOut':
      return <Navigate to="/login" replace state={{from: location}} />
    case 'signedIn':
      if (needsSecondFactor && location.pathname !== SECURITY)
        return <Navigate to={SECURITY} replace state={{from: location}} />
      return isAllowed(own, authority) ? children : <Navigate to="/unauthorized" replace />
  }
}

const SECURITY = '/security'

/** After a sign-out the next sign-in doesn't come back to this page; after a lost session it does. */
function placeOf(snapshot: SessionSnapshot): 'unknown' | 'unreadable' | 'left' | 'signedOut' | 'signedIn' {
  if (snapshot.matches('unknown')) return 'unknown'
  if (snapshot.matches('unreadable')) return 'unreadable'
  if (snapshot.matches('signedIn')) return 'signedIn'
  return snapshot.context.hasLeft ? 'left' : 'signedOut'
}
