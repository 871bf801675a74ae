import panels from '../panels/Panels.module.css'
import top from '../panels/Top.module.css'
import {linesStyle} from '../panels/TopBody'
import styles from './Facts.module.css'

export interface FactRow {
  id: string
  name: string
  /** Why it needs attention, if it does. */
  word?: string
  cells: readonly string[]
}

interface Props {
  /** A line about all devices. */
  lead: string
  heads: readonly string[]
  rows: readonly FactRow[]
  caption: string
}

/** Rows about devices. Without any, the line about all is alone. */
export function FactTable({lead, heads, rows, caption}: Props) {
  return (
    <div className={top.top} style={linesStyle(rows.length + 4)}>
      <p className={rows.length === 0 ? panels.message : styles.lead}>{lead}</p>
      {rows.length === 0 ? (
        <p className={styles.caption}>{caption}</p>
      ) : (
        <table className={top.table} data-by="now">
          <caption className={top.caption}>{caption}</caption>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({id, name, word, cells}) => (
              <tr key={id}>
                <th scope="row">
                  <span className={top.device}>
                    <bdi>{name}</bdi> {word !== undefined && <span className={top.word}>{word}</span>}
                  </span>
                </th>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
                  <td key={at}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
