import {type ActorRefFrom, assign, fromCallback, sendTo, setup} from 'xstate'
import type {PlaylistItem} from '../../../contract/rules/playlist'
import type {Outcome} from '../../domain/outcome'

/** What every device of a group is to get: one video more, or a whole playlist in place of its own. */
export type Assigned =
  | {kind: 'video'; videoId: string; name: string}
  | {kind: 'playlist'; items: readonly PlaylistItem[]; from: string}

interface Device {
  id: string
  name: string
}

export interface Target {
  id: string
  name: string
  devices: readonly Device[]
}

export interface GroupAssignmentInput {
  assigned: Assigned
  /** The groups that have a device. */
  targets: readonly Target[]
}

export interface AssignmentRun {
  assigned: Assigned
  devices: readonly Device[]
}

/** The run sends `run.ended` last. */
export type AssignmentEvent = {type: 'devices.finished'; outcomes: readonly Outcome[]} | {type: 'run.ended'}
/** After it, the run starts with no further device. */
export type AssignmentCommand = {type: 'cancel.requested'}

interface GroupAssignmentContext extends GroupAssignmentInput {
  target: Target | null
  queue: readonly Device[]
  outcomes: ReadonlyMap<string, Outcome>
}

/** Gives the same to all devices of a group, with an outcome for each. Those that failed can be tried again. */
export const groupAssignmentMachine = setup({
  types: {} as {
    context: GroupAssignmentContext
    events:
      | AssignmentEvent
      | {type: 'target.chosen'; target: Target}
      | {type: 'start.confirmed'}
      | {type: 'cancel.requested'}
      | {type: 'retry.requested'}
      | {type: 'dialog.closed'}
    input: GroupAssignmentInput
    children: {run: 'run'}
  },
  actors: {
    run: fromCallback<AssignmentCommand, AssignmentRun>(() => {
      throw new Error('`run` must be provided')
    }),
  },
  actions: {
    queueUndone: assign(({context: {target, outcomes}}) => {
      const done = new Map([...outcomes].filter(([, {message}]) => message === null))
      return {outcomes: done, queue: (target?.devices ?? []).filter(({id}) => !done.has(id))}
    }),
  },
  guards: {
    isChosen: ({context}) => context.target !== null,
    hasUndone: ({context: {target, outcomes}}) =>
      (target?.devices ?? []).some(({id}) => outcomes.get(id)?.message !== null),
  },
}).createMachine({
  id: 'groupAssignment',
  context: ({input}) => ({...input, target: input.targets[0] ?? null, queue: [], outcomes: new Map()}),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'target.chosen': {actions: assign({target: ({event}) => event.target})},
        'start.confirmed': {guard: 'isChosen', target: 'running', actions: 'queueUndone'},
        'dialog.closed': 'closed',
      },
    },
    running: {
      invoke: {
        id: 'run',
        src: 'run',
        input: ({context: {assigned, queue}}) => ({assigned, devices: queue}),
        onError: 'finished',
      },
      on: {
        'devices.finished': {
          actions: assign({
            outcomes: ({context, event}) =>
              new Map([...context.outcomes, ...event.outcomes.map(outcome => [outcome.id, outcome] as const)]),
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
    /** Devices without an outcome were not begun with. */
    finished: {
      on: {
        'retry.requested': {guard: 'hasUndone', target: 'running', actions: 'queueUndone'},
        'dialog.closed': 'closed',
      },
    },
    closed: {type: 'final'},
  },
})

export type GroupAssignmentRef = ActorRefFrom<typeof groupAssignmentMachine>
