import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Change, ChangeQuestion, Side} from '../../../domain/console/change'
import {differences, firstSides, merged, type Sides, type Versions} from '../../../domain/console/records/conflict'
import type {ConsoleRecord, Description} from '../../../domain/console/records/description'
import {isChanged} from '../../../domain/console/records/draft'
import type {RecordQuestion} from '../../../domain/console/records/questions'
import {isRefusedWith} from '../../../domain/failure'
import {call} from '../../ports'

/** A draft that was refused, and the version that it was made on. */
export interface ConflictInput extends Omit<Versions, 'theirs'> {
  description: Description
}

/**
 * `closed` leaves the form as it is. `merged` has the newer version as `record`, and in `draft` the changes to save on it;
 * `same` means that none are left, because the other user has made the same, and `taken` that they were given up for the
 * other version. `gone` means that the record was deleted; `refusal` holds the server's message.
 */
export interface ConflictOutput extends Omit<Versions, 'theirs'> {
  kind: 'closed' | 'merged' | 'same' | 'taken' | 'gone'
  refusal: unknown
}

interface ConflictContext extends ConflictInput, ConflictOutput {
  /** The newer version; until it is loaded, the one that the draft was made on. */
  theirs: ConsoleRecord
  sides: Sides
  /** The author of the newer version, once that is known. */
  change: Change | null
}

/** Asks whose value each field gets after a save was refused, because another user may have changed the record. */
export const conflictMachine = setup({
  types: {} as {
    context: ConflictContext
    events: {type: 'side.chosen'; name: string; side: Side} | {type: 'merge.confirmed'} | {type: 'dialog.closed'}
    input: ConflictInput
    output: ConflictOutput
  },
  actors: {
    loadRecord: call<ConsoleRecord, RecordQuestion>('loadRecord'),
    /** Null when the server doesn't say. */
    findChange: call<Change | null, ChangeQuestion>('findChange'),
  },
}).createMachine({
  id: 'conflict',
  context: ({input}) => ({
    ...input,
    theirs: input.record,
    sides: {},
    change: null,
    kind: 'closed',
    refusal: null,
  }),
  initial: 'comparing',
  states: {
    comparing: {
      invoke: {
        src: 'loadRecord',
        input: ({context: {description, record}}) => ({description, id: record.id}),
        onDone: [
          {guard: ({context, event}) => event.output.version === context.record.version, target: 'settled'},
          {
            target: 'compared',
            actions: assign(({context, event}) => {
              const found = differences(context.description, {...context, theirs: event.output})
              return {theirs: event.output, sides: firstSides(found)}
            }),
          },
        ],
        onError: [
          {
            guard: ({event}) => isRefusedWith(event.error, 404),
            target: 'settled',
            actions: assign({kind: 'gone', refusal: ({event}) => event.error}),
          },
          {target: 'settled'},
        ],
      },
    },
    compared: {
      always: [
        {
          guard: ({context}) => Object.keys(context.sides).length === 0,
          target: 'settled',
          actions: assign({kind: 'same'}),
        },
        {target: 'choosing'},
      ],
    },
    choosing: {
      invoke: {
        src: 'findChange',
        input: ({context: {description, theirs}}) => ({
          entity: {kind: description.kind, id: theirs.id},
          attribute: null,
          version: theirs.version,
        }),
        onDone: {actions: assign({change: ({event}) => event.output})},
        onError: {},
      },
      on: {
        'side.chosen': {
          actions: assign({sides: ({context, event}) => ({...context.sides, [event.name]: event.side})}),
        },
        'merge.confirmed': {
          target: 'settled',
          actions: assign(({context}) => {
            const {description, theirs, sides} = context
            const draft = merged(description, context, sides)
            return {kind: isChanged(description, draft, theirs) ? 'merged' : 'taken', record: theirs, draft}
          }),
        },
        'dialog.closed': 'settled',
      },
    },
    settled: {type: 'final'},
  },
  output: ({context: {kind, refusal, record, draft}}) => ({kind, refusal, record, draft}),
})

export type ConflictRef = ActorRefFrom<typeof conflictMachine>
