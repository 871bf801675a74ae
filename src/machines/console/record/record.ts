import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import {withChange} from '../../../domain/console/records/belonging'
import type {ConsoleRecord, Description} from '../../../domain/console/records/description'
import {changesOf, creationOf, draftOf, isChanged, type StoredDraft} from '../../../domain/console/records/draft'
import type {DraftValue, Problems} from '../../../domain/console/records/field'
import {isSound, problemsOf, requiredText} from '../../../domain/console/records/problems'
import type {CreationQuestion, RecordQuestion, SaveQuestion} from '../../../domain/console/records/questions'
import {isRefusedWith} from '../../../domain/failure'
import {RETRIES, retries} from '../../connectivity'
import {errorOf, setError} from '../../failure'
import {call, type Given, missing} from '../../ports'
import {conflictMachine} from './conflict'
import {deletionMachine} from './deletion'

export interface RecordInput {
  /** The user who owns the draft. */
  userId: string
  description: Description
  /** Null for a record that is to be created. */
  id: string | null
  /** The organisation of a new record; it is empty for an organisation, and when `id` is set. */
  organisationId: string
  /** Whether the page opens with the form. */
  isEditing: boolean
  /** The draft of a form that was left involuntarily, such as by a sign-out. */
  stored: StoredDraft | null
}

/** Tells one form from all others. */
export type RecordPlace = Pick<RecordInput, 'userId' | 'description' | 'id' | 'organisationId'>

interface RecordContext extends RecordInput, StoredDraft {
  problems: Problems
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

type RecordEvent =
  | {type: 'field.changed'; name: string; value: DraftValue}
  | {type: 'save.requested'}
  | {type: 'discard.requested'}
  | {type: 'retry.requested'}
  | {type: 'delete.requested'}

const recordSetup = setup({
  types: {} as {
    context: RecordContext
    events: RecordEvent
    input: RecordInput
    children: {conflict: 'conflict'; deletion: 'deletion'}
    tags: 'form' | 'busy'
  },
  actors: {
    retries,
    loadRecord: call<ConsoleRecord, RecordQuestion>('loadRecord'),
    /** Null when the server hasn't sent the record back. */
    createRecord: call<ConsoleRecord | null, CreationQuestion>('createRecord'),
    saveRecord: call<void, SaveQuestion>('saveRecord'),
    conflict: conflictMachine,
    deletion: deletionMachine,
  },
  actions: {
    openForm: assign(({context: {description, record, stored}}) => ({
      record: stored?.record ?? record,
      draft: stored?.draft ?? draftOf(description, record),
      stored: null,
      problems: {},
    })),
    clearError: assign({message: null, hint: null, problems: {}}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof Description['texts']}) =>
      errorOf(error, context.description.texts[text] ?? '', context),
    ),
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    /** Keeps the draft of a form that is left involuntarily. */
    storeDraft: (_, _params?: Given) => missing('storeDraft'),
    forgetDraft: (_, _params?: Given) => missing('forgetDraft'),
  },
  guards: {
    isChanged: ({context: {description, draft, record}}) => isChanged(description, draft, record),
    isSound: ({context: {description, draft, record}}) => isSound(description, draft, record),
  },
})

const question = ({context: {description, id}}: {context: RecordContext}) => ({description, id: id ?? ''})

function recordIn({record}: RecordContext): ConsoleRecord {
  if (record === null) throw new Error('Only a record that was loaded is changed')
  return record
}

const showOutcome = (text: 'created' | 'saved' | 'deleted') =>
  ({
    type: 'showOutcome',
    params: ({context}: {context: RecordContext}) => ({text: context.description.texts[text]}),
  }) as const

const setGoneError = {
  type: 'setError',
  params: ({event}: {event: {output: {refusal: unknown}}}) => ({
    error: event.output.refusal,
    text: 'notFound' as const,
  }),
} as const

const asking = recordSetup.createStateConfig({
  invoke: {
    src: 'loadRecord',
    input: question,
    onDone: {target: '#record.loaded', actions: ['clearError', assign({record: ({event}) => event.output})]},
    onError: [
      // A malformed id is treated like an unknown one.
      {
        guard: ({event}) => isRefusedWith(event.error, 400, 404),
        target: '#record.notFound',
        actions: setError('notFound'),
      },
      {target: '#record.failed', actions: setError('loadFailed')},
    ],
  },
})

const typing = recordSetup.createStateConfig({
  on: {
    'field.changed': {
      actions: [
        assign(({context, event}) => ({
          draft: withChange(context.description, context, event),
          problems: Object.fromEntries(Object.entries(context.problems).filter(([name]) => name !== event.name)),
        })),
        'storeDraft',
      ],
    },
    'save.requested': [
      {guard: 'isSound', target: 'sending', actions: 'clearError'},
      {
        actions: assign(({context: {description, draft, record, attempts}}) => ({
          problems: problemsOf(description, draft, record),
          attempts: attempts + 1,
          message: requiredText(description, draft, record),
          hint: null,
        })),
      },
    ],
  },
})

/**
 * Shows and edits one entity of any kind. A save over a newer version by another user changes nothing, and `conflict`
 * asks for the values to save on it. A lost connection leaves the form as it is. `created`, `closed` and `deleted` lead
 * to another page.
 */
export const recordMachine = recordSetup.createMachine({
  id: 'record',
  context: ({input}) => ({
    ...input,
    record: null,
    draft: draftOf(input.description, null),
    problems: {},
    attempts: 0,
    message: null,
    hint: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        {guard: ({context}) => context.id === null, target: 'creating', actions: 'openForm'},
        {target: 'loading'},
      ],
    },
    creating: {
      tags: 'form',
      on: {'discard.requested': {guard: 'isChanged', actions: ['openForm', 'forgetDraft']}},
      initial: 'typing',
      states: {
        typing,
        sending: {
          tags: 'busy',
          invoke: {
            src: 'createRecord',
            input: ({context: {description, organisationId, draft}}) => ({
              description,
              organisationId,
              values: creationOf(description, draft),
            }),
            onDone: {
              target: '#record.created',
              actions: [assign({record: ({event}) => event.output}), 'forgetDraft', showOutcome('created')],
            },
            onError: {target: 'typing', actions: setError('createFailed')},
          },
        },
      },
    },
    created: {type: 'final'},
    loading: asking,
    failed: {
      initial: 'waiting',
      states: {waiting: {invoke: RETRIES, on: {'retry.requested': 'retrying'}}, retrying: {...asking, tags: 'busy'}},
    },
    notFound: {},
    loaded: {
      always: [{guard: ({context}) => context.isEditing, target: 'editing', actions: 'openForm'}, {target: 'shown'}],
    },
    shown: {on: {'delete.requested': 'deleting'}},
    editing: {
      tags: 'form',
      on: {'discard.requested': {guard: 'isChanged', actions: ['openForm', 'forgetDraft']}},
      initial: 'typing',
      states: {
        typing,
        sending: {
          tags: 'busy',
          invoke: {
            src: 'saveRecord',
            input: ({context}) => ({
              description: context.description,
              record: recordIn(context),
              changes: changesOf(context.description, context.draft, recordIn(context)),
            }),
            onDone: {target: '#record.closed', actions: ['forgetDraft', showOutcome('saved')]},
            onError: [
              // The record was deleted, has a newer version, or was refused for another conflict, such as an email that
              // is taken.
              {
                guard: ({event}) => isRefusedWith(event.error, 404, 409),
                target: 'conflict',
                actions: setError('saveFailed'),
              },
              {target: 'typing', actions: setError('saveFailed')},
            ],
          },
        },
        conflict: {
          tags: 'busy',
          invoke: {
            id: 'conflict',
            src: 'conflict',
            input: ({context}) => ({
              description: context.description,
              record: recordIn(context),
              draft: context.draft,
            }),
            onDone: [
              {
                guard: ({event}) => event.output.kind === 'merged',
                target: 'sending',
                actions: [
                  assign(({event: {output}}) => ({record: output.record, draft: output.draft})),
                  'storeDraft',
                  'clearError',
                ],
              },
              {
                guard: ({event}) => event.output.kind === 'same',
                target: '#record.closed',
                actions: ['forgetDraft', showOutcome('saved')],
              },
              {guard: ({event}) => event.output.kind === 'taken', target: '#record.closed', actions: 'forgetDraft'},
              {guard: ({event}) => event.output.kind === 'gone', target: 'typing', actions: setGoneError},
              {target: 'typing'},
            ],
            onError: {target: 'typing'},
          },
        },
      },
    },
    closed: {type: 'final'},
    deleting: {
      invoke: {
        id: 'deletion',
        src: 'deletion',
        input: ({context}) => ({description: context.description, record: recordIn(context)}),
        onDone: [
          {guard: ({event}) => event.output.kind === 'cancelled', target: 'shown'},
          {guard: ({event}) => event.output.kind === 'deleted', target: 'deleted', actions: showOutcome('deleted')},
          {target: 'notFound', actions: setGoneError},
        ],
        onError: {target: 'shown', actions: setError('deleteFailed')},
      },
    },
    deleted: {type: 'final'},
  },
})

export type RecordLogic = typeof recordMachine
export type RecordRef = ActorRefFrom<RecordLogic>
export type RecordSnapshot = SnapshotFrom<RecordLogic>
