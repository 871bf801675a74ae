import {type ActorRefFrom, assign, sendTo, setup} from 'xstate'
import type {Outcome} from '../domain/failure'
import {task} from './ports'

/** The number of items that have succeeded, have failed, and are left. */
export interface Tally {
  done: number
  failed: number
  left: number
}

export interface BatchInput<Item, Job> {
  /** The job that is done with each of the items. */
  job: Job
  items: readonly Item[]
  /** Whether a run without failures is over at once, or shows its outcomes first. */
  end: 'atOnce' | 'shown'
}

interface BatchContext<Item, Job> extends BatchInput<Item, Job> {
  /** The items of the current run, or of the last one. */
  queue: readonly Item[]
  outcomes: ReadonlyMap<string, Outcome>
  tally: Tally
}

export interface BatchRun<Item, Job> {
  job: Job
  items: readonly Item[]
}

/** The run sends `run.ended` last. */
export type BatchEvent = {type: 'items.finished'; outcomes: readonly Outcome[]} | {type: 'run.ended'}

/** After a cancellation, the run starts with no further item. */
export type BatchCommand = {type: 'cancel.requested'}

/** Does one thing with many items, with an outcome for each. Failed and unstarted ones can be tried again. */
export function createBatchMachine<Item extends {id: string}, Job>() {
  return setup({
    types: {} as {
      context: BatchContext<Item, Job>
      events: BatchEvent | BatchCommand | {type: 'retry.requested'} | {type: 'dialog.closed'}
      input: BatchInput<Item, Job>
      output: {doneIds: readonly string[]}
      children: {run: 'run'}
    },
    actors: {
      run: task<BatchCommand, BatchRun<Item, Job>>('run'),
    },
    actions: {
      queueUndone: assign(({context: {items, outcomes}}) => {
        const done = new Map([...outcomes].filter(([, {message}]) => message === null))
        return {outcomes: done, tally: tallyOf(items, done), queue: items.filter(({id}) => !done.has(id))}
      }),
    },
    guards: {
      hasUndone: ({context}) => context.tally.done < context.items.length,
      isOver: ({context}) => context.end === 'atOnce' && context.tally.done === context.items.length,
    },
  }).createMachine({
    id: 'batch',
    context: ({input}) => ({
      ...input,
      queue: input.items,
      outcomes: new Map(),
      tally: {done: 0, failed: 0, left: input.items.length},
    }),
    initial: 'running',
    states: {
      running: {
        invoke: {
          id: 'run',
          src: 'run',
          input: ({context: {job, queue}}) => ({job, items: queue}),
          onError: 'finished',
        },
        on: {
          'items.finished': {
            actions: assign(({context: {items, outcomes}, event}) => {
              const known = new Map([...outcomes, ...event.outcomes.map(outcome => [outcome.id, outcome] as const)])
              return {outcomes: known, tally: tallyOf(items, known)}
            }),
          },
          'run.ended': 'finished',
        },
        initial: 'going',
        states: {
          going: {on: {'cancel.requested': {target: 'cancelling', actions: sendTo('run', {type: 'cancel.requested'})}}},
          // Calls under way are not aborted, because it would be unknown whether they took effect.
          cancelling: {},
        },
      },
      // Items without an outcome were not started.
      finished: {
        always: {guard: 'isOver', target: 'closed'},
        on: {
          'retry.requested': {guard: 'hasUndone', target: 'running', actions: 'queueUndone'},
          'dialog.closed': 'closed',
        },
      },
      closed: {type: 'final'},
    },
    output: ({context: {outcomes}}) => ({
      doneIds: [...outcomes.values()].filter(({message}) => message === null).map(({id}) => id),
    }),
  })
}

function tallyOf(items: readonly unknown[], outcomes: ReadonlyMap<string, Outcome>): Tally {
  let failed = 0
  for (const {message} of outcomes.values()) if (message !== null) failed++
  return {done: outcomes.size - failed, failed, left: items.length - outcomes.size}
}

export type BatchLogic<Item extends {id: string}, Job> = ReturnType<typeof createBatchMachine<Item, Job>>
export type BatchRef<Item extends {id: string}, Job> = ActorRefFrom<BatchLogic<Item, Job>>
