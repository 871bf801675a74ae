import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {useNavigate} from 'react-router-dom'
import type {ConsoleRecord} from '../../../domain/console/records/description'
import {mayChange} from '../../../domain/console/rights'
import type {RecordListRef} from '../../../machines/console/recordList'
import type {ColumnWidth} from '../../kit/table/columnWidths'
import {RowHeight} from '../../kit/table/RowHeight'
import {VirtualTable} from '../../kit/table/VirtualTable'
import {usePaths, useViewer} from '../../kit/viewer'
import {HeaderCells} from './HeaderCells'
import styles from './List.module.css'
import {isSelectable, RecordRow} from './RecordRow'
import {texts} from './texts'
import type {ListParts} from './useListParts'
import {actionsWidth, widthOf} from './widths'

const TICK: ColumnWidth = {least: 2.5, content: 2.5, most: 2.5}
const NAME: ColumnWidth = {least: 8, content: 8, most: null}

/** A narrow row has two lines. */
export const useIsNarrow = () => useMediaQuery('(max-width: 40em)', false, {getInitialValueInEffect: false})

export function RecordTable({list, shownColumns: columns, world}: ListParts) {
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  const viewer = useViewer()
  const paths = usePaths()
  const description = useSelector(list, ({context}) => context.description)
  const shown = useSelector(list, ({context}) => context.shown)
  const total = useSelector(list, ({context}) => (context.isWhole ? context.shown.length : context.total))
  const density = useSelector(list, ({context}) => context.view.density ?? undefined)
  const isFetching = useSelector(list, s => s.matches({loaded: {rows: {current: 'fetchingMore'}}}))
  const {kind} = description
  const widths = useWidths(list, {columns, world, isNarrow})
  return (
    <div className={styles.tableFrame} data-density={density}>
      <RowHeight lines={isNarrow ? 2 : 1}>
        {pixels => (
          <VirtualTable<ConsoleRecord>
            key={pixels}
            label={description.plural}
            rows={shown}
            keyOf={({id}) => id}
            rowHeight={pixels}
            columns={widths}
            header={<HeaderCells {...{list, columns, isNarrow}} />}
            row={(record, at) => (
              <RecordRow
                {...{list, description, columns, record, at, isNarrow, world, paths}}
                mayEdit={mayChange(viewer, 'edit', description, record)}
                mayDelete={mayChange(viewer, 'delete', description, record)}
              />
            )}
            total={total}
            isBusy={isFetching}
            onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
            onOpen={({id}) => navigate(paths.record(kind, id))}
            {...(isSelectable(kind)
              ? {onSelect: record => mayChange(viewer, 'delete', description, record) && toggle(list, record)}
              : {})}
            onPeek={({id}) => list.send({type: 'view.changed', view: {peek: id}})}
            onMoved={({id}) => followPeek(list, id)}
          >
            {isFetching && (
              <p role="status" className={styles.more}>
                {texts.loadingMore}
              </p>
            )}
          </VirtualTable>
        )}
      </RowHeight>
    </div>
  )
}

interface WidthsOf extends Pick<ListParts, 'world'> {
  columns: ListParts['shownColumns']
  isNarrow: boolean
}

/** The widths stay as they are while a user types, so that columns don't jump. */
function useWidths(list: RecordListRef, {columns, world, isNarrow}: WidthsOf): readonly ColumnWidth[] {
  const sample = useSelector(list, ({context}) => (context.isWhole ? context.sorted.records : context.shown))
  const kind = useSelector(list, ({context}) => context.description.kind)
  return useMemo(() => {
    const lead = isSelectable(kind) ? [TICK] : []
    const middle = isNarrow ? [NAME] : columns.map((column, at) => widthOf(column, sample, world, at === 0))
    return [...lead, ...middle, actionsWidth(texts.edit, isNarrow)]
  }, [sample, kind, columns, world, isNarrow])
}

function toggle(list: RecordListRef, {id}: ConsoleRecord) {
  list.send({type: 'row.selected', id, isSelected: !list.getSnapshot().context.selected.has(id)})
}

/** While a record is shown beside the list, the keyboard shows the record it comes to. */
function followPeek(list: RecordListRef, id: string) {
  if (list.getSnapshot().context.view.peek !== null)
    list.send({type: 'view.changed', view: {peek: id}, history: 'replace'})
}
