import {useVirtualizer} from '@tanstack/react-virtual'
import {type FocusEvent, Fragment, type Key, type ReactNode, useRef, useState} from 'react'
import styles from './VirtualTable.module.css'
import {withRow} from './withRow'

export interface VirtualTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** An estimate if the rows are measured. */
  rowHeight: number
  header: ReactNode
  /** A `tr` with its place in `rows` as `data-index`. If its height varies, it needs `measure` as its ref. */
  row: (row: Row, at: number, measure: (row: HTMLElement | null) => void) => ReactNode
  /** The number of all rows, including those that are not loaded yet. */
  total?: number
  isBusy?: boolean
  /** Is called with the last row in view. */
  onShown?: (lastInView: number) => void
  /** Stands below the rows. */
  children?: ReactNode
}

const OVERSCAN = 12

/** Renders only the rows in view, and the one that has the focus. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {label, rows, keyOf, rowHeight, header, row: rowOf, total = rows.length, isBusy, onShown, children} = props
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<Key | null>(null)
  const keyAt = (at: number) => {
    const row = rows[at]
    return row === undefined ? null : keyOf(row)
  }
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: at => keyAt(at) ?? at,
    overscan: OVERSCAN,
    rangeExtractor: range => withRow(focused === null ? -1 : rows.findIndex(row => keyOf(row) === focused), range),
    onChange: ({range}) => {
      if (range !== null) onShown?.(range.endIndex)
    },
  })
  const onFocus = ({target}: FocusEvent<HTMLElement>) =>
    setFocused(keyAt(Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)))

  const items = virtualizer.getVirtualItems()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} aria-rowcount={total + 1} aria-busy={isBusy} onFocus={onFocus}>
        <thead>
          <tr aria-rowindex={1}>{header}</tr>
        </thead>
        <tbody>
          {items.map(({index, start, key}, nth) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <Fragment key={key}>
                <Gap height={start - (items[nth - 1]?.end ?? 0)} />
                {rowOf(row, index, virtualizer.measureElement)}
              </Fragment>
            )
          })}
          <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {children}
    </section>
  )
}

/** Takes the place of rows that are out of view. */
function Gap({height}: {height: number}) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true" className={styles.gap}>
      <td style={{height}} />
    </tr>
  )
}
