import type {ActorRefFrom} from 'xstate'
import {csvOf, initialContext, questionOf, recordListSetup} from './recordListSetup'

const UNREACHABLE = {error: new Error('The link is down')}

/** What needs all rows, where the ones that have come fit the view. */
const complete = recordListSetup.createStateConfig({
  on: {
    'export.requested': [
      {guard: 'hasMore', target: 'gathering', actions: {type: 'rememberExport', params: ({event}) => event}},
      {
        actions: {
          type: 'saveFile',
          params: ({context, event}) => ({name: event.fileName, text: csvOf(context)}),
        },
      },
    ],
    'all.selected': {guard: 'hasMore', target: 'gathering', actions: 'rememberSelecting'},
  },
})

/**
 * Entities of one kind: searched, sorted and selected. A whole list is searched by the client, at once; of one that the server
 * pages, the pages are asked for as they come into view.
 */
export const recordListMachine = recordListSetup.createMachine({
  id: 'recordList',
  context: ({input}) => initialContext(input),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {
      src: 'addressChanges',
      input: ({context: {description, prefix}}) => ({description, prefix}),
      onError: {},
    },
  ],
  on: {
    'link.changed': {actions: {type: 'rememberLink', params: ({event}) => event}},
    'rows.shown': {actions: {type: 'rememberInView', params: ({event}) => event}},
  },
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      on: {
        'address.changed': {
          target: 'loading',
          reenter: true,
          actions: {type: 'rememberView', params: ({event}) => event},
        },
      },
      states: {
        awaitingServer: {
          always: [
            {guard: 'isServerKnown', target: 'fetching'},
            {
              guard: 'isLinkDown',
              target: '#recordList.failed',
              actions: {type: 'say', params: UNREACHABLE},
            },
          ],
        },
        fetching: {
          invoke: {
            src: 'loadPage',
            input: ({context}) => questionOf(context, null),
            onDone: {
              target: '#recordList.loaded',
              actions: {type: 'rememberFirstPage', params: ({event}) => ({page: event.output})},
            },
            onError: {
              target: '#recordList.failed',
              actions: {type: 'say', params: ({event}) => ({error: event.error})},
            },
          },
        },
      },
    },
    failed: {
      on: {
        'retry.requested': 'loading.fetching',
        'link.changed': [
          {
            guard: {type: 'hasLinkComeUp', params: ({event}) => event},
            target: 'loading',
            actions: {type: 'rememberLink', params: ({event}) => event},
          },
          {actions: {type: 'rememberLink', params: ({event}) => event}},
        ],
        'address.changed': {actions: {type: 'rememberView', params: ({event}) => event}},
      },
    },
    loaded: {
      type: 'parallel',
      states: {
        view: {
          initial: 'settled',
          on: {
            'search.changed': {
              target: '.typing',
              actions: {type: 'rememberView', params: ({event}) => ({view: {q: event.q}})},
            },
            'sort.changed': {
              target: '.settled',
              actions: [
                {type: 'rememberView', params: ({event}) => ({view: {sort: event.sort}})},
                {type: 'showInAddress', params: ({context}) => ({...context, history: 'push'})},
              ],
            },
            'address.changed': {
              target: '.settled',
              actions: {type: 'rememberView', params: ({event}) => event},
            },
          },
          states: {
            settled: {},
            typing: {
              after: {
                searchPause: {
                  target: 'settled',
                  actions: {type: 'showInAddress', params: ({context}) => ({...context, history: 'replace'})},
                },
              },
            },
          },
        },
        rows: {
          initial: 'idle',
          on: {
            'search.changed': {guard: 'isPaged', target: '.pausing'},
            'sort.changed': {guard: 'isPaged', target: '.searching'},
            'address.changed': [
              {guard: {type: 'isSameView', params: ({event}) => event}},
              {guard: 'isPaged', target: '.searching'},
            ],
            'refresh.requested': '.searching',
          },
          states: {
            idle: {
              always: {guard: 'isEndNear', target: 'fetchingMore'},
              on: complete.on,
            },
            pausing: {after: {searchPause: 'searching'}},
            /** What was found before stays on screen. */
            searching: {
              invoke: {
                src: 'loadPage',
                input: ({context}) => questionOf(context, null),
                onDone: {
                  target: 'idle',
                  actions: {type: 'rememberFirstPage', params: ({event}) => ({page: event.output})},
                },
                onError: {target: 'missed', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
              },
            },
            fetchingMore: {
              invoke: {
                src: 'loadPage',
                input: ({context}) => questionOf(context, context.next),
                onDone: {
                  target: 'idle',
                  actions: {type: 'rememberNextPage', params: ({event}) => ({page: event.output})},
                },
                onError: {target: 'missedMore', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
              },
              on: complete.on,
            },
            /** Page by page, all that are left. */
            gathering: {
              invoke: {
                src: 'loadPage',
                input: ({context}) => questionOf(context, context.next),
                onDone: [
                  {
                    guard: {type: 'hasMoreBehind', params: ({event}) => ({page: event.output})},
                    target: 'gathering',
                    reenter: true,
                    actions: {type: 'rememberNextPage', params: ({event}) => ({page: event.output})},
                  },
                  {
                    guard: 'isForFile',
                    target: 'idle',
                    actions: [
                      {type: 'rememberNextPage', params: ({event}) => ({page: event.output})},
                      {
                        type: 'saveFile',
                        params: ({context}) => ({name: context.fileName, text: csvOf(context)}),
                      },
                    ],
                  },
                  {
                    target: 'idle',
                    actions: [
                      {type: 'rememberNextPage', params: ({event}) => ({page: event.output})},
                      {type: 'selectShown', params: {isSelected: true}},
                    ],
                  },
                ],
                onError: {target: 'missedMore', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
              },
              on: {'cancel.requested': 'idle'},
            },
            missed: {tags: 'missed', on: {'retry.requested': 'searching'}},
            missedMore: {tags: 'missed', on: {...complete.on, 'retry.requested': 'fetchingMore'}},
          },
        },
        selection: {
          initial: 'choosing',
          states: {
            choosing: {
              on: {
                'row.selected': {actions: {type: 'select', params: ({event}) => event}},
                'shown.selected': {actions: {type: 'selectShown', params: ({event}) => event}},
                'selection.cleared': {actions: 'selectNone'},
                'bulk.requested': {
                  guard: 'hasSelection',
                  target: 'acting',
                  actions: {type: 'rememberAction', params: ({event}) => event},
                },
              },
            },
            acting: {
              invoke: {
                id: 'bulk',
                src: 'bulk',
                input: ({context: {description, organisationId, action, selected}}) => ({
                  description,
                  organisationId,
                  action,
                  records: [...selected.values()],
                }),
                onDone: [
                  {
                    guard: {type: 'hasDone', params: ({event}) => event.output},
                    target: 'choosing',
                    actions: [{type: 'deselect', params: ({event}) => event.output}, 'refresh'],
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
