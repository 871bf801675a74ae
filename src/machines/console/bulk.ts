import type {ActorRefFrom} from 'xstate'
import {assign, setup} from 'xstate'
import {type ConsoleRecord, type Description, nameOf} from '../../domain/console/records/description'
import {outcomesCsv} from '../../domain/console/records/list/csv'
import {messageOf, type Outcome} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {type BatchRef, createBatchMachine} from '../batch'
import {RETRIES, retries} from '../connectivity'
import {call, type Given, missing} from '../ports'

export const bulkTexts = textsOf('machines.bulk', {customersUnloaded: 'The customers could not be loaded.'})

export type BulkAction = 'delete' | 'assign'

export interface BulkInput {
  description: Description
  /** The organisation that all of the records belong to. */
  organisationId: string
  action: BulkAction
  records: readonly ConsoleRecord[]
}

/** The action on each of the records. A `customerId` of null removes them from their customers. */
export interface RecordJob {
  description: Description
  action: BulkAction
  customerId: string | null
}

export const recordBatchMachine = createBatchMachine<ConsoleRecord, RecordJob>()
export type RecordBatchRef = BatchRef<ConsoleRecord, RecordJob>

interface BulkContext extends BulkInput {
  /** The text that the user must type before a deletion. */
  confirmation: string
  /** The customers that the records can be assigned to. */
  customers: readonly ConsoleRecord[]
  message: string | null
  /** Null until the user has chosen. A `customerId` of null removes the records from their customers. */
  assignee: {customerId: string | null} | null
  typed: string
  isAcknowledged: boolean
  doneIds: readonly string[]
}

type BulkEvent =
  | {type: 'confirmation.typed'; text: string}
  | {type: 'consequence.acknowledged'; isAcknowledged: boolean}
  | {type: 'customer.chosen'; customerId: string | null}
  | {type: 'start.confirmed'}
  | {type: 'retry.requested'}
  | {type: 'outcomes.saved'; outcomes: ReadonlyMap<string, Outcome>}
  | {type: 'dialog.closed'}

interface BulkOutput {
  doneIds: readonly string[]
}

const bulkSetup = setup({
  types: {} as {
    context: BulkContext
    events: BulkEvent
    input: BulkInput
    output: BulkOutput
    children: {batch: 'batch'}
  },
  actors: {
    retries,
    loadCustomers: call<readonly ConsoleRecord[], {organisationId: string}>('loadCustomers'),
    batch: recordBatchMachine,
  },
  actions: {
    saveFile: (_, _params: Given<{name: string; text: string}>) => missing('saveFile'),
  },
  guards: {
    isConfirmed: ({context}) => isConfirmed(context),
  },
})

/** The name of a single record, or the number of several. */
function confirmationOf({description, records}: BulkInput): string {
  const [first] = records
  return first !== undefined && records.length === 1 ? nameOf(description, first) : String(records.length)
}

function isConfirmed(context: BulkContext): boolean {
  if (context.action === 'assign') return context.assignee !== null
  return context.isAcknowledged && context.typed === context.confirmation
}

const initialContext = (input: BulkInput): BulkContext => ({
  ...input,
  confirmation: confirmationOf(input),
  customers: [],
  message: null,
  assignee: null,
  typed: '',
  isAcknowledged: false,
  doneIds: [],
})

/** Performs one action on many records. The user confirms first. */
export const bulkMachine = bulkSetup.createMachine({
  id: 'bulk',
  context: ({input}) => initialContext(input),
  initial: 'opening',
  states: {
    opening: {always: [{guard: ({context}) => context.action === 'assign', target: 'listing'}, {target: 'asking'}]},
    listing: {
      invoke: {
        src: 'loadCustomers',
        input: ({context: {organisationId}}) => ({organisationId}),
        onDone: {
          target: 'asking',
          actions: assign({customers: ({event}) => event.output}),
        },
        onError: {
          target: 'unlisted',
          actions: assign({message: ({event}) => messageOf(event.error, bulkTexts.customersUnloaded)}),
        },
      },
      on: {'dialog.closed': 'closed'},
    },
    unlisted: {invoke: RETRIES, on: {'retry.requested': 'listing', 'dialog.closed': 'closed'}},
    asking: {
      on: {
        'confirmation.typed': {actions: assign({typed: ({event}) => event.text})},
        'consequence.acknowledged': {actions: assign({isAcknowledged: ({event}) => event.isAcknowledged})},
        'customer.chosen': {actions: assign({assignee: ({event}) => ({customerId: event.customerId})})},
        'start.confirmed': {guard: 'isConfirmed', target: 'doing'},
        'dialog.closed': 'closed',
      },
    },
    doing: {
      invoke: {
        id: 'batch',
        src: 'batch',
        input: ({context: {description, action, assignee, records}}) => ({
          job: {description, action, customerId: assignee?.customerId ?? null},
          items: records,
          end: 'shown',
        }),
        onDone: {target: 'closed', actions: assign({doneIds: ({event}) => event.output.doneIds})},
        onError: 'closed',
      },
      on: {
        'outcomes.saved': {
          actions: {
            type: 'saveFile',
            params: ({context: {description, records}, event: {outcomes}}) => ({
              name: 'outcomes.csv',
              text: outcomesCsv(description, records, outcomes),
            }),
          },
        },
      },
    },
    closed: {type: 'final'},
  },
  output: ({context: {doneIds}}) => ({doneIds}),
})

export type BulkRef = ActorRefFrom<typeof bulkMachine>
