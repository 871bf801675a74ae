import {defaultRangeExtractor, type Range, useVirtualizer} from '@tanstack/react-virtual'
import {type FocusEvent, Fragment, type ReactNode, useRef, useState} from 'react'
import styles from './VirtualTable.module.css'

export interface VirtualTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The cells of the header. */
  header: ReactNode
  /** The cells of a row, which may be of any height. */
  cells: (row: Row) => ReactNode
  isBusy?: boolean
  /** Told which row is the last in view. */
  onShown?: (lastInView: number) => void
}

const ROW_HEIGHT = 38
const OVERSCAN = 8

/** Only the rows in view are there, and the one with the focus, so that the keyboard does not lose its place. */
export function VirtualTable<Row>({label, rows, keyOf, header, cells, isBusy, onShown}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focusedAt, setFocusedAt] = useState(-1)
  const keyAt = (at: number) => {
    const row = rows[at]
    return row === undefined ? at : keyOf(row)
  }
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyAt,
    overscan: OVERSCAN,
    rangeExtractor: range => withRow(focusedAt, range),
    onChange: ({range}) => {
      if (range !== null) onShown?.(range.endIndex)
    },
  })
  const onFocus = ({target}: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>('[data-index]')
    setFocusedAt(row === null ? -1 : Number(row.dataset.index))
  }

  const items = virtualizer.getVirtualItems()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={isBusy}
        onFocus={onFocus}
      >
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
                <tr
                  ref={virtualizer.measureElement}
                  className={styles.row}
                  data-index={index}
                  aria-rowindex={index + 2}
                >
                  {cells(row)}
                </tr>
              </Fragment>
            )
          })}
          <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  )
}

/** In the place of rows out of view. */
function Gap({height}: {height: number}) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true" className={styles.gap}>
      <td style={{height}} />
    </tr>
  )
}

function withRow(row: number, range: Range): number[] {
  const rows = defaultRangeExtractor(range)
  if (row < 0 || row >= range.count || rows.includes(row)) return rows
  return [...rows, row].sort((a, b) => a - b)
}
