import {type ActorRefFrom, assign, setup} from 'xstate'
import {WALL_NAME_LENGTH} from '../../../contract/limits'
import {trimmed} from '../../../contract/wire/text'
import type {Board} from '../../domain/wall/board'
import type {Composition} from '../../domain/wall/panels/panels'
import {hasRightAmounts, NEW_WALL, type Wall, type WallIntent} from '../../domain/wall/walls'

/** The purpose of the form: to edit the shown wall, to add one that begins empty, or a copy. */
export type WallForm = 'edit' | 'add' | 'duplicate'

export interface WallEditorInput {
  form: WallForm
  /** The stored wall; null for a new one. */
  wall: Wall | null
  /** The first draft of the form. */
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
  /** The first contents of the wall; null for tiles alone. */
  | {type: 'panels.chosen'; composition: Composition | null}
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
        'panels.chosen': {
          actions: assign(({context: {draft}, event}) => {
            const {composition, ...tiles} = draft
            return {draft: event.composition === null ? tiles : {...tiles, composition: event.composition}}
          }),
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

export function wallEditorInput({wall, walls}: Pick<Board, 'wall' | 'walls'>, form: WallForm): WallEditorInput {
  const current = walls.find(({name}) => name === wall?.name) ?? null
  const shown = current ?? NEW_WALL
  const drafts = {edit: shown, add: NEW_WALL, duplicate: {...shown, name: '', isHome: false}}
  return {form, wall: form === 'edit' ? current : null, draft: drafts[form], walls}
}
