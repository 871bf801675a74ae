import {useActorRef, useSelector} from '@xstate/react'
import {useShell} from './shellLogic'

/** Fetches the code of the palette when it is first wanted. */
export function PaletteSlot() {
  const {shell} = useShell()
  const isWanted = useSelector(shell, snapshot => snapshot.matches('finding'))
  return isWanted ? <Fetched /> : null
}

function Fetched() {
  const {palette} = useShell()
  const Palette = useSelector(useActorRef(palette), ({context}) => context.loaded)
  return Palette === null ? null : <Palette />
}
