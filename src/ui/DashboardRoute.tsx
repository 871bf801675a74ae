import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import {dashboardVariant} from '../domain/landing'
import type {CurrentUser} from '../domain/user'
import {viewFromSearch} from '../domain/view'
import {type LoadedDashboard, useApplication} from './application'
import {Notice, NoticeButton} from './Notice'
import {texts} from './texts'

/** The dashboard of the user's organisation. */
export function DashboardRoute() {
  const {session, dashboard} = useApplication()
  const load = useActorRef(dashboard)
  const user = useSelector(session, ({context}) => context.user)
  const loaded = useSelector(load, ({context}) => context.loaded)
  const hasFailed = useSelector(load, snapshot => snapshot.matches('failed'))
  if (hasFailed) {
    return (
      <Notice kind="failed" heading={texts.dashboardUnloaded.heading} hint={texts.dashboardUnloaded.hint}>
        <NoticeButton onClick={() => window.location.reload()}>{texts.unexpected.reload}</NoticeButton>
      </Notice>
    )
  }
  if (user === null || loaded === null) return <Notice kind="waiting" heading={texts.loadingDashboard} />
  return <Variant user={user} loaded={loaded} />
}

/** Media and wall organisations are told apart already, but share the telemetry dashboard. */
function Variant({user, loaded: {Screen, logic}}: {user: CurrentUser; loaded: LoadedDashboard}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  switch (dashboardVariant(user.organisationId, config)) {
    case 'media':
    case 'wall':
    case 'telemetry':
      return <Screen logic={logic} input={{user, view: viewFromSearch(search), zone, lateAfter: config.lateAfter}} />
  }
}
