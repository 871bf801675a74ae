import type {ActorRefFrom} from 'xstate'
import {bulkSetup, csvOf, initialContext, outputOf} from './bulkSetup'

/** One action on many entities: confirmed first, an outcome for each, and another try for those that failed. */
export const bulkMachine = bulkSetup.createMachine({
  id: 'bulk',
  context: ({input}) => initialContext(input),
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isAssignment', target: 'listing'}, {target: 'asking'}]},
    listing: {
      invoke: {
        src: 'loadCustomers',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {
          target: 'asking',
          actions: {type: 'rememberCustomers', params: ({event}) => ({customers: event.output})},
        },
        onError: {target: 'unlisted', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
      },
      on: {'close.requested': 'closed'},
    },
    unlisted: {on: {'retry.requested': 'listing', 'close.requested': 'closed'}},
    asking: {
      on: {
        'confirmation.typed': {actions: {type: 'rememberTyped', params: ({event}) => event}},
        'consequence.acknowledged': {actions: {type: 'rememberAcknowledged', params: ({event}) => event}},
        'customer.chosen': {actions: {type: 'rememberAssignee', params: ({event}) => event}},
        'start.confirmed': {guard: 'isConfirmed', target: 'running', actions: 'queueUndone'},
        'close.requested': 'closed',
      },
    },
    running: {
      invoke: {
        id: 'run',
        src: 'run',
        input: ({context: {description, action, assignee, queue}}) => ({
          description,
          action,
          customerId: assignee?.customerId ?? null,
          records: queue,
        }),
        onError: 'finished',
      },
      on: {
        'rows.finished': {actions: {type: 'rememberOutcomes', params: ({event}) => event}},
        'run.ended': 'finished',
      },
      initial: 'going',
      states: {
        going: {on: {'cancel.requested': {target: 'cancelling', actions: 'tellCancelled'}}},
        /** What has been sent is waited for: nobody knows better whether it was done. */
        cancelling: {},
      },
    },
    /** Rows without an outcome were not begun. */
    finished: {
      on: {
        'retry.requested': {guard: 'hasUndone', target: 'running', actions: 'queueUndone'},
        'outcomes.saved': {
          actions: {type: 'saveFile', params: ({context}) => ({name: 'outcomes.csv', text: csvOf(context)})},
        },
        'close.requested': 'closed',
      },
    },
    closed: {type: 'final'},
  },
  output: ({context}) => outputOf(context),
})

export type BulkRef = ActorRefFrom<typeof bulkMachine>
