import type {ActorRefFrom} from 'xstate'
import {auditTrailSetup, initialContext} from './auditTrailSetup'

const UNREACHABLE = {error: new Error('The link is down')}

/** Who did what, newest first: filtered by the server, whose pages are asked for as they come into view. */
export const auditTrailMachine = auditTrailSetup.createMachine({
  id: 'auditTrail',
  context: ({input}) => initialContext(input),
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'addressChanges', onError: {}},
  ],
  on: {
    'link.changed': {actions: {type: 'rememberLink', params: ({event}) => event}},
    'filter.changed': {target: '.pausing', actions: {type: 'rememberFilter', params: ({event}) => event}},
    'address.changed': [
      {guard: {type: 'isSameFilter', params: ({event}) => event}},
      {target: '.loading', actions: {type: 'rememberFilter', params: ({event}) => event}},
    ],
  },
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: [
            {guard: 'isOffered', target: 'fetching'},
            {guard: 'isServerKnown', target: '#auditTrail.notOffered'},
            {
              guard: 'isLinkDown',
              target: '#auditTrail.failed',
              actions: {type: 'say', params: UNREACHABLE},
            },
          ],
        },
        fetching: {
          invoke: {
            src: 'loadPage',
            input: ({context: {filter}}) => ({filter, cursor: null}),
            onDone: {
              target: '#auditTrail.loaded',
              actions: {type: 'rememberFirstPage', params: ({event}) => event.output},
            },
            onError: {
              target: '#auditTrail.failed',
              actions: {type: 'say', params: ({event}) => ({error: event.error})},
            },
          },
        },
      },
    },
    notOffered: {on: {'filter.changed': {}, 'address.changed': {}}},
    failed: {
      on: {
        'retry.requested': 'loading',
        'link.changed': [
          {
            guard: {type: 'hasLinkComeUp', params: ({event}) => event},
            target: 'loading',
            actions: {type: 'rememberLink', params: ({event}) => event},
          },
          {actions: {type: 'rememberLink', params: ({event}) => event}},
        ],
      },
    },
    /** What was found before is shown until the filter is settled, and what it finds has come. */
    pausing: {
      after: {
        filterPause: {
          target: 'loading',
          actions: {type: 'showInAddress', params: ({context: {filter}}) => ({filter})},
        },
      },
    },
    loaded: {
      initial: 'idle',
      on: {'refresh.requested': 'loading'},
      states: {
        idle: {
          on: {
            'rows.shown': {
              guard: {type: 'isEndNear', params: ({event}) => event},
              target: 'fetchingMore',
            },
          },
        },
        fetchingMore: {
          invoke: {
            src: 'loadPage',
            input: ({context: {filter, next}}) => ({filter, cursor: next}),
            onDone: {target: 'idle', actions: {type: 'rememberNextPage', params: ({event}) => event.output}},
            onError: {target: 'missed', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
          },
        },
        /** What has come stays; that it is not all is said. */
        missed: {on: {'retry.requested': 'fetchingMore'}},
      },
    },
  },
})

export type AuditTrailLogic = typeof auditTrailMachine
export type AuditTrailRef = ActorRefFrom<AuditTrailLogic>
