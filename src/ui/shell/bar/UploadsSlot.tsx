import {useActorRef, useSelector} from '@xstate/react'
import {useShell} from '../shellLogic'

/** Fetches the code of the mark with the first upload. */
export function UploadsSlot() {
  const {shell} = useShell()
  const isWanted = useSelector(shell, ({context}) => context.hasUploads)
  return isWanted ? <Fetched /> : null
}

function Fetched() {
  const {uploads} = useShell()
  const Mark = useSelector(useActorRef(uploads), ({context}) => context.loaded)
  return Mark === null ? null : <Mark />
}
