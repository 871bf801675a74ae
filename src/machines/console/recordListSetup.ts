import {assign, fromEventObservable, fromPromise, raise, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {recordsCsv} from '../../domain/console/records/csv'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {
  foundRecords,
  type ListView,
  NO_RECORDS,
  type SortedRecords,
  sortedRecords,
} from '../../domain/console/records/list'
import {messageOf} from '../../domain/failure'
import {isLinkUp, type LinkState, PROBING} from '../../domain/telemetry/link'
import type {LinkChanged} from '../telemetry/devices'
import type {BulkAction} from './bulk'
import {bulkMachine} from './bulk'

export interface RecordListInput {
  description: Description
  /** Empty for the list of organisations, and for users who belong to none. */
  organisationId: string
  /** What the address says. */
  view: ListView
  /** Of the view's parameters in the address. */
  prefix: string
}

/** Asks for the rows behind `cursor`, of the first page without one. */
export interface PageQuestion extends Pick<RecordListInput, 'description' | 'organisationId' | 'view'> {
  cursor: string | null
  /** Whether the server can search, sort and page. */
  isPaging: boolean
}

/** Without pages the answer is the whole list, whatever was searched for. */
export interface RecordPage {
  records: readonly ConsoleRecord[]
  next: string | null
  total: number
  isWhole: boolean
}

export interface RecordListContext extends RecordListInput {
  link: LinkState
  capabilities: Capabilities
  /** Whether the client searches and sorts. */
  isWhole: boolean
  /** Of a whole list all. */
  sorted: SortedRecords
  /** Those to be drawn, in order: what is found in the whole list, or the pages that have come. */
  shown: readonly ConsoleRecord[]
  next: string | null
  /** In the whole list, or found on the server. */
  total: number
  /** The last row that has been in view. */
  lastInView: number
  selected: ReadonlyMap<string, ConsoleRecord>
  message: string | null
  action: BulkAction
  /** What the rest of the pages is fetched for. */
  purpose: 'file' | 'selection'
  fileName: string
}

export type AddressChanged = {type: 'address.changed'; view: ListView}

export type RecordListEvent =
  | LinkChanged
  | AddressChanged
  | {type: 'search.changed'; q: string}
  | {type: 'sort.changed'; sort: string}
  | {type: 'rows.shown'; lastInView: number}
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'shown.selected'; isSelected: boolean}
  | {type: 'all.selected'}
  | {type: 'selection.cleared'}
  | {type: 'bulk.requested'; action: BulkAction}
  | {type: 'export.requested'; fileName: string}
  | {type: 'cancel.requested'}

const NO_SELECTION: ReadonlyMap<string, ConsoleRecord> = new Map()

/** So many rows before the end of what has come, the next page is asked for. */
const ROWS_AHEAD = 50

/** The actors, actions and guards of a list; `recordList.ts` says when. */
export const recordListSetup = setup({
  types: {} as {
    context: RecordListContext
    events: RecordListEvent
    input: RecordListInput
    children: {bulk: 'bulk'}
    tags: 'missed'
  },
  actors: {
    bulk: bulkMachine,
    linkChanges: fromEventObservable<LinkChanged, void>(() => {
      throw new Error('`linkChanges` must be provided')
    }),
    addressChanges: fromEventObservable<AddressChanged, Pick<RecordListInput, 'description' | 'prefix'>>(() => {
      throw new Error('`addressChanges` must be provided')
    }),
    loadPage: fromPromise<RecordPage, PageQuestion>(() => {
      throw new Error('`loadPage` must be provided')
    }),
  },
  actions: {
    rememberLink: assign((_, {link, capabilities}: Omit<LinkChanged, 'type'>) => ({link, capabilities})),
    rememberView: assign(({context}, {view}: {view: Partial<ListView>}) => withView(context, view)),
    rememberFirstPage: assign(({context}, {page}: {page: RecordPage}) => withFirstPage(context, page)),
    rememberNextPage: assign(({context}, {page: {records, next, total}}: {page: RecordPage}) => ({
      shown: [...context.shown, ...records],
      next,
      total,
      message: null,
    })),
    rememberInView: assign({lastInView: (_, {lastInView}: {lastInView: number}) => lastInView}),
    say: assign({
      message: ({context}, {error}: {error: unknown}) =>
        messageOf(error, `${context.description.plural} could not be loaded.`),
    }),
    select: assign({
      selected: ({context}, {id, isSelected}: {id: string; isSelected: boolean}) => withRow(context, id, isSelected),
    }),
    selectShown: assign({
      selected: ({context}, {isSelected}: {isSelected: boolean}) => withShown(context, isSelected),
    }),
    deselect: assign({
      selected: ({context}, {doneIds}: {doneIds: readonly string[]}) => {
        const selected = new Map(context.selected)
        for (const id of doneIds) selected.delete(id)
        return selected
      },
    }),
    selectNone: assign({selected: NO_SELECTION}),
    rememberAction: assign({action: (_, {action}: {action: BulkAction}) => action}),
    rememberExport: assign({
      purpose: 'file',
      fileName: (_, {fileName}: {fileName: string}) => fileName,
    }),
    rememberSelecting: assign({purpose: 'selection'}),
    refresh: raise({type: 'refresh.requested'}),
    saveFile: (_, _params: {name: string; text: string}) => {
      throw new Error('`saveFile` must be provided')
    },
    showInAddress: (
      _,
      _params: Pick<RecordListInput, 'description' | 'view' | 'prefix'> & {history: 'replace' | 'push'},
    ) => {
      throw new Error('`showInAddress` must be provided')
    },
  },
  guards: {
    /** Before the first answer the server's additions are unknown, and the list would be asked for in the wrong way. */
    isServerKnown: ({context}) => isLinkUp(context.link) || Object.keys(context.capabilities).length > 0,
    isLinkDown: ({context}) => context.link.kind !== 'probing' && !isLinkUp(context.link),
    hasLinkComeUp: ({context}, {link}: {link: LinkState}) => isLinkUp(link) && !isLinkUp(context.link),
    isPaged: ({context}) => !context.isWhole,
    isSameView: ({context}, {view}: {view: ListView}) => view.q === context.view.q && view.sort === context.view.sort,
    hasMore: ({context}) => context.next !== null,
    hasMoreBehind: (_, {page}: {page: RecordPage}) => page.next !== null,
    isEndNear: ({context: {next, lastInView, shown}}) => next !== null && lastInView >= shown.length - ROWS_AHEAD,
    isForFile: ({context}) => context.purpose === 'file',
    hasSelection: ({context}) => context.selected.size > 0,
    hasDone: (_, {doneIds}: {doneIds: readonly string[]}) => doneIds.length > 0,
  },
  delays: {
    /** Of somebody who types. */
    searchPause: 200,
  },
})

function withView(context: RecordListContext, changed: Partial<ListView>): Partial<RecordListContext> {
  const view = {...context.view, ...changed}
  if (!context.isWhole) return {view}
  const sorted =
    view.sort === context.view.sort
      ? context.sorted
      : sortedRecords(context.description, context.sorted.records, view.sort)
  return {view, sorted, shown: foundRecords(sorted, view.q)}
}

function withFirstPage(context: RecordListContext, page: RecordPage): Partial<RecordListContext> {
  const {records, next, total, isWhole} = page
  const known = {next, total, isWhole, lastInView: 0, message: null}
  if (!isWhole) return {...known, sorted: NO_RECORDS, shown: records}
  const sorted = sortedRecords(context.description, records, context.view.sort)
  const selected = new Map(records.filter(({id}) => context.selected.has(id)).map(record => [record.id, record]))
  return {...known, sorted, shown: foundRecords(sorted, context.view.q), selected}
}

function withRow({shown, selected}: RecordListContext, id: string, isSelected: boolean) {
  const changed = new Map(selected)
  const record = shown.find(each => each.id === id)
  if (isSelected && record !== undefined) changed.set(id, record)
  else changed.delete(id)
  return changed
}

function withShown({shown, selected}: RecordListContext, isSelected: boolean) {
  const changed = new Map(selected)
  for (const record of shown) {
    if (isSelected) changed.set(record.id, record)
    else changed.delete(record.id)
  }
  return changed
}

export const csvOf = ({description, shown}: RecordListContext): string => recordsCsv(description, shown)

export const questionOf = (
  {description, organisationId, view, capabilities}: RecordListContext,
  cursor: string | null,
): PageQuestion => ({description, organisationId, view, cursor, isPaging: capabilities.paging === true})

export const initialContext = (input: RecordListInput): RecordListContext => ({
  ...input,
  link: PROBING,
  capabilities: {},
  isWhole: true,
  sorted: NO_RECORDS,
  shown: [],
  next: null,
  total: 0,
  lastInView: 0,
  selected: NO_SELECTION,
  message: null,
  action: 'delete',
  purpose: 'file',
  fileName: '',
})
