import {useSelector} from '@xstate/react'
import type {ComponentType} from 'react'
import {type Place, type PlaceName, placesOf} from '../../../domain/session/shell'
import {useApplication, useOffered} from '../../kit/application'
import {
  IconBell,
  IconCircleUserRound,
  IconHouse,
  IconLayoutDashboard,
  IconSettings,
  IconShieldCheck,
} from '../../kit/mark/icons'

/** The places that the navigation shows to the user. */
export function usePlaces(): readonly Place[] {
  const {session} = useApplication()
  const authority = useSelector(session, ({context}) => context.user?.authority ?? '')
  const offered = useOffered()
  return placesOf(authority, offered)
}

export const PLACE_ICONS: Readonly<Record<PlaceName, ComponentType<{size?: number}>>> = {
  dashboard: IconLayoutDashboard,
  alarms: IconBell,
  admin: IconShieldCheck,
  settings: IconSettings,
  myHome: IconHouse,
  profile: IconCircleUserRound,
}
