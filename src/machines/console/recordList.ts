import {type ActorRefFrom, assertEvent, assign, not, raise, setup} from 'xstate'
import type {Description} from '../../domain/console/records/description'
import type {CellWorld} from '../../domain/console/records/list/cell'
import type {Column} from '../../domain/console/records/list/columns'
import {recordsCsv} from '../../domain/console/records/list/csv'
import {isSameQuestion, isSameView, type ListView} from '../../domain/console/records/list/list'
import {
  isEndNear,
  NO_ROWS,
  type Rows,
  withFirstPage,
  withNextPage,
  withView,
} from '../../domain/console/records/list/rows'
import {NO_SELECTION, without, withRow, withShown} from '../../domain/console/records/list/selection'
import {type PageQuestion, pageQuestion, type RecordPage} from '../../domain/console/records/questions'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type KnownLink, PROBING} from '../../domain/link'
import {NO_NOTES, notesOf, type OpenedView, type ViewNotes} from '../../domain/savedView'
import {type LinkChanged, linkChanges, onceKnown, onReconnect, setLink} from '../connectivity'
import {SET_ERROR} from '../failure'
import {call, type Given, missing, source} from '../ports'
import {type BulkAction, bulkMachine} from './bulk'

/** The place of a list's view: the parameters of the address that begin with `prefix`. */
export interface ViewPlace {
  description: Description
  prefix: string
}

export interface RecordListInput extends ViewPlace {
  /** The list of organisations, and the list of users without an organisation, have an empty text. */
  organisationId: string
  /** The view in the address. */
  opened: OpenedView
}

interface RecordListContext extends ViewPlace, KnownLink, Rows {
  organisationId: string
  view: ListView
  /** The parts of the view in the address, or of a saved view, that mean nothing here. */
  notes: ViewNotes
  message: string | null
  /** The file that is saved when all rows are loaded. */
  file: ListFile | null
}

/** The file of the shown rows: the columns are the shown ones, in their order. */
interface ListFile {
  name: string
  columns: readonly Column[]
  world: CellWorld
}

export type AddressChanged = {type: 'address.changed'; opened: OpenedView}

type ViewChanged = {type: 'view.changed'; view: Partial<ListView>; history?: 'replace' | 'push'}

/** `push` lets Back lead to the view before. */
interface ShownView extends ViewPlace {
  view: ListView
  history: 'replace' | 'push'
}

type RecordListEvent =
  | LinkChanged
  | AddressChanged
  | {type: 'search.changed'; q: string}
  | ViewChanged
  | {type: 'view.chosen'; opened: OpenedView}
  | {type: 'view.settled'}
  | {type: 'notes.dismissed'}
  | {type: 'rows.shown'; lastInView: number}
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'shown.selected'; isSelected: boolean}
  | {type: 'all.selected'}
  | {type: 'selection.cleared'}
  | {type: 'bulk.requested'; action: BulkAction}
  | {type: 'export.requested'; file: ListFile}
  | {type: 'cancel.requested'}

export const recordListTexts = textsOf('machines.recordList', {
  unloaded: (plural: string) => `${plural} could not be loaded.`,
})

const recordListSetup = setup({
  types: {} as {
    context: RecordListContext
    events: RecordListEvent
    input: RecordListInput
    children: {bulk: 'bulk'}
    tags: 'missed'
  },
  actors: {
    bulk: bulkMachine,
    linkChanges,
    addressChanges: source<AddressChanged, ViewPlace>('addressChanges'),
    loadPage: call<RecordPage, PageQuestion>('loadPage'),
  },
  actions: {
    setLink: assign((_, {link, offer}: LinkChanged) => ({link, offer})),
    takeFirstPage: assign(({context}, {page}: {page: RecordPage}) => ({
      ...withFirstPage(context, page),
      message: null,
    })),
    takeNextPage: assign(({context}, {page}: {page: RecordPage}) => ({...withNextPage(context, page), message: null})),
    setError: assign(({context}, {error}: {error: unknown}) => ({
      message: messageOf(error, recordListTexts.unloaded(context.description.plural)),
    })),
    selectShown: assign({selected: ({context}) => withShown(context, {isSelected: true})}),
    changeView: assign(({context, event}) => {
      assertEvent(event, 'view.changed')
      return withView(context, event.view)
    }),
    openView: assign(({context, event}) => {
      assertEvent(event, ['view.chosen', 'address.changed'])
      return {...withView(context, event.opened.view), notes: notesOf(event.opened)}
    }),
    /** When the server pages, this starts loading the rows of the new view. */
    settleView: raise({type: 'view.settled'}),
    saveFile: (_, _params: Given<{name: string; text: string}>) => missing('saveFile'),
    pushToUrl: (_, _params: Given<ShownView>) => missing('pushToUrl'),
  },
  guards: {
    isPaged: ({context}) => !context.isWhole,
    hasMore: ({context}) => context.next !== null,
    hasSelection: ({context}) => context.selected.size > 0,
  },
  delays: {
    /** Waits for a pause in typing. */
    searchPause: 200,
  },
})

const pageOf = ({event}: {event: {output: RecordPage}}) => ({page: event.output})
const firstPage = {type: 'takeFirstPage', params: pageOf} as const
const nextPage = {type: 'takeNextPage', params: pageOf} as const

const pushToUrl = (history: 'replace' | 'push') =>
  ({type: 'pushToUrl', params: ({context}: {context: RecordListContext}) => ({...context, history})}) as const

const showChanged = {
  type: 'pushToUrl',
  params: ({context, event}: {context: RecordListContext; event: ViewChanged}) => ({
    ...context,
    history: event.history ?? 'push',
  }),
} as const

const saveShown = {
  type: 'saveFile',
  params: ({context: {file, shown}}: {context: RecordListContext}) => ({
    name: file?.name ?? '',
    text: file === null ? '' : recordsCsv(file.columns, shown, file.world),
  }),
} as const

/**
 * Lists entities of one kind. The client searches and sorts a whole list at once; the server does it for a list with
 * pages.
 */
export const recordListMachine = recordListSetup.createMachine({
  id: 'recordList',
  context: ({input: {opened, ...place}}) => ({
    ...place,
    ...NO_ROWS,
    link: PROBING,
    offer: null,
    message: null,
    file: null,
    view: opened.view,
    notes: notesOf(opened),
  }),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'addressChanges', input: ({context: {description, prefix}}) => ({description, prefix}), onError: {}},
  ],
  on: {
    'link.changed': {actions: setLink},
    'rows.shown': {actions: assign({lastInView: ({event}) => event.lastInView})},
    'notes.dismissed': {actions: assign({notes: NO_NOTES})},
  },
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      on: {'address.changed': {target: 'loading', reenter: true, actions: 'openView'}},
      states: {
        awaitingServer: {
          always: onceKnown('fetching', {
            target: '#recordList.failed',
            actions: {type: 'setError', params: {error: null}},
          }),
        },
        fetching: {
          invoke: {
            src: 'loadPage',
            input: ({context}) => pageQuestion(context, null),
            onDone: {target: '#recordList.loaded', actions: firstPage},
            onError: {target: '#recordList.failed', actions: SET_ERROR},
          },
        },
      },
    },
    failed: {
      on: {
        'retry.requested': 'loading.fetching',
        'link.changed': onReconnect('loading'),
        'address.changed': {actions: 'openView'},
      },
    },
    loaded: {
      type: 'parallel',
      states: {
        view: {
          initial: 'settled',
          on: {
            'search.changed': {target: '.typing', actions: assign(({context, event: {q}}) => withView(context, {q}))},
            'view.changed': [
              {
                guard: ({context: {view}, event}) => isSameQuestion(view, {...view, ...event.view}),
                actions: ['changeView', showChanged],
              },
              {target: '.settled', actions: ['changeView', showChanged, 'settleView']},
            ],
            'view.chosen': {target: '.settled', actions: ['openView', pushToUrl('push'), 'settleView']},
            'address.changed': [
              {guard: ({context, event}) => isSameView(context.view, event.opened.view)},
              {
                guard: ({context, event}) => isSameQuestion(context.view, event.opened.view),
                actions: 'openView',
              },
              {target: '.settled', actions: ['openView', 'settleView']},
            ],
          },
          states: {
            settled: {},
            typing: {after: {searchPause: {target: 'settled', actions: [pushToUrl('replace'), 'settleView']}}},
          },
        },
        rows: {
          id: 'rows',
          initial: 'current',
          on: {
            'search.changed': {guard: 'isPaged', target: '.pausing'},
            'view.settled': {guard: 'isPaged', target: '.searching'},
            'refresh.requested': '.searching',
          },
          states: {
            // The loaded rows match the view, so that all of them can be saved or selected.
            current: {
              initial: 'idle',
              on: {
                'export.requested': [
                  {guard: 'hasMore', target: 'gathering', actions: assign({file: ({event}) => event.file})},
                  {actions: [assign({file: ({event}) => event.file}), saveShown]},
                ],
                'all.selected': {guard: 'hasMore', target: 'gathering.selecting'},
              },
              states: {
                idle: {always: {guard: ({context}) => isEndNear(context), target: 'fetchingMore'}},
                fetchingMore: {
                  invoke: {
                    src: 'loadPage',
                    input: ({context}) => pageQuestion(context, context.next),
                    onDone: {target: 'idle', actions: nextPage},
                    onError: {target: 'missedMore', actions: SET_ERROR},
                  },
                },
                missedMore: {
                  tags: 'missed',
                  on: {'retry.requested': 'fetchingMore', 'link.changed': onReconnect('fetchingMore')},
                },
              },
            },
            // Loads the remaining pages one by one.
            gathering: {
              initial: 'exporting',
              invoke: {
                src: 'loadPage',
                input: ({context}) => pageQuestion(context, context.next),
                onDone: [
                  {guard: ({event}) => event.output.next !== null, target: '.again', reenter: true, actions: nextPage},
                  {actions: nextPage},
                ],
                onError: {target: 'current.missedMore', actions: SET_ERROR},
              },
              on: {'cancel.requested': 'current'},
              states: {
                exporting: {always: {guard: not('hasMore'), target: '#rows.current', actions: saveShown}},
                selecting: {always: {guard: not('hasMore'), target: '#rows.current', actions: 'selectShown'}},
                again: {type: 'history'},
              },
            },
            pausing: {on: {'view.settled': 'searching'}},
            // The former rows stay on screen.
            searching: {
              invoke: {
                src: 'loadPage',
                input: ({context}) => pageQuestion(context, null),
                onDone: {target: 'current', actions: firstPage},
                onError: {target: 'missed', actions: SET_ERROR},
              },
            },
            missed: {
              tags: 'missed',
              on: {'retry.requested': 'searching', 'link.changed': onReconnect('searching')},
            },
          },
        },
        selection: {
          initial: 'choosing',
          states: {
            choosing: {
              on: {
                'row.selected': {actions: assign({selected: ({context, event}) => withRow(context, event)})},
                'shown.selected': {actions: assign({selected: ({context, event}) => withShown(context, event)})},
                'selection.cleared': {actions: assign({selected: NO_SELECTION})},
                'bulk.requested': {guard: 'hasSelection', target: 'acting'},
              },
            },
            acting: {
              invoke: {
                id: 'bulk',
                src: 'bulk',
                input: ({context: {description, organisationId, selected}, event}) => {
                  assertEvent(event, 'bulk.requested')
                  return {description, organisationId, action: event.action, records: [...selected.values()]}
                },
                onDone: [
                  {
                    guard: ({event}) => event.output.doneIds.length > 0,
                    target: 'choosing',
                    actions: [
                      assign({selected: ({context, event}) => without(context.selected, event.output.doneIds)}),
                      raise({type: 'refresh.requested'}),
                    ],
                  },
                  {target: 'choosing'},
                ],
                onError: 'choosing',
              },
            },
          },
        },
      },
    },
  },
})

export type RecordListLogic = typeof recordListMachine
export type RecordListRef = ActorRefFrom<RecordListLogic>
