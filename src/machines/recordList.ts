import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {initialContext, recordListSetup} from './recordListSetup'

/** Entities of one kind: searched, sorted and selected. What the server pages is asked for as it comes into view. */
export const recordListMachine = recordListSetup.createMachine({
  id: 'recordList',
  context: ({input}) => initialContext(input),
  initial: 'loading',
  on: {
    'search.changed': {actions: {type: 'rememberView', params: ({event}) => ({view: {q: event.q}})}},
    'sort.changed': {actions: {type: 'rememberView', params: ({event}) => ({view: {sort: event.sort}})}},
    'address.changed': {actions: {type: 'rememberView', params: ({event}) => ({view: event.view})}},
  },
  states: {
    loading: {
      initial: 'choosing',
      states: {
        choosing: {always: [{guard: 'isPaged', target: 'page'}, {target: 'all'}]},
        all: {
          invoke: {
            src: 'loadAll',
            input: ({context: {description, organisationId}}) => ({description, organisationId}),
            onDone: {
              target: '#recordList.loaded',
              actions: {type: 'rememberAll', params: ({event}) => ({records: event.output})},
            },
            onError: {
              target: '#recordList.failed',
              actions: {type: 'say', params: ({event}) => ({error: event.error})},
            },
          },
        },
        page: {
          invoke: {
            src: 'loadPage',
            input: ({context: {description, organisationId, view}}) => ({
              description,
              organisationId,
              view,
              cursor: null,
            }),
            onDone: {
              target: '#recordList.loaded',
              actions: {type: 'rememberFirstPage', params: ({event}) => event.output},
            },
            onError: {
              target: '#recordList.failed',
              actions: {type: 'say', params: ({event}) => ({error: event.error})},
            },
          },
        },
      },
    },
    failed: {on: {'retry.requested': 'loading'}},
    loaded: {
      type: 'parallel',
      states: {
        rows: {
          initial: 'idle',
          on: {
            'search.changed': [
              {
                guard: 'isPaged',
                target: '.pausing',
                actions: [
                  {type: 'rememberView', params: ({event}) => ({view: {q: event.q}})},
                  {type: 'showInAddress', params: ({context}) => ({view: context.view})},
                ],
              },
              {
                actions: [
                  {type: 'rememberView', params: ({event}) => ({view: {q: event.q}})},
                  {type: 'showInAddress', params: ({context}) => ({view: context.view})},
                ],
              },
            ],
            'sort.changed': [
              {
                guard: 'isPaged',
                target: '.searching',
                actions: [
                  {type: 'rememberView', params: ({event}) => ({view: {sort: event.sort}})},
                  {type: 'showInAddress', params: ({context}) => ({view: context.view})},
                ],
              },
              {
                actions: [
                  {type: 'rememberView', params: ({event}) => ({view: {sort: event.sort}})},
                  {type: 'showInAddress', params: ({context}) => ({view: context.view})},
                ],
              },
            ],
            'address.changed': [
              {guard: {type: 'isSameView', params: ({event}) => event}},
              {
                guard: 'isPaged',
                target: '.searching',
                actions: {type: 'rememberView', params: ({event}) => event},
              },
              {actions: {type: 'rememberView', params: ({event}) => event}},
            ],
          },
          states: {
            idle: {on: {'end.reached': {guard: 'hasMore', target: 'fetchingMore'}}},
            pausing: {after: {searchPause: 'searching'}},
            searching: {
              invoke: {
                src: 'loadPage',
                input: ({context: {description, organisationId, view}}) => ({
                  description,
                  organisationId,
                  view,
                  cursor: null,
                }),
                onDone: {target: 'idle', actions: {type: 'rememberFirstPage', params: ({event}) => event.output}},
                onError: {target: 'missed', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
              },
            },
            fetchingMore: {
              invoke: {
                src: 'loadPage',
                input: ({context: {description, organisationId, view, next}}) => ({
                  description,
                  organisationId,
                  view,
                  cursor: next,
                }),
                onDone: {target: 'idle', actions: {type: 'rememberNextPage', params: ({event}) => event.output}},
                onError: {target: 'missed', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
              },
            },
            /** What is shown stays; the message says that it is not the whole. */
            missed: {on: {'retry.requested': 'searching'}},
          },
        },
        selection: {
          initial: 'choosing',
          states: {
            choosing: {
              on: {
                'row.selected': {actions: {type: 'select', params: ({event}) => event}},
                'rows.selected': {actions: {type: 'selectShown', params: ({event}) => event}},
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
                input: ({context: {description, action, records, selected}}) => ({
                  description,
                  action: action ?? {kind: 'delete'},
                  records: records.filter(({id}) => selected.has(id)),
                }),
                onError: 'choosing',
              },
              on: {
                'bulk.closed': [
                  {
                    guard: {type: 'hasChanged', params: ({event}) => event},
                    target: '#recordList.loading',
                    actions: 'selectNone',
                  },
                  {target: 'choosing'},
                ],
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
export type RecordListSnapshot = SnapshotFrom<RecordListLogic>
