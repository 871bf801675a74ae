import {type ReactNode, useMemo, useState} from 'react'
import {wholeCells, widestColumns} from '../../../domain/wall/panels/wholeRows'
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
  /** Draws so many cells. They are largest in this number of columns. */
  children: (shown: number, columns: number) => ReactNode
}

/** A grid that fills its panel with as many whole cells as there is room for, and counts the others. */
export function WholeCells({count, left = 0, cell, children}: Props) {
  const {formats} = useApplication()
  const [room, setRoom] = useState({shown: count, columns: 1})
  const fit = useMemo(
    () =>
      fittedBy(element => {
        const next = cellsIn(element, count, cell)
        setRoom(room => (room.shown === next.shown && room.columns === next.columns ? room : next))
      }),
    [count, cell],
  )
  const shown = Math.min(room.shown, count)
  const more = count - shown + left
  return (
    <div ref={fit} className={styles.cells}>
      {children(shown, room.columns)}
      {more > 0 && <p className={panels.note}>{texts.more(formats.number(more))}</p>}
    </div>
  )
}

function cellsIn(element: HTMLElement, count: number, cell: Props['cell']): {shown: number; columns: number} {
  const {clientWidth: width, clientHeight: height} = element
  const font = Number.parseFloat(getComputedStyle(element).fontSize)
  const least = {width: cell.width * font, height: cell.height * font}
  const [gap, more] = [cell.gap * font, LINE * font]
  const shown = wholeCells({width, height, gap, least, count}, more)
  const room = shown < count ? height - more : height
  return {shown, columns: widestColumns({width, height: room, gap, least, count: shown})}
}
