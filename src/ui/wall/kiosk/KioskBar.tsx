import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {hasNextWall, hasTurns} from '../../../domain/wall/board'
import type {WallRef} from '../../../machines/wall/wall'
import styles from './Kiosk.module.css'
import {texts} from './texts'

interface Props {
  wall: WallRef
  /** Null where there is nothing else to show. */
  onLeft: (() => void) | null
}

/** Is there while a user moves the pointer or types. */
export function KioskBar({wall, onLeft}: Props) {
  const isWatched = useSelector(wall, s => s.context.board.isWatched)
  const hasNext = useSelector(wall, s => hasNextWall(s.context.board))
  const canPause = useSelector(wall, s => hasTurns(s.context.board))
  const isPaused = useSelector(wall, s => s.context.board.isPaused)
  if (!isWatched || !(hasNext || canPause || onLeft !== null)) return null
  return (
    // A click on the bar must not ask for the full screen, nor take the focus from the wall, which handles Escape.
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={texts.label}
      onPointerUp={event => event.stopPropagation()}
      onMouseDown={event => event.preventDefault()}
    >
      {hasNext && <Key onClick={() => wall.send({type: 'nextWall.requested'})}>{texts.next}</Key>}
      {canPause && (
        <Key onClick={() => wall.send({type: 'pause.toggled'})}>{isPaused ? texts.resume : texts.pause}</Key>
      )}
      {onLeft !== null && <Key onClick={onLeft}>{texts.leave}</Key>}
    </div>
  )
}

function Key({onClick, children}: {onClick: () => void; children: ReactNode}) {
  return (
    <button type="button" className={styles.key} onClick={onClick}>
      {children}
    </button>
  )
}
