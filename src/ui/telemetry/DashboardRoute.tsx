import {useSelector} from '@xstate/react'
import {dashboardVariant} from '../../domain/session/landing'
import {useApplication} from '../kit/application'
import {LazyScreen} from '../kit/LazyScreen'
import {texts} from '../texts'

/** The dashboard of the user's organisation. Media and wall organisations are told apart already, but share the telemetry dashboard. */
export function DashboardRoute() {
  const {session, config} = useApplication()
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  return <LazyScreen name={SCREENS[dashboardVariant(organisationId, config)]} waiting={texts.loadingDashboard} />
}

const SCREENS = {media: 'dashboard', wall: 'dashboard', telemetry: 'dashboard'} as const
