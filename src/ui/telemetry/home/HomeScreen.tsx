import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {CurrentUser} from '../../../domain/session/user'
import {homeViewFromSearch} from '../../../domain/telemetry/homeView'
import type {HomeLogic} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {Home} from './Home'

export function HomeScreen({logic}: {logic: HomeLogic}) {
  const {session, zone} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningHome key={zone} logic={logic} user={user} />
}

/** Starts the machine of MyHome. Leaving the screen stops it and all that it invoked. */
function RunningHome({logic, user}: {logic: HomeLogic; user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {user, view: homeViewFromSearch(search), zone, lateAfter: config.lateAfter}
  return <Home home={useActorRef(logic, {input})} />
}
