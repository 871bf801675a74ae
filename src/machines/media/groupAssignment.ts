import {type ActorRefFrom, assign, setup} from 'xstate'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import {type BatchRef, createBatchMachine} from '../batch'

/** The assignment to every device of a group: one video more, or a whole playlist in place of its own. */
export type Assigned =
  | {kind: 'video'; videoId: string; name: string}
  | {kind: 'playlist'; items: readonly PlaylistItem[]; from: string}

export interface AssignedDevice {
  id: string
  name: string
}

export interface Target {
  id: string
  name: string
  devices: readonly AssignedDevice[]
}

export interface GroupAssignmentInput {
  assigned: Assigned
  /** The groups that have a device. */
  targets: readonly Target[]
}

export const assignmentBatchMachine = createBatchMachine<AssignedDevice, Assigned>()
export type AssignmentBatchRef = BatchRef<AssignedDevice, Assigned>

interface GroupAssignmentContext extends GroupAssignmentInput {
  target: Target | null
}

/** Gives the same to all devices of a group. */
export const groupAssignmentMachine = setup({
  types: {} as {
    context: GroupAssignmentContext
    events: {type: 'target.chosen'; target: Target} | {type: 'start.confirmed'} | {type: 'dialog.closed'}
    input: GroupAssignmentInput
    children: {batch: 'batch'}
  },
  actors: {batch: assignmentBatchMachine},
  guards: {isChosen: ({context}) => context.target !== null},
}).createMachine({
  id: 'groupAssignment',
  context: ({input}) => ({...input, target: input.targets[0] ?? null}),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'target.chosen': {actions: assign({target: ({event}) => event.target})},
        'start.confirmed': {guard: 'isChosen', target: 'assigning'},
        'dialog.closed': 'closed',
      },
    },
    assigning: {
      invoke: {
        id: 'batch',
        src: 'batch',
        input: ({context: {assigned, target}}) => ({job: assigned, items: target?.devices ?? [], end: 'shown'}),
        onDone: 'closed',
        onError: 'closed',
      },
    },
    closed: {type: 'final'},
  },
})

export type GroupAssignmentRef = ActorRefFrom<typeof groupAssignmentMachine>
