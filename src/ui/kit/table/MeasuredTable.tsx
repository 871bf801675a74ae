import type {Key} from 'react'
import {type DataColumn, HeadCells, RowCells} from './DataTable'
import styles from './MeasuredTable.module.css'
import {VirtualTable, type VirtualTableProps} from './VirtualTable'

interface Props<Row> extends Omit<VirtualTableProps<Row>, 'row' | 'rowHeight' | 'header' | 'columns'> {
  columns: readonly DataColumn<Row>[]
  /** The row that is open elsewhere. */
  current?: Key | null
}

const ROW_HEIGHT = 38

/** A virtual table whose rows are as high as their texts need. */
export function MeasuredTable<Row>({columns, current = null, ...table}: Props<Row>) {
  return (
    <VirtualTable
      {...table}
      rowHeight={ROW_HEIGHT}
      header={<HeadCells columns={columns} />}
      row={(row, at, measure) => (
        <tr
          ref={measure}
          className={styles.row}
          tabIndex={-1}
          data-index={at}
          aria-rowindex={at + 2}
          aria-current={table.keyOf(row) === current || undefined}
        >
          <RowCells columns={columns} row={row} />
        </tr>
      )}
    />
  )
}
