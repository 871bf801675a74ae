import {useActorRef, useSelector} from '@xstate/react'
import {useLayoutEffect, useState} from 'react'
import styles from './PaletteSlot.module.css'
import {texts} from './palette/texts'
import {useShell} from './shellLogic'

/** Fetches the code of the palette when it is first wanted. */
export function PaletteSlot() {
  const {shell} = useShell()
  const isWanted = useSelector(shell, snapshot => snapshot.matches('finding'))
  return isWanted ? <Fetched /> : null
}

/** Keys that are pressed before the palette is there are kept in a field of its look; Enter chooses nothing yet. */
function Fetched() {
  const {palette, shell} = useShell()
  useReturnedFocus()
  const Palette = useSelector(useActorRef(palette), ({context}) => context.loaded)
  if (Palette !== null) return <Palette />
  return (
    <input
      ref={takeFocus}
      className={styles.early}
      aria-label={texts.name}
      placeholder={texts.placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({currentTarget}) => shell.send({type: 'palette.typed', text: currentTarget.value})}
      onKeyDown={event => {
        if (event.key === 'Escape') shell.send({type: 'palette.closed'})
      }}
    />
  )
}

/** A dialog that exists only while it is open can't return the focus by itself. */
function useReturnedFocus() {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}

const takeFocus = (field: HTMLElement | null) => field?.focus()
