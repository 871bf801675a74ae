import {type Layout, NO_EDGES, rowsOf, sharedEdges} from '../../../domain/wall/layout/layout'
import {useApplication} from '../../kit/application'
import styles from './Guides.module.css'
import {texts} from './texts'

interface Props {
  panels: Layout
  /** The rows of a screen. */
  rows: number
  /** The panel that is moved; null for none. */
  held: string | null
}

/** The edges of screens below each other, and those on which the panel that is moved meets others. */
export function Guides({panels, rows, held}: Props) {
  const {formats} = useApplication()
  const edges = held === null ? NO_EDGES : sharedEdges(panels, held)
  const screens = Array.from({length: Math.ceil(rowsOf(panels, rows) / rows) - 1}, (_, at) => at + 1)
  return (
    <>
      {screens.map(at => (
        <li key={at} className={styles.fold} style={{gridArea: `${at * rows + 1} / 1 / span 1 / -1`}}>
          <span>{texts.screenEnds(formats.number(at + 1))}</span>
        </li>
      ))}
      {edges.columns.map(x => (
        <li
          key={`x${x}`}
          className={styles.column}
          style={{gridArea: `1 / ${x + 1} / -1 / span 1`}}
          aria-hidden="true"
        />
      ))}
      {edges.rows.map(y => (
        <li key={`y${y}`} className={styles.line} style={{gridArea: `${y + 1} / 1 / span 1 / -1`}} aria-hidden="true" />
      ))}
    </>
  )
}
