import {OpensDevice} from '../OpensDevice'
import {EndedName} from '../panels/EndedName'
import top from '../panels/Top.module.css'
import {WholeRows} from '../panels/WholeRows'

export interface FactRow {
  id: string
  name: string
  /** The device that the row is about, if it is about one. */
  deviceId?: string | undefined
  /** Why it needs attention, if it does. */
  word?: string
  cells: readonly string[]
}

interface Props {
  /** A line about all devices. */
  lead: string
  heads: readonly string[]
  rows: readonly FactRow[]
  /** The number of rows that there are, if not all are given. */
  total?: number
  foot: string
}

/** Rows about devices. Without any, the line about all is alone. */
export const FactTable = ({lead, heads, rows, total = rows.length, foot}: Props) => (
  <WholeRows count={rows.length} total={total} lead={lead} foot={foot}>
    {shown => (
      <table className={top.table} data-by="now" data-facts>
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
          {rows.slice(0, shown).map(({id, name, deviceId, word, cells}) => (
            <tr key={id} data-row>
              <th scope="row">
                <span className={top.device}>
                  <Name name={name} deviceId={deviceId} />{' '}
                  {word !== undefined && <span className={top.word}>{word}</span>}
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
  </WholeRows>
)

function Name({name, deviceId}: Pick<FactRow, 'name' | 'deviceId'>) {
  const text = <EndedName name={name} />
  return deviceId === undefined ? text : <OpensDevice deviceId={deviceId}>{text}</OpensDevice>
}
