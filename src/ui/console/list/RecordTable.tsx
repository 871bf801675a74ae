import {useMediaQuery} from '@mantine/hooks'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {columnsOf} from '../../../domain/console/records/columns'
import type {RecordListRef} from '../../../machines/console/recordList'
import {VirtualTable} from '../../kit/VirtualTable'
import {HeaderCells} from './HeaderCells'
import styles from './List.module.css'
import {RecordRow} from './RecordRow'
import {texts} from './texts'

/** In pixels; List.module.css sets the same heights. */
const ROW_HEIGHTS = {wide: 36, narrow: 56}

/** A narrow row has two lines, so the table is keyed by the width: it remembers the height of its rows. */
export function RecordTable({list}: {list: RecordListRef}) {
  const isNarrow = useMediaQuery('(max-width: 40em)', false, {getInitialValueInEffect: false})
  const description = useSelector(list, ({context}) => context.description)
  const shown = useSelector(list, ({context}) => context.shown)
  const total = useSelector(list, ({context}) => (context.isWhole ? context.shown.length : context.total))
  const isFetching = useSelector(list, s => s.matches({loaded: {rows: {current: 'fetchingMore'}}}))
  const columns = useMemo(() => columnsOf(description), [description])
  const width = isNarrow ? 'narrow' : 'wide'
  return (
    <VirtualTable
      key={width}
      label={description.plural}
      rows={shown}
      keyOf={({id}) => id}
      rowHeight={ROW_HEIGHTS[width]}
      header={<HeaderCells {...{list, columns, isNarrow}} />}
      row={(record, at) => <RecordRow {...{list, description, columns, record, at, isNarrow}} />}
      total={total}
      isBusy={isFetching}
      onShown={lastInView => list.send({type: 'rows.shown', lastInView})}
    >
      {isFetching && (
        <p role="status" className={styles.more}>
          {texts.loadingMore}
        </p>
      )}
    </VirtualTable>
  )
}
