import {type ActorRefFrom, assign, fromPromise, type SnapshotFrom, setup} from 'xstate'
import {withChange} from '../../domain/console/records/belonging'
import {differences, rebased} from '../../domain/console/records/conflict'
import type {ConsoleRecord, Description} from '../../domain/console/records/description'
import {changesOf, creationOf, draftOf, isChanged, type KeptDraft} from '../../domain/console/records/draft'
import type {DraftValue, Problems} from '../../domain/console/records/field'
import {isSound, problemsOf, requiredText} from '../../domain/console/records/problems'
import type {CreationQuestion, RecordQuestion, SaveQuestion} from '../../domain/console/records/questions'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {failureHint} from '../failureHint'
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
  kept: KeptDraft | null
}

/** Tells one form from all others. */
export type RecordPlace = Pick<RecordInput, 'userId' | 'description' | 'id' | 'organisationId'>

interface RecordContext extends RecordInput, KeptDraft {
  problems: Problems
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
  /** The newer version of the record by somebody else. */
  theirs: ConsoleRecord | null
}

type RecordEvent =
  | {type: 'field.changed'; name: string; value: DraftValue}
  | {type: 'save.requested'}
  | {type: 'discard.requested'}
  | {type: 'retry.requested'}
  | {type: 'mine.kept'}
  | {type: 'theirs.taken'}
  | {type: 'delete.requested'}
  | {type: 'dialog.closed'}

const recordSetup = setup({
  types: {} as {
    context: RecordContext
    events: RecordEvent
    input: RecordInput
    children: {deletion: 'deletion'}
    tags: 'form' | 'busy'
  },
  actors: {
    loadRecord: fromPromise<ConsoleRecord, RecordQuestion>(() => {
      throw new Error('`loadRecord` must be provided')
    }),
    /** Null when the server hasn't sent back what was created. */
    createRecord: fromPromise<ConsoleRecord | null, CreationQuestion>(() => {
      throw new Error('`createRecord` must be provided')
    }),
    saveRecord: fromPromise<void, SaveQuestion>(() => {
      throw new Error('`saveRecord` must be provided')
    }),
    deletion: deletionMachine,
  },
  actions: {
    openForm: assign(({context: {description, record, kept}}) => ({
      record: kept?.record ?? record,
      draft: kept?.draft ?? draftOf(description, record),
      kept: null,
      problems: {},
    })),
    sayNothing: assign({message: null, hint: null, problems: {}}),
    sayFailed: assign(({context}, {error, text}: {error: unknown; text: keyof Description['texts']}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, context.description.texts[text] ?? ''),
      hint: failureHint(error),
    })),
    rebase: assign(({context: {description, record, draft, theirs}}) => {
      if (record === null || theirs === null) return {}
      return {record: theirs, theirs: null, draft: rebased(description, {record, draft, theirs})}
    }),
    tell: (_, _params: {text: string}) => {
      throw new Error('`tell` must be provided')
    },
    /** Keeps the draft of a form that is left involuntarily. */
    keepDraft: () => {
      throw new Error('`keepDraft` must be provided')
    },
    forgetDraft: () => {
      throw new Error('`forgetDraft` must be provided')
    },
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

const isNews = (theirs: ConsoleRecord, context: RecordContext): boolean =>
  differences(context.description, {...context, record: recordIn(context), theirs}).length > 0

const tell = (text: 'created' | 'saved' | 'deleted') =>
  ({type: 'tell', params: ({context}: {context: RecordContext}) => ({text: context.description.texts[text]})}) as const

const sayFailed = (text: keyof Description['texts']) =>
  ({type: 'sayFailed', params: ({event}: {event: {error: unknown}}) => ({error: event.error, text})}) as const

const asking = recordSetup.createStateConfig({
  invoke: {
    src: 'loadRecord',
    input: question,
    onDone: {target: '#record.loaded', actions: ['sayNothing', assign({record: ({event}) => event.output})]},
    onError: [
      // A malformed id is treated like an unknown one.
      {
        guard: ({event}) => isRefusedWith(event.error, 400, 404),
        target: '#record.notFound',
        actions: sayFailed('notFound'),
      },
      {target: '#record.failed', actions: sayFailed('loadFailed')},
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
        'keepDraft',
      ],
    },
    'save.requested': [
      {guard: 'isSound', target: 'sending', actions: 'sayNothing'},
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
 * Shows and edits one entity of any kind. A save over a newer version by somebody else changes nothing, and shows both
 * versions in `conflict`. A lost connection leaves the form as it is. `created`, `closed` and `deleted` lead to another
 * page.
 */
export const recordMachine = recordSetup.createMachine({
  id: 'record',
  context: ({input}) => ({
    ...input,
    ...{record: null, draft: draftOf(input.description, null), problems: {}, theirs: null},
    ...{attempts: 0, message: null, hint: null},
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
              actions: [assign({record: ({event}) => event.output}), 'forgetDraft', tell('created')],
            },
            onError: {target: 'typing', actions: sayFailed('createFailed')},
          },
        },
      },
    },
    created: {type: 'final'},
    loading: asking,
    failed: {
      initial: 'waiting',
      states: {waiting: {on: {'retry.requested': 'retrying'}}, retrying: {...asking, tags: 'busy'}},
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
            onDone: {target: '#record.closed', actions: ['forgetDraft', tell('saved')]},
            onError: [
              // The record was deleted, has a newer version, or was refused for another conflict, such as an email that
              // is taken.
              {
                guard: ({event}) => isRefusedWith(event.error, 404, 409),
                target: 'comparing',
                actions: sayFailed('saveFailed'),
              },
              {target: 'typing', actions: sayFailed('saveFailed')},
            ],
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadRecord',
            input: question,
            onDone: [
              {guard: ({context, event}) => event.output.version === context.record?.version, target: 'typing'},
              {
                guard: ({context, event}) => isNews(event.output, context),
                target: 'conflict',
                actions: assign({theirs: ({event}) => event.output}),
              },
              {target: '#record.closed', actions: ['forgetDraft', tell('saved')]},
            ],
            onError: [
              {guard: ({event}) => isRefusedWith(event.error, 404), target: 'typing', actions: sayFailed('notFound')},
              {target: 'typing'},
            ],
          },
        },
        conflict: {
          on: {
            'mine.kept': {target: 'sending', actions: ['rebase', 'keepDraft', 'sayNothing']},
            'theirs.taken': {target: '#record.closed', actions: 'forgetDraft'},
            'dialog.closed': {target: 'typing', actions: assign({theirs: null})},
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
          {guard: ({event}) => event.output.kind === 'kept', target: 'shown'},
          {guard: ({event}) => event.output.kind === 'deleted', target: 'deleted', actions: tell('deleted')},
          {
            target: 'notFound',
            actions: {type: 'sayFailed', params: ({event}) => ({error: event.output.refusal, text: 'notFound'})},
          },
        ],
        onError: {target: 'shown', actions: sayFailed('deleteFailed')},
      },
    },
    deleted: {type: 'final'},
  },
})

export type RecordLogic = typeof recordMachine
export type RecordRef = ActorRefFrom<RecordLogic>
export type RecordSnapshot = SnapshotFrom<RecordLogic>
