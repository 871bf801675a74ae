import {assign, fromPromise, setup} from 'xstate'
import {messageOf} from '../domain/failure'
import type {ConsoleRecord, Description} from '../domain/records/description'
import {type ListView, visibleRecords} from '../domain/records/list'
import {type BulkAction, bulkMachine} from './bulk'

export interface RecordListInput {
  description: Description
  /** Empty for the list of organisations. */
  organisationId: string
  /** Whether the server searches, sorts and pages. */
  isPaged: boolean
  /** What the address says. */
  view: ListView
}

interface ListQuestion {
  description: Description
  organisationId: string
}

export interface RecordPage {
  records: readonly ConsoleRecord[]
  next: string | null
  total: number
}

export interface RecordListContext extends RecordListInput {
  /** All, or the pages that have come. */
  records: readonly ConsoleRecord[]
  /** Those to be drawn, in order. */
  shown: readonly ConsoleRecord[]
  next: string | null
  total: number
  selected: ReadonlySet<string>
  message: string | null
  action: BulkAction | null
}

export type RecordListEvent =
  | {type: 'search.changed'; q: string}
  | {type: 'sort.changed'; sort: string}
  | {type: 'address.changed'; view: ListView}
  | {type: 'end.reached'}
  | {type: 'retry.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'rows.selected'; isSelected: boolean}
  | {type: 'bulk.requested'; action: BulkAction}
  | {type: 'bulk.closed'; hasChanged: boolean}

const NO_SELECTION: ReadonlySet<string> = new Set()

/** The actors, actions and guards of a list; `recordList.ts` says when. */
export const recordListSetup = setup({
  types: {} as {
    context: RecordListContext
    events: RecordListEvent
    input: RecordListInput
    children: {bulk: 'bulk'}
  },
  actors: {
    bulk: bulkMachine,
    loadAll: fromPromise<readonly ConsoleRecord[], ListQuestion>(() => {
      throw new Error('`loadAll` must be provided')
    }),
    loadPage: fromPromise<RecordPage, ListQuestion & {view: ListView; cursor: string | null}>(() => {
      throw new Error('`loadPage` must be provided')
    }),
  },
  actions: {
    rememberAll: assign(({context}, {records}: {records: readonly ConsoleRecord[]}) => ({
      records,
      shown: visibleRecords(context.description, records, context.view),
      total: records.length,
      next: null,
      message: null,
    })),
    rememberFirstPage: assign((_, {records, next, total}: RecordPage) => ({
      records,
      shown: records,
      next,
      total,
      message: null,
    })),
    rememberNextPage: assign(({context}, {records, next, total}: RecordPage) => {
      const all = [...context.records, ...records]
      return {records: all, shown: all, next, total, message: null}
    }),
    rememberView: assign(({context}, {view}: {view: Partial<ListView>}) => {
      const changed = {...context.view, ...view}
      return {
        view: changed,
        shown: context.isPaged ? context.shown : visibleRecords(context.description, context.records, changed),
      }
    }),
    say: assign({
      message: ({context}, {error}: {error: unknown}) =>
        messageOf(error, `${context.description.plural} could not be loaded.`),
    }),
    select: assign({
      selected: ({context}, {id, isSelected}: {id: string; isSelected: boolean}) => {
        const selected = new Set(context.selected)
        if (isSelected) selected.add(id)
        else selected.delete(id)
        return selected
      },
    }),
    selectShown: assign({
      selected: ({context}, {isSelected}: {isSelected: boolean}) =>
        isSelected ? new Set(context.shown.map(({id}) => id)) : NO_SELECTION,
    }),
    selectNone: assign({selected: NO_SELECTION}),
    rememberAction: assign({action: (_, {action}: {action: BulkAction}) => action}),
    showInAddress: (_, _params: {view: ListView}) => {
      throw new Error('`showInAddress` must be provided')
    },
  },
  guards: {
    isPaged: ({context}) => context.isPaged,
    hasMore: ({context}) => context.next !== null,
    hasSelection: ({context}) => context.selected.size > 0,
    hasChanged: (_, {hasChanged}: {hasChanged: boolean}) => hasChanged,
    isSameView: ({context}, {view}: {view: ListView}) => view.q === context.view.q && view.sort === context.view.sort,
  },
  delays: {
    /** Of somebody who types. */
    searchPause: 200,
  },
})

export const initialContext = (input: RecordListInput): RecordListContext => ({
  ...input,
  records: [],
  shown: [],
  next: null,
  total: 0,
  selected: NO_SELECTION,
  message: null,
  action: null,
})
