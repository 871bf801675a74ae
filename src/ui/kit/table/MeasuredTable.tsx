import type {ReactNode} from 'react'
import styles from './MeasuredTable.module.css'
import {VirtualTable, type VirtualTableProps} from './VirtualTable'

interface Props<Row> extends Omit<VirtualTableProps<Row>, 'row' | 'rowHeight'> {
  /** The cells of a row, which may have any height. */
  cells: (row: Row) => ReactNode
}

const ROW_HEIGHT = 38

/** A virtual table whose rows are as high as their texts need. */
export function MeasuredTable<Row>({cells, ...table}: Props<Row>) {
  return (
    <VirtualTable
      {...table}
      rowHeight={ROW_HEIGHT}
      row={(row, at, measure) => (
        <tr ref={measure} className={styles.row} tabIndex={-1} data-index={at} aria-rowindex={at + 2}>
          {cells(row)}
        </tr>
      )}
    />
  )
}
