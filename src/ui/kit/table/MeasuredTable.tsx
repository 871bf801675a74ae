import type {Key, ReactNode} from 'react'
import {type DataColumn, HeadCells, RowCells} from './DataTable'
import styles from './MeasuredTable.module.css'
import {VirtualTable, type VirtualTableProps} from './VirtualTable'

interface Props<Row> extends Omit<VirtualTableProps<Row>, 'row' | 'rowHeight' | 'header' | 'columns'> {
  columns: readonly DataColumn<Row>[]
  /** The row that is open elsewhere. */
  current?: Key | null
  /** Returns the head above the rows of a group, in a row of its own; null for all other rows. */
  headOf?: (row: Row) => ReactNode
}

const ROW_HEIGHT = 38

/** A virtual table whose rows are as high as their texts need. */
export function MeasuredTable<Row>({columns, current = null, headOf, ...table}: Props<Row>) {
  return (
    <VirtualTable
      {...table}
      rowHeight={ROW_HEIGHT}
      header={<HeadCells columns={columns} />}
      row={(row, at, measure) => {
        const head = headOf?.(row) ?? null
        return (
          <tr
            ref={measure}
            className={styles.row}
            tabIndex={-1}
            data-index={at}
            aria-rowindex={at + 2}
            aria-current={table.keyOf(row) === current || undefined}
          >
            {head === null ? (
              <RowCells columns={columns} row={row} />
            ) : (
              <th colSpan={columns.length} scope="rowgroup" className={styles.head}>
                {head}
              </th>
            )}
          </tr>
        )
      }}
    />
  )
}
