import {useMediaQuery} from '@mantine/hooks'
import {defaultRangeExtractor, type Range, useVirtualizer} from '@tanstack/react-virtual'
import {useSelector} from '@xstate/react'
import {type FocusEvent, Fragment, useMemo, useRef, useState} from 'react'
import {columnsOf} from '../../../domain/records/columns'
import type {RecordListRef} from '../../../machines/recordList'
import {HeaderRow} from './HeaderRow'
import styles from './List.module.css'
import {RecordRow} from './RecordRow'
import {texts} from './texts'

/** As List.module.css has them. */
const ROW_HEIGHTS = {wide: 36, narrow: 56}
const OVERSCAN = 12

/** A narrow list shows each entity in two lines. */
export function RecordTable({list}: {list: RecordListRef}) {
  const isNarrow = useMediaQuery('(max-width: 40em)', false, {getInitialValueInEffect: false})
  return <Table key={isNarrow ? 'narrow' : 'wide'} list={list} isNarrow={isNarrow} />
}

/** Only the rows in view are there, and the one with the focus, so that the keyboard does not lose its place. */
function Table({list, isNarrow}: {list: RecordListRef; isNarrow: boolean}) {
  const description = useSelector(list, ({context}) => context.description)
  const shown = useSelector(list, ({context}) => context.shown)
  const total = useSelector(list, ({context}) => (context.isWhole ? context.shown.length : context.total))
  const isFetching = useSelector(list, s => s.matches({loaded: {rows: 'fetchingMore'}}))
  const columns = useMemo(() => columnsOf(description), [description])
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const height = isNarrow ? ROW_HEIGHTS.narrow : ROW_HEIGHTS.wide

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: at => shown[at]?.id ?? at,
    overscan: OVERSCAN,
    rangeExtractor: range => withRow(focusedId === null ? -1 : shown.findIndex(({id}) => id === focusedId), range),
    onChange: ({range}) => {
      if (range !== null) list.send({type: 'rows.shown', lastInView: range.endIndex})
    },
  })
  const onFocus = ({target}: FocusEvent<HTMLElement>) =>
    setFocusedId(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)

  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={styles.scroller} aria-label={description.plural} tabIndex={0}>
      <table
        className={styles.table}
        data-kind={description.kind}
        aria-label={description.plural}
        aria-rowcount={total + 1}
        aria-busy={isFetching}
        onFocus={onFocus}
      >
        <thead>
          <HeaderRow {...{list, columns, isNarrow}} />
        </thead>
        <tbody>
          {items.map(({index, start}, nth) => {
            const record = shown[index]
            if (record === undefined) return null
            return (
              <Fragment key={record.id}>
                <Gap height={start - (items[nth - 1]?.end ?? 0)} />
                <RecordRow {...{list, description, columns, record, isNarrow}} at={index} />
              </Fragment>
            )
          })}
          <Gap height={virtualizer.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
      {isFetching && (
        <p role="status" className={styles.more}>
          {texts.loadingMore}
        </p>
      )}
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
  if (row === -1 || rows.includes(row)) return rows
  return [...rows, row].sort((a, b) => a - b)
}
