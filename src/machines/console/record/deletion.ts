import {type ActorRefFrom, assign, setup} from 'xstate'
import {type ConsoleRecord, type Description, nameOf} from '../../../domain/console/records/description'
import type {RecordQuestion} from '../../../domain/console/records/questions'
import {isRefusedWith, messageOf} from '../../../domain/failure'
import {failureHint} from '../../failure'
import {call} from '../../ports'

export interface DeletionInput {
  description: Description
  record: ConsoleRecord
}

/**
 * The result of a deletion. `gone` means that another user had deleted the record before; `refusal` holds the server's
 * message.
 */
export interface DeletionOutput {
  kind: 'cancelled' | 'deleted' | 'gone'
  refusal: unknown
}

interface DeletionContext extends DeletionInput, DeletionOutput {
  typedName: string
  isAcknowledged: boolean
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

/** Deletes one entity after the user has typed its exact name and ticked a box. */
export const deletionMachine = setup({
  types: {} as {
    context: DeletionContext
    events:
      | {type: 'deletion.typed'; name: string}
      | {type: 'deletion.acknowledged'; isAcknowledged: boolean}
      | {type: 'deletion.confirmed'}
      | {type: 'dialog.closed'}
    input: DeletionInput
    output: DeletionOutput
    tags: 'busy'
  },
  actors: {
    deleteRecord: call<void, RecordQuestion>('deleteRecord'),
  },
  guards: {
    isConfirmed: ({context: {description, record, typedName, isAcknowledged}}) =>
      isAcknowledged && typedName === nameOf(description, record),
  },
}).createMachine({
  id: 'deletion',
  context: ({input}) => ({
    ...input,
    typedName: '',
    isAcknowledged: false,
    attempts: 0,
    message: null,
    hint: null,
    kind: 'cancelled',
    refusal: null,
  }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'deletion.typed': {actions: assign({typedName: ({event}) => event.name})},
        'deletion.acknowledged': {actions: assign({isAcknowledged: ({event}) => event.isAcknowledged})},
        'deletion.confirmed': {
          guard: 'isConfirmed',
          target: 'sending',
          actions: assign({message: null, hint: null}),
        },
        'dialog.closed': 'cancelled',
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'deleteRecord',
        input: ({context: {description, record}}) => ({description, id: record.id}),
        onDone: 'deleted',
        onError: [
          {
            guard: ({event}) => isRefusedWith(event.error, 404),
            target: 'gone',
            actions: assign({refusal: ({event}) => event.error}),
          },
          {
            target: 'asking',
            actions: assign(({context: {attempts, description}, event: {error}}) => ({
              attempts: attempts + 1,
              message: messageOf(error, description.texts.deleteFailed),
              hint: failureHint(error),
            })),
          },
        ],
      },
    },
    cancelled: {type: 'final'},
    deleted: {type: 'final', entry: assign({kind: 'deleted'})},
    gone: {type: 'final', entry: assign({kind: 'gone'})},
  },
  output: ({context: {kind, refusal}}) => ({kind, refusal}),
})

export type DeletionRef = ActorRefFrom<typeof deletionMachine>
