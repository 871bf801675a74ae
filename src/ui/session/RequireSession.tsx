import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Navigate, useLocation} from 'react-router-dom'
import type {Authority} from '../../../contract/wire/user'
import {isAllowed} from '../../domain/session/landing'
import type {SessionSnapshot} from '../../machines/session/session'
import {useApplication} from '../kit/application'
import {NoticePage} from '../kit/Notice'
import {texts} from '../texts'
import {UserUnreadablePage} from './UserUnreadable'

export interface RequireSessionProps {
  /** One authority or several; absent: any. */
  authority?: Authority | readonly Authority[]
  children: ReactNode
}

/** Shows its children to whoever is signed in with a fitting authority. */
export function RequireSession({authority, children}: RequireSessionProps) {
  const {session} = useApplication()
  const place = useSelector(session, placeOf)
  const own = useSelector(session, ({context}) => context.user?.authority ?? '')
  const location = useLocation()

  switch (place) {
    case 'unknown':
      return <NoticePage kind="waiting" heading={texts.loading} />
    case 'unreadable':
      return <UserUnreadablePage />
    case 'leaving':
      return <Navigate to="/login" replace />
    case 'signedOut':
      return <Navigate to="/login" replace state={{from: location}} />
    case 'signedIn':
      return isAllowed(own, authority) ? children : <Navigate to="/unauthorized" replace />
  }
}

/** Whoever logs out does not want to come back to this page; whoever is logged out does. */
function placeOf(snapshot: SessionSnapshot): 'unknown' | 'unreadable' | 'leaving' | 'signedOut' | 'signedIn' {
  if (snapshot.matches('unknown')) return 'unknown'
  if (snapshot.matches('unreadable')) return 'unreadable'
  if (snapshot.matches('signedIn')) return 'signedIn'
  return snapshot.matches({signedOut: 'leaving'}) ? 'leaving' : 'signedOut'
}
