import {type ActorRefFrom, assign, setup} from 'xstate'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import type {Result} from '../../domain/failure'
import {counted} from '../../domain/format/texts'
import {textsOf} from '../../domain/language'
import type {Effect, Given, Manner} from '../../domain/media/assignment'
import {type BatchRef, createBatchMachine} from '../batch'
import {listTexts} from '../listAttribute'

export const assignmentTexts = textsOf('machines.assignment', {
  added: (added: number, present: number) =>
    present === 0 ? `${counted(added)} added` : `${counted(added)} added, ${counted(present)} in it already`,
  replaced: (removed: number) => (removed === 0 ? 'Replaced' : `Replaced, ${counted(removed)} removed`),
  unchanged: 'Nothing to change',
})

/** A playlist that has no room is a failure. */
export function resultOf(effect: Effect): Result {
  switch (effect.kind) {
    case 'added':
      return {message: null, detail: assignmentTexts.added(effect.added, effect.present)}
    case 'replaced':
      return {message: null, detail: assignmentTexts.replaced(effect.removed)}
    case 'unchanged':
      return {message: null, detail: assignmentTexts.unchanged}
    case 'full':
      return {message: listTexts.full}
  }
}

/** What the playlists get: some videos, or the playlist of a device. `name` is that of the only video, or of the device. */
export interface Assigned {
  kind: 'videos' | 'playlist'
  name: string
  items: readonly PlaylistItem[]
}

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
  devices: readonly AssignedDevice[]
}

export const assignmentBatchMachine = createBatchMachine<AssignedDevice, Given>()
export type AssignmentBatchRef = BatchRef<AssignedDevice, Given>

interface GroupAssignmentContext extends GroupAssignmentInput {
  manner: Manner
  /** The ids of the ticked groups and devices. */
  ticked: ReadonlySet<string>
  /** The search in the names of devices. */
  search: string
  /** The devices that are ticked, or in a ticked group, each once. */
  chosen: readonly AssignedDevice[]
}

/** Gives the same to the playlists of some devices, which are chosen by their groups or one by one. */
export const groupAssignmentMachine = setup({
  types: {} as {
    context: GroupAssignmentContext
    events:
      | {type: 'target.ticked'; id: string}
      | {type: 'manner.chosen'; manner: Manner}
      | {type: 'search.typed'; search: string}
      | {type: 'start.confirmed'}
      | {type: 'dialog.closed'}
    input: GroupAssignmentInput
    children: {batch: 'batch'}
  },
  actors: {batch: assignmentBatchMachine},
  guards: {hasChosen: ({context}) => context.chosen.length > 0},
}).createMachine({
  id: 'groupAssignment',
  context: ({input}) => ({...input, manner: 'add', ticked: new Set(), search: '', chosen: []}),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'target.ticked': {
          actions: assign(({context, event}) => {
            const ticked = new Set(context.ticked)
            if (!ticked.delete(event.id)) ticked.add(event.id)
            return {ticked, chosen: chosenOf(context, ticked)}
          }),
        },
        'manner.chosen': {actions: assign({manner: ({event}) => event.manner})},
        'search.typed': {actions: assign({search: ({event}) => event.search})},
        'start.confirmed': {guard: 'hasChosen', target: 'assigning'},
        'dialog.closed': 'closed',
      },
    },
    assigning: {
      invoke: {
        id: 'batch',
        src: 'batch',
        input: ({context: {assigned, manner, chosen}}) => ({
          job: {items: assigned.items, manner},
          items: chosen,
          end: 'shown',
        }),
        onDone: 'closed',
        onError: 'closed',
      },
    },
    closed: {type: 'final'},
  },
})

export type GroupAssignmentRef = ActorRefFrom<typeof groupAssignmentMachine>

function chosenOf({targets, devices}: GroupAssignmentInput, ticked: ReadonlySet<string>): AssignedDevice[] {
  const inGroups = targets.filter(({id}) => ticked.has(id)).flatMap(target => target.devices.map(({id}) => id))
  const ids = new Set([...ticked, ...inGroups])
  return devices.filter(({id}) => ids.has(id))
}
