import {useActorRef, useSelector} from '@xstate/react'
import {useMemo} from 'react'
import type {Description} from '../../../domain/console/records/description'
import {DESCRIPTIONS} from '../../../domain/console/records/descriptions'
import type {CellWorld} from '../../../domain/console/records/list/cell'
import {type Column, chosenColumns, columnsOf, knownColumns} from '../../../domain/console/records/list/columns'
import type {NamesRef} from '../../../machines/console/names'
import type {RecordListRef} from '../../../machines/console/recordList'
import {useApplication} from '../../kit/application'
import {useConsole} from '../logic'

/** The state that the parts of a list share: its machine, its columns, and the data for its cells. */
export interface ListParts {
  list: RecordListRef
  names: NamesRef
  /** Every column for which the server may have values. */
  columns: readonly Column[]
  /** The shown columns, in their order. */
  shownColumns: readonly Column[]
  world: CellWorld
}

export function useListParts(list: RecordListRef): ListParts {
  const names = useNames(list)
  const {formats, config} = useApplication()
  const known = useSelector(names, ({context}) => context.names)
  const readAt = useSelector(list, ({context}) => context.readAt)
  const link = useSelector(list, ({context}) => context.link)
  const description = useSelector(list, ({context}) => context.description)
  const chosen = useSelector(list, ({context}) => context.view.columns)
  const offer = useSelector(list, ({context}) => context.offer)
  const sample = useSelector(list, ({context}) => (context.isWhole ? context.sorted.records : context.shown))
  const columns = useMemo(() => knownColumns(columnsOf(description), sample, offer), [description, sample, offer])
  const shownColumns = useMemo(() => chosenColumns(columns, chosen), [columns, chosen])
  const {lateAfter} = config
  const world = useMemo(
    () => ({names: known, readAt, link, lateAfter, formats}),
    [known, readAt, link, lateAfter, formats],
  )
  return {list, names, columns, shownColumns, world}
}

function useNames(list: RecordListRef): NamesRef {
  const {names} = useConsole()
  const {description, organisationId} = list.getSnapshot().context
  const kinds = organisationId === '' ? [] : kindsNamedBy(description)
  return useActorRef(names, {input: {organisationId, kinds}})
}

/** The kinds of records that the columns of a list name. The organisation of a list is known from its page. */
function kindsNamedBy(description: Description): readonly Description[] {
  const named = columnsOf(description).flatMap(({names}) => (names === null || names === 'organisation' ? [] : [names]))
  return [...new Set(named)].map(kind => DESCRIPTIONS[kind])
}
