import {useActorRef, useSelector} from '@xstate/react'
import type {LinkRef} from '../../../machines/session/link'
import {useShell} from '../shellLogic'

/** Fetches the code of the mark as soon as the server is known to keep alarms. */
export function AlarmsSlot({link}: {link: LinkRef}) {
  const isWanted = useSelector(link, ({context}) => context.capabilities?.alarms === true)
  return isWanted ? <Fetched /> : null
}

function Fetched() {
  const {alarms} = useShell()
  const Mark = useSelector(useActorRef(alarms), ({context}) => context.loaded)
  return Mark === null ? null : <Mark />
}
