import {useSelector} from '@xstate/react'
import type {CSSProperties} from 'react'
import {hasTurns, pagesOf, turnAfter} from '../../../domain/wall/board'
import type {WallRef} from '../../../machines/wall/wall'
import {IconChevronLeft, IconChevronRight} from '../../kit/mark/icons'
import {texts} from '../texts'
import styles from './Pager.module.css'

/** The number of the page among all, the time until the next one, and the keys that turn and stop them. */
export function Pager({wall}: {wall: WallRef}) {
  const isNeeded = useSelector(wall, s => hasTurns(s.context.board))
  return isNeeded ? <Pages wall={wall} /> : null
}

function Pages({wall}: {wall: WallRef}) {
  const {page, wall: shown} = useSelector(wall, s => s.context.board.turn)
  const pages = useSelector(wall, s => pagesOf(s.context.board))
  const walls = useSelector(wall, s => s.context.board.view.walls.length)
  const isTurning = useSelector(wall, s => s.matches({pages: 'turning'}))
  const isPaused = useSelector(wall, s => s.context.board.isPaused)
  const every = useSelector(wall, s => turnAfter(s.context.board))
  const turn = (step: 1 | -1) => wall.send({type: 'turn.requested', step})
  return (
    <nav className={styles.pager} aria-label={texts.pages.label}>
      <button type="button" aria-label={texts.pages.previous} onClick={() => turn(-1)}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </button>
      <span className={styles.at}>
        {walls > 1 && <span>{texts.pages.wall(shown + 1, walls)}</span>}
        {pages > 1 && <span>{texts.pages.at(page + 1, pages)}</span>}
      </span>
      <button type="button" aria-label={texts.pages.next} onClick={() => turn(1)}>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
      <button type="button" aria-pressed={isPaused} onClick={() => wall.send({type: 'pause.toggled'})}>
        {isPaused ? texts.pages.resume : texts.pages.pause}
      </button>
      {isPaused && <span role="status">{texts.pages.paused}</span>}
      <span className={styles.progress} aria-hidden="true">
        {isTurning && <span key={`${shown} ${page}`} style={{'--every': `${every}s`} as CSSProperties} />}
      </span>
    </nav>
  )
}
