import {useSelector} from '@xstate/react'
import {useLayoutEffect, useState} from 'react'
import {QuietPart} from '../kit/loading/LazyPart'
import styles from './PaletteSlot.module.css'
import {texts} from './palette/texts'
import {useShell} from './shellLogic'

/** Fetches the code of the palette when it is first opened. */
export function PaletteSlot() {
  const {shell} = useShell()
  const isWanted = useSelector(shell, snapshot => snapshot.matches('finding'))
  return isWanted && <OpenPalette />
}

function OpenPalette() {
  const {palette} = useShell()
  useReturnedFocus()
  return <QuietPart load={palette} waiting={<EarlyField />} />
}

/** Takes the input before the palette is there, in a field of its look; Enter chooses nothing yet. */
function EarlyField() {
  const {shell} = useShell()
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
