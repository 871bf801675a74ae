import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {hasOverview} from '../../../domain/landing'
import {type Place, type PlaceName, placesOf} from '../../../domain/shell/shell'
import {useApplication, useOffered} from '../../kit/application'
import {
  IconActivity,
  IconBell,
  IconCircleUserRound,
  IconHouse,
  IconLayoutDashboard,
  IconSettings,
  IconShieldCheck,
} from '../../kit/mark/icons'

/** The places that the navigation shows to the user. */
export function usePlaces(): readonly Place[] {
  const {session, config} = useApplication()
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  const organisationId = useSelector(session, ({context}) => context.user?.organisationId ?? null)
  const offered = useOffered()
  return placesOf(authority, offered, {hasOverview: hasOverview(organisationId, config)})
}

export const PLACE_ICONS: Readonly<Record<PlaceName, ComponentType<{size?: number}>>> = {
  overview: IconActivity,
  dashboard: IconLayoutDashboard,
  alarms: IconBell,
  admin: IconShieldCheck,
  settings: IconSettings,
  myHome: IconHouse,
  profile: IconCircleUserRound,
}
