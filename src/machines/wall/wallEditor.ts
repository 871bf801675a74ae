import {type ActorRefFrom, assign, setup} from 'xstate'
import {WALL_NAME_LENGTH} from '../../../contract/limits'
import {trimmed} from '../../../contract/wire/text'
import type {Board} from '../../domain/wall/board'
import {hasRightAmounts, NEW_WALL, type Wall, type WallIntent} from '../../domain/wall/walls'

export interface WallEditorInput {
  /** As it is kept; null for a new one. */
  wall: Wall | null
  /** What the form begins with. */
  draft: Wall
  walls: readonly Wall[]
}

type NameProblem = 'missing' | 'taken' | 'comma'

interface WallEditorContext extends WallEditorInput {
  problem: NameProblem | null
  isRemoved: boolean
}

type WallEditorEvent =
  | {type: 'draft.changed'; change: Partial<Wall>}
  | {type: 'walls.changed'; walls: readonly Wall[]}
  | {type: 'save.requested'}
  | {type: 'overwriting.confirmed'}
  | {type: 'removal.requested'}
  | {type: 'removal.confirmed'}
  | {type: 'question.cancelled'}

/** A form for one wall. Its output is an intent for the list of walls. */
export const wallEditorMachine = setup({
  types: {} as {
    context: WallEditorContext
    events: WallEditorEvent
    input: WallEditorInput
    output: WallIntent
  },
  guards: {
    isWrong: ({context}) => problemOf(context) !== null || !hasRightAmounts(context.draft),
    /** Another user has changed or deleted it since the form was opened. */
    isOvertaken: ({context: {wall, walls}}) =>
      wall !== null && JSON.stringify(walls.find(({name}) => name === wall.name)) !== JSON.stringify(wall),
    isExisting: ({context}) => context.wall !== null,
  },
}).createMachine({
  id: 'wallEditor',
  context: ({input}) => ({...input, problem: null, isRemoved: false}),
  on: {'walls.changed': {actions: assign({walls: ({event}) => event.walls})}},
  initial: 'filling',
  states: {
    filling: {
      on: {
        'draft.changed': {
          actions: assign(({context: {draft}, event}) => ({draft: {...draft, ...event.change}, problem: null})),
        },
        'save.requested': [
          {guard: 'isWrong', actions: assign({problem: ({context}) => problemOf(context)})},
          {guard: 'isOvertaken', target: 'overtaken'},
          {target: 'done'},
        ],
        'removal.requested': {guard: 'isExisting', target: 'askingToRemove'},
      },
    },
    overtaken: {on: {'overwriting.confirmed': 'done', 'question.cancelled': 'filling'}},
    askingToRemove: {
      on: {'removal.confirmed': {target: 'done', actions: assign({isRemoved: true})}, 'question.cancelled': 'filling'},
    },
    done: {type: 'final'},
  },
  output: ({context: {wall, draft, isRemoved}}): WallIntent =>
    isRemoved
      ? {kind: 'remove', name: wall?.name ?? ''}
      : {kind: 'keep', wall: {...draft, name: trimmed(draft.name)}, was: wall?.name ?? null},
})

export type WallEditorRef = ActorRefFrom<typeof wallEditorMachine>

/** Addresses name several walls in a row, with commas between them. */
function problemOf({draft, wall, walls}: WallEditorInput): NameProblem | null {
  const name = trimmed(draft.name).slice(0, WALL_NAME_LENGTH)
  if (name === '') return 'missing'
  if (name.includes(',')) return 'comma'
  return walls.some(other => other.name === name && name !== wall?.name) ? 'taken' : null
}

/** The wall that is shown, or a new one that begins as it does. */
export function wallEditorInput(
  {wall, walls}: Pick<Board, 'wall' | 'walls'>,
  {isNew}: {isNew: boolean},
): WallEditorInput {
  const current = walls.find(({name}) => name === wall?.name) ?? null
  return {
    wall: isNew ? null : current,
    draft: isNew ? {...(current ?? NEW_WALL), name: ''} : (current ?? NEW_WALL),
    walls,
  }
}
