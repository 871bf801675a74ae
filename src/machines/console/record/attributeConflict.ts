import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Attribute, AttributeQuestion} from '../../../domain/console/attribute'
import type {Change, ChangeQuestion, Side} from '../../../domain/console/change'
import {isRefusedWith} from '../../../domain/failure'
import {call} from '../../ports'

/** `chosen` is the version that was edited; it is null for a new attribute. */
export interface AttributeConflictInput extends AttributeQuestion {
  chosen: Attribute | null
}

/**
 * `closed` leaves the form as it is; otherwise one of the two values was chosen. `theirs` is null when the attribute has
 * been deleted.
 */
export interface AttributeConflictOutput {
  kind: 'closed' | Side
  theirs: Attribute | null
}

interface AttributeConflictContext extends AttributeConflictInput {
  theirs: Attribute | null
  side: Side
  /** The author of the other version, once that is known. */
  change: Change | null
  isSettled: boolean
}

/**
 * Asks which value wins after a save was refused. It was refused because the attribute has changed, already exists, or is
 * invalid, and only its present state on the server says which.
 */
export const attributeConflictMachine = setup({
  types: {} as {
    context: AttributeConflictContext
    events: {type: 'side.chosen'; side: Side} | {type: 'side.confirmed'} | {type: 'dialog.closed'}
    input: AttributeConflictInput
    output: AttributeConflictOutput
  },
  actors: {
    loadAttribute: call<Attribute, AttributeQuestion>('loadAttribute'),
    /** Null when the server doesn't say. */
    findChange: call<Change | null, ChangeQuestion>('findChange'),
  },
}).createMachine({
  id: 'attributeConflict',
  context: ({input}) => ({...input, theirs: input.chosen, side: 'theirs', change: null, isSettled: false}),
  initial: 'comparing',
  states: {
    comparing: {
      invoke: {
        src: 'loadAttribute',
        input: ({context: {owner, name}}) => ({owner, name}),
        onDone: [
          {guard: ({context: {chosen}, event}) => chosen?.version === event.output.version, target: 'settled'},
          {target: 'choosing', actions: assign({theirs: ({event}) => event.output})},
        ],
        onError: [
          {
            guard: ({context, event}) => context.chosen !== null && isRefusedWith(event.error, 404),
            target: 'choosing',
            actions: assign({theirs: null}),
          },
          {target: 'settled'},
        ],
      },
    },
    choosing: {
      invoke: {
        src: 'findChange',
        input: ({context: {owner, name, theirs}}) => ({
          entity: owner,
          attribute: name,
          version: theirs?.version ?? null,
        }),
        onDone: {actions: assign({change: ({event}) => event.output})},
        onError: {},
      },
      on: {
        'side.chosen': {actions: assign({side: ({event}) => event.side})},
        'side.confirmed': {target: 'settled', actions: assign({isSettled: true})},
        'dialog.closed': 'settled',
      },
    },
    settled: {type: 'final'},
  },
  output: ({context: {isSettled, side, theirs}}) => ({kind: isSettled ? side : 'closed', theirs}),
})

export type AttributeConflictRef = ActorRefFrom<typeof attributeConflictMachine>
