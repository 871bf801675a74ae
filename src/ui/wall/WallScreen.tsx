import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {CurrentUser} from '../../domain/session/user'
import {mayReadCustomers} from '../../domain/telemetry/deviceFacts'
import {wallViewFromSearch} from '../../domain/wall/view'
import type {WallLogic} from '../../machines/wall/wall'
import {useApplication} from '../kit/application'
import {Wall} from './Wall'

export function WallScreen({logic}: {logic: WallLogic}) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningWall logic={logic} user={user} />
}

/** Starts the machine of the wall. Leaving the screen stops it and all that it invoked. */
function RunningWall({logic, user}: {logic: WallLogic; user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {
    ...{user, zone, view: wallViewFromSearch(search), lateAfter: config.lateAfter},
    mayReadCustomers: mayReadCustomers(user.authority),
  }
  return <Wall wall={useActorRef(logic, {input})} />
}
