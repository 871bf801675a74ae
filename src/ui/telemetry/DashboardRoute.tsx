import {useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {dashboardScreen} from '../../domain/landing'
import type {SessionSnapshot} from '../../machines/session'
import {useApplication} from '../kit/application'
import {LazyScreen} from '../kit/loading/LazyPart'
import {Notice} from '../kit/loading/Notice'
import {texts} from '../texts'
import {UserUnreadable} from '../UserUnreadable'

/** Shows the dashboard of the user's organisation. */
export function DashboardRoute() {
  const {session, config} = useApplication()
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  const user = useSelector(session, userOf)
  const {search} = useLocation()
  if (user === 'beingRead') return <Notice kind="waiting" heading={texts.loadingDashboard} />
  if (user === 'unreadable') return <UserUnreadable />
  return <LazyScreen name={dashboardScreen(organisationId, config, search)} waiting={texts.loadingDashboard} />
}

function userOf(snapshot: SessionSnapshot): 'known' | 'beingRead' | 'unreadable' {
  if (snapshot.matches({signedIn: {user: 'unreadable'}})) return 'unreadable'
  return snapshot.hasTag('userBeingRead') ? 'beingRead' : 'known'
}
