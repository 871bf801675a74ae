import type {ActorRefFrom} from 'xstate'
import {assign, fromCallback, fromPromise, sendTo, setup} from 'xstate'
import {outcomesCsv} from '../../domain/console/records/csv'
import {type ConsoleRecord, type Description, nameOf} from '../../domain/console/records/description'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {Outcome} from '../../domain/outcome'

export const bulkTexts = textsOf('machines.bulk', {customersUnloaded: 'The customers could not be loaded.'})

export type BulkAction = 'delete' | 'assign'

export interface BulkInput {
  description: Description
  /** The organisation that all of the records belong to. */
  organisationId: string
  action: BulkAction
  records: readonly ConsoleRecord[]
}

/** The number of records that have succeeded, have failed, and are left. */
export interface Tally {
  done: number
  failed: number
  left: number
}

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
  /** The records of the current run, or of the last one. */
  queue: readonly ConsoleRecord[]
  outcomes: ReadonlyMap<string, Outcome>
  tally: Tally
}

/** The run sends `run.ended` last. */
export type RunEvent = {type: 'rows.finished'; outcomes: readonly Outcome[]} | {type: 'run.ended'}

/** After a cancellation, the run starts no further record. */
export type RunCommand = {type: 'cancel.requested'}

export interface RunInput extends Pick<BulkInput, 'description' | 'action' | 'records'> {
  customerId: string | null
}

type BulkEvent =
  | RunEvent
  | {type: 'confirmation.typed'; text: string}
  | {type: 'consequence.acknowledged'; isAcknowledged: boolean}
  | {type: 'customer.chosen'; customerId: string | null}
  | {type: 'start.confirmed'}
  | {type: 'cancel.requested'}
  | {type: 'retry.requested'}
  | {type: 'outcomes.saved'}
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
    children: {run: 'run'}
  },
  actors: {
    loadCustomers: fromPromise<readonly ConsoleRecord[], {organisationId: string}>(() => {
      throw new Error('`loadCustomers` must be provided')
    }),
    run: fromCallback<RunCommand, RunInput>(() => {
      throw new Error('`run` must be provided')
    }),
  },
  actions: {
    /** Queues the records that failed or were not started, and forgets their outcomes. */
    queueUndone: assign(({context: {records, outcomes}}) => {
      const done = new Map([...outcomes].filter(([, {message}]) => message === null))
      return {
        outcomes: done,
        tally: tallyOf(records, done),
        queue: records.filter(({id}) => !done.has(id)),
      }
    }),
    saveFile: (_, _params: {name: string; text: string}) => {
      throw new Error('`saveFile` must be provided')
    },
  },
  guards: {
    isConfirmed: ({context}) => isConfirmed(context),
    hasUndone: ({context}) => context.tally.done < context.records.length,
  },
})

/** The name of a single record, or the number of several. */
function confirmationOf({description, records}: BulkInput): string {
  const [first] = records
  return first !== undefined && records.length === 1 ? nameOf(description, first) : String(records.length)
}

function tallyOf(records: readonly ConsoleRecord[], outcomes: ReadonlyMap<string, Outcome>): Tally {
  let failed = 0
  for (const {message} of outcomes.values()) if (message !== null) failed++
  return {done: outcomes.size - failed, failed, left: records.length - outcomes.size}
}

function isConfirmed(context: BulkContext): boolean {
  if (context.action === 'assign') return context.assignee !== null
  return context.isAcknowledged && context.typed === context.confirmation
}

const outputOf = ({outcomes}: BulkContext): BulkOutput => ({
  doneIds: [...outcomes.values()].filter(({message}) => message === null).map(({id}) => id),
})

const csvOf = ({description, records, outcomes}: BulkContext): string => outcomesCsv(description, records, outcomes)

const initialContext = (input: BulkInput): BulkContext => ({
  ...input,
  confirmation: confirmationOf(input),
  customers: [],
  message: null,
  assignee: null,
  typed: '',
  isAcknowledged: false,
  queue: [],
  outcomes: new Map(),
  tally: {done: 0, failed: 0, left: input.records.length},
})

/**
 * Performs one action on many records. The user confirms first, each record gets an outcome, and failed ones can be
 * tried again.
 */
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
    unlisted: {on: {'retry.requested': 'listing', 'dialog.closed': 'closed'}},
    asking: {
      on: {
        'confirmation.typed': {actions: assign({typed: ({event}) => event.text})},
        'consequence.acknowledged': {actions: assign({isAcknowledged: ({event}) => event.isAcknowledged})},
        'customer.chosen': {actions: assign({assignee: ({event}) => ({customerId: event.customerId})})},
        'start.confirmed': {guard: 'isConfirmed', target: 'running', actions: 'queueUndone'},
        'dialog.closed': 'closed',
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
        'rows.finished': {
          actions: assign(({context: {records, outcomes}, event}) => {
            const known = new Map([...outcomes, ...event.outcomes.map(outcome => [outcome.id, outcome] as const)])
            return {outcomes: known, tally: tallyOf(records, known)}
          }),
        },
        'run.ended': 'finished',
      },
      initial: 'going',
      states: {
        going: {on: {'cancel.requested': {target: 'cancelling', actions: sendTo('run', {type: 'cancel.requested'})}}},
        // Requests under way are not aborted, because it would be unknown whether they took effect.
        cancelling: {},
      },
    },
    // Records without an outcome were not started.
    finished: {
      on: {
        'retry.requested': {guard: 'hasUndone', target: 'running', actions: 'queueUndone'},
        'outcomes.saved': {
          actions: {type: 'saveFile', params: ({context}) => ({name: 'outcomes.csv', text: csvOf(context)})},
        },
        'dialog.closed': 'closed',
      },
    },
    closed: {type: 'final'},
  },
  output: ({context}) => outputOf(context),
})

export type BulkRef = ActorRefFrom<typeof bulkMachine>
