import {useActorRef, useSelector} from '@xstate/react'
import {useApplication} from '../../kit/application'
import {useShell} from '../shellLogic'

/** Fetches the code of the bar for those who run the server. */
export function NoticesSlot() {
  const {session} = useApplication()
  const isWanted = useSelector(session, ({context}) => context.user?.authority === 'SYS_ADMIN')
  return isWanted ? <Fetched /> : null
}

function Fetched() {
  const {notices} = useShell()
  const Bar = useSelector(useActorRef(notices), ({context}) => context.loaded)
  return Bar === null ? null : <Bar />
}
