import {type Key, type ReactNode, useMemo} from 'react'

export interface DataColumn<Row> {
  name: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Its cell is the header of the row. */
  isRowHeader?: boolean
  isNumber?: boolean
  /** The class of its head and its cells. */
  className?: string | undefined
}

interface Props<Row> {
  label?: string
  className?: string | undefined
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
}

/** A table of few rows. `MeasuredTable` is for many. */
export function DataTable<Row>({label, className, columns, rows, keyOf}: Props<Row>) {
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          <HeadCells columns={columns} />
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={keyOf(row)}>
            <RowCells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function HeadCells<Row>({columns}: Pick<Props<Row>, 'columns'>) {
  return columns.map(({name, head, isNumber, className}) => (
    <th key={name} scope="col" className={className} data-number={isNumber}>
      {head}
    </th>
  ))
}

/** Renders again only when the row or the columns change. */
export function RowCells<Row>({columns, row}: Pick<Props<Row>, 'columns'> & {row: Row}) {
  return useMemo(
    () =>
      columns.map(({name, cell, isRowHeader, isNumber, className}) =>
        isRowHeader ? (
          <th key={name} scope="row" className={className} data-number={isNumber}>
            {cell(row)}
          </th>
        ) : (
          <td key={name} className={className} data-number={isNumber}>
            {cell(row)}
          </td>
        ),
      ),
    [columns, row],
  )
}
