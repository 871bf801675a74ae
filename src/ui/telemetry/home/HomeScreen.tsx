import {useActorRef, useSelector} from '@xstate/react'
import type {CurrentUser} from '../../../domain/session/user'
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
  return <Home home={useActorRef(logic, {input: {user, zone, lateAfter: config.lateAfter}})} />
}
