import {useActorRef, useSelector} from '@xstate/react'
import {useLocation} from 'react-router-dom'
import type {EpochMs} from '../../../../contract/wire/common'
import type {CurrentUser} from '../../../domain/session/user'
import {homeViewFromSearch} from '../../../domain/telemetry/devices/homeView'
import type {HomeLogic} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {Home} from './Home'

interface Props {
  logic: HomeLogic
  /** The time on the server's clock, or in a replay the moment that is shown. */
  now(): EpochMs
}

export function HomeScreen(props: Props) {
  const {session, zone} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningHome key={zone} {...props} user={user} />
}

/** Starts the machine of MyHome. Leaving the screen stops it and all that it invoked. */
function RunningHome({logic, now, user}: Props & {user: CurrentUser}) {
  const {config, zone} = useApplication()
  const {search} = useLocation()
  const input = {user, view: homeViewFromSearch(search), zone, lateAfter: config.lateAfter, now: now()}
  return <Home home={useActorRef(logic, {input})} />
}
