import {type ReactNode, useMemo, useState} from 'react'
import {wholeCells} from '../../../domain/wall/panels/wholeRows'
import {useApplication} from '../../kit/application'
import panels from './Panels.module.css'
import {texts} from './texts'
import {fittedBy, LINE} from './WholeRows'
import styles from './WholeRows.module.css'

interface Props {
  count: number
  /** The number of cells that are not among them. */
  left?: number
  /** The least size of a cell and the gap between two, in letters. It is the same object as long as the panel is there. */
  cell: {width: number; height: number; gap: number}
  /** Draws the first cells. */
  children: (shown: number) => ReactNode
}

/** A grid that fills its panel with as many whole cells as there is room for, and counts the others. */
export function WholeCells({count, left = 0, cell, children}: Props) {
  const {formats} = useApplication()
  const [room, setRoom] = useState(count)
  const fit = useMemo(() => fittedBy(element => setRoom(cellsIn(element, count, cell))), [count, cell])
  const shown = Math.min(room, count)
  const more = count - shown + left
  return (
    <div ref={fit} className={styles.cells}>
      {children(shown)}
      {more > 0 && <p className={panels.note}>{texts.more(formats.number(more))}</p>}
    </div>
  )
}

function cellsIn(element: HTMLElement, count: number, cell: Props['cell']): number {
  const {clientWidth: width, clientHeight: height} = element
  const font = Number.parseFloat(getComputedStyle(element).fontSize)
  const least = {width: cell.width * font, height: cell.height * font}
  return wholeCells({width, height, gap: cell.gap * font, least, count}, LINE * font)
}
