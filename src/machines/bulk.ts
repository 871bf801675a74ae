import {type ActorRefFrom, assign, fromEventObservable, sendParent, setup} from 'xstate'
import type {Outcome} from '../domain/outcome'
import type {ConsoleRecord, Description} from '../domain/records/description'

export type BulkAction = {kind: 'delete'} | {kind: 'assign'; customerId: string; customerName: string}

export interface BulkInput {
  description: Description
  action: BulkAction
  records: readonly ConsoleRecord[]
}

interface BulkContext extends BulkInput {
  outcomes: ReadonlyMap<string, Outcome>
  /** Those that are being done, or were last. */
  queue: readonly ConsoleRecord[]
  typedCount: string
  isAcknowledged: boolean
}

type BulkEvent =
  | {type: 'row.finished'; outcome: Outcome}
  | {type: 'count.typed'; text: string}
  | {type: 'consequence.acknowledged'; isAcknowledged: boolean}
  | {type: 'start.confirmed'}
  | {type: 'cancel.requested'}
  | {type: 'retry.requested'}
  | {type: 'close.requested'}

type RowFinished = Extract<BulkEvent, {type: 'row.finished'}>

/** One action on many entities: confirmed first, an outcome for each, and another try for those that failed. */
export const bulkMachine = setup({
  types: {} as {context: BulkContext; events: BulkEvent; input: BulkInput; children: Record<string, never>},
  actors: {
    /** Ends when every row has had its outcome. */
    rowOutcomes: fromEventObservable<RowFinished, BulkInput>(() => {
      throw new Error('`rowOutcomes` must be provided')
    }),
  },
  actions: {
    rememberTyped: assign({typedCount: (_, {text}: {text: string}) => text}),
    rememberAcknowledged: assign({
      isAcknowledged: (_, {isAcknowledged}: {isAcknowledged: boolean}) => isAcknowledged,
    }),
    rememberOutcome: assign({
      outcomes: ({context}, {outcome}: {outcome: Outcome}) => new Map(context.outcomes).set(outcome.id, outcome),
    }),
    queueAll: assign({queue: ({context}) => context.records}),
    queueFailed: assign({
      queue: ({context}) => context.records.filter(({id}) => context.outcomes.get(id)?.message !== null),
    }),
    tellClosed: sendParent(({context}) => ({
      type: 'bulk.closed',
      hasChanged: [...context.outcomes.values()].some(({message}) => message === null),
    })),
  },
  guards: {
    isConfirmed: ({context: {action, typedCount, isAcknowledged, records}}) =>
      action.kind === 'assign' || (isAcknowledged && typedCount.trim() === String(records.length)),
    hasFailed: ({context: {records, outcomes}}) => records.some(({id}) => outcomes.get(id)?.message !== null),
  },
}).createMachine({
  id: 'bulk',
  context: ({input}) => ({...input, outcomes: new Map(), queue: [], typedCount: '', isAcknowledged: false}),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'count.typed': {actions: {type: 'rememberTyped', params: ({event}) => event}},
        'consequence.acknowledged': {actions: {type: 'rememberAcknowledged', params: ({event}) => event}},
        'start.confirmed': {guard: 'isConfirmed', target: 'running', actions: 'queueAll'},
        'close.requested': 'closed',
      },
    },
    running: {
      invoke: {
        src: 'rowOutcomes',
        input: ({context: {description, action, queue}}) => ({description, action, records: queue}),
        onDone: 'finished',
        onError: 'finished',
      },
      on: {
        'row.finished': {actions: {type: 'rememberOutcome', params: ({event}) => event}},
        'cancel.requested': 'finished',
      },
    },
    /** Rows without an outcome were cancelled. */
    finished: {
      on: {
        'retry.requested': {guard: 'hasFailed', target: 'running', actions: 'queueFailed'},
        'close.requested': 'closed',
      },
    },
    closed: {entry: 'tellClosed', type: 'final'},
  },
})

export type BulkRef = ActorRefFrom<typeof bulkMachine>
