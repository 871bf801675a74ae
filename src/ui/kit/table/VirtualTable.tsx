import {useVirtualizer} from '@tanstack/react-virtual'
import {
  type FocusEvent,
  Fragment,
  type Key,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import {flushSync} from 'react-dom'
import {withRow} from '../withRow'
import {type ColumnWidth, columnWidths} from './columnWidths'
import styles from './VirtualTable.module.css'

export interface VirtualTableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** In pixels; an estimate if the rows are measured. */
  rowHeight: number
  header: ReactNode
  /**
   * A `tr` that can be focused, with its place in `rows` as `data-index`. If its height varies, it needs `measure` as
   * its ref.
   */
  row: (row: Row, at: number, measure: (row: HTMLElement | null) => void) => ReactNode
  /** Without them the style sheet says how wide the columns are. */
  columns?: readonly ColumnWidth[]
  /** The number of all rows, including rows that are not loaded yet. */
  total?: number
  isBusy?: boolean
  /** Is called with the last row in view. */
  onShown?: (lastInView: number) => void
  /** A click on a row, or Enter. */
  onOpen?: (row: Row) => void
  /** The space bar. */
  onSelect?: (row: Row) => void
  /** The key `p`. */
  onPeek?: (row: Row) => void
  /** The keyboard has moved to another row. */
  onMoved?: (row: Row) => void
  /** Shown below the rows. */
  children?: ReactNode
}

const OVERSCAN = 12
/** The elements of a row that can be pressed by themselves. */
const CONTROLS = 'a, button, input, label, select'
/** The elements of a row to which each key belongs. */
const FIELDS = 'input:not([type=checkbox]), select'

/** Renders only the rows in view, and the one that has the focus. The keyboard goes from row to row. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {label, rows, header, row: rowOf, columns, total = rows.length, isBusy, onOpen, children} = props
  const scroller = useRef<HTMLDivElement>(null)
  const {virtualizer, moveTo, onFocus} = useFocusedRow(props, scroller)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => press(event, props, moveTo)
  const frame = virtualizer.scrollRect?.width ?? 0
  const widths = useMemo(() => columns && columnWidths(columns, roomIn(scroller.current, frame)), [columns, frame])
  const items = virtualizer.getVirtualItems()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens a row, too */}
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={isBusy}
        data-opens={onOpen !== undefined || undefined}
        onFocus={onFocus}
        onClick={event => click(event, props)}
      >
        {widths !== undefined && <Widths widths={widths} />}
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

/** The row that has the focus is rendered wherever it is. */
function useFocusedRow<Row>(
  {rows, keyOf, rowHeight, onShown, onMoved}: VirtualTableProps<Row>,
  scroller: RefObject<HTMLElement | null>,
) {
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
    scrollPaddingStart: rowHeight,
    rangeExtractor: range => withRow(focused === null ? -1 : rows.findIndex(row => keyOf(row) === focused), range),
    onChange: ({range}) => {
      if (range !== null) onShown?.(range.endIndex)
    },
  })

  function moveTo(at: number) {
    const row = rows[at]
    if (row === undefined) return
    // The row has to be rendered before it can be focused.
    flushSync(() => setFocused(keyOf(row)))
    virtualizer.scrollToIndex(at)
    scroller.current?.querySelector<HTMLElement>(`tr[data-index="${at}"]`)?.focus({preventScroll: true})
    onMoved?.(row)
  }

  return {virtualizer, moveTo, onFocus: ({target}: FocusEvent) => setFocused(keyAt(indexOf(target)))}
}

function press<Row>(
  event: KeyboardEvent<HTMLElement>,
  {rows, rowHeight, onOpen, onSelect, onPeek}: VirtualTableProps<Row>,
  moveTo: (at: number) => void,
) {
  const {target, currentTarget: scroller, key} = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
  if (target.closest(FIELDS) !== null) return
  const at = indexOf(target)
  const inView = Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1)
  const action = rowKey(key, {at, count: rows.length, inView})
  if (action === null || (action.kind !== 'move' && target.closest(CONTROLS) !== null)) return
  event.preventDefault()
  event.stopPropagation()
  if (action.kind === 'move') return moveTo(action.to)
  const row = rows[at]
  if (row !== undefined) ({open: onOpen, select: onSelect, peek: onPeek})[action.kind]?.(row)
}

function click<Row>({target}: MouseEvent, {rows, onOpen}: VirtualTableProps<Row>) {
  if (onOpen === undefined || !(target instanceof Element) || target.closest(CONTROLS) !== null) return
  const row = rows[indexOf(target)]
  if (row !== undefined && window.getSelection()?.isCollapsed !== false) onOpen(row)
}

/** The place of the row that holds the element; -1 outside of all rows. */
function indexOf(element: Element): number {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? -1 : Number(index)
}

/** In rem, without the scrollbar. */
function roomIn(scroller: HTMLElement | null, frame: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return (scroller?.clientWidth ?? frame) / rem
}

/** A table of fixed layout takes its widths from these alone. */
function Widths({widths}: {widths: readonly number[]}) {
  return (
    <colgroup>
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column's width belongs to its place
        <col key={at} style={{width: `${width.toFixed(3)}rem`}} />
      ))}
    </colgroup>
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

/** The effect of a key in a table: it moves to a row, or does something with the present one. */
type RowKey = {kind: 'move'; to: number} | {kind: 'open' | 'select' | 'peek'} | null

interface Place {
  /** The index of the present row; -1 when none is. */
  at: number
  count: number
  /** The number of rows in view. */
  inView: number
}

export function rowKey(key: string, {at, count, inView}: Place): RowKey {
  const to = (row: number): RowKey => (count === 0 ? null : {kind: 'move', to: Math.max(0, Math.min(count - 1, row))})
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return to(at + 1)
    case 'k':
    case 'ArrowUp':
      return to(at < 0 ? 0 : at - 1)
    case 'PageDown':
      return to(at + inView)
    case 'PageUp':
      return to(at - inView)
    case 'Home':
      return to(0)
    case 'End':
      return to(count - 1)
    case 'Enter':
      return at < 0 ? null : {kind: 'open'}
    case ' ':
      return at < 0 ? null : {kind: 'select'}
    case 'p':
      return at < 0 ? null : {kind: 'peek'}
    default:
      return null
  }
}
