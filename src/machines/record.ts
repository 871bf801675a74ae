import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {changesOf, creationOf, draftOf} from '../domain/records/draft'
import {recordSetup} from './recordSetup'

const isFailed = ({error}: {error: unknown}) => ({error})

/**
 * One entity of the console, whatever its kind. A save over somebody else's newer version changes nothing and shows both
 * (`conflict`); a lost connection leaves the form as it is; a deletion needs the exact name and a tick.
 */
export const recordMachine = recordSetup.createMachine({
  id: 'record',
  context: ({input: {description, id, organisationId, isEditing, draft}}) => ({
    description,
    id,
    organisationId,
    opensForm: isEditing,
    record: null,
    draft: draft ?? draftOf(description, null),
    problems: {},
    attempts: 0,
    message: null,
    hint: null,
    theirs: null,
    typedName: '',
    isAcknowledged: false,
  }),
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isNew', target: 'creating'}, {target: 'loading'}]},
    creating: {
      tags: 'form',
      initial: 'typing',
      states: {
        typing: {
          on: {
            'field.changed': {
              actions: [
                {type: 'change', params: ({event}) => event},
                {type: 'keepDraft', params: ({context}) => ({draft: context.draft})},
              ],
            },
            'save.requested': [
              {guard: 'hasProblems', actions: 'sayProblems'},
              {target: 'sending', actions: 'sayNothing'},
            ],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'createRecord',
            input: ({context: {description, organisationId, draft}}) => ({
              description,
              organisationId,
              body: creationOf(description, draft),
            }),
            onDone: {
              target: '#record.created',
              actions: [
                {type: 'rememberRecord', params: ({event}) => ({record: event.output})},
                'forgetDraft',
                {type: 'tell', params: ({context}) => ({text: context.description.texts.created})},
              ],
            },
            onError: {
              target: 'typing',
              actions: {
                type: 'say',
                params: ({context, event}) => ({error: event.error, text: context.description.texts.createFailed}),
              },
            },
          },
        },
      },
    },
    created: {type: 'final'},
    loading: {
      invoke: {
        src: 'loadRecord',
        input: ({context: {description, id}}) => ({description, id: id ?? ''}),
        onDone: {target: 'loaded', actions: {type: 'rememberRecord', params: ({event}) => ({record: event.output})}},
        onError: [
          {guard: {type: 'isGone', params: ({event}) => isFailed(event)}, target: 'notFound'},
          {
            target: 'failed',
            actions: {
              type: 'say',
              params: ({context, event}) => ({error: event.error, text: context.description.texts.loadFailed}),
            },
          },
        ],
      },
    },
    failed: {on: {'retry.requested': 'loading'}},
    notFound: {},
    loaded: {always: [{guard: 'opensForm', target: 'editing', actions: 'openForm'}, {target: 'shown'}]},
    shown: {
      on: {
        'edit.requested': {target: 'editing', actions: ['openForm', 'sayNothing']},
        'delete.requested': {target: 'deleting', actions: 'askAgain'},
        'retry.requested': 'loading',
      },
    },
    editing: {
      tags: 'form',
      initial: 'typing',
      states: {
        typing: {
          on: {
            'field.changed': {
              actions: [
                {type: 'change', params: ({event}) => event},
                {type: 'keepDraft', params: ({context}) => ({draft: context.draft})},
              ],
            },
            'save.requested': [
              {guard: 'hasProblems', actions: 'sayProblems'},
              {target: 'saving', actions: 'sayNothing'},
            ],
            'cancel.requested': {target: '#record.shown', actions: ['sayNothing', 'forgetDraft']},
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            src: 'saveRecord',
            input: ({context: {description, draft, record, id}}) => ({
              description,
              id: id ?? '',
              body: record === null ? {} : changesOf(description, draft, record),
              version: record?.version ?? null,
            }),
            onDone: {
              target: '#record.shown',
              actions: [
                {type: 'rememberRecord', params: ({event}) => ({record: event.output})},
                'forgetDraft',
                {type: 'tell', params: ({context}) => ({text: context.description.texts.saved})},
              ],
            },
            onError: [
              {
                guard: {type: 'isConflict', params: ({event}) => isFailed(event)},
                target: 'comparing',
                actions: {
                  type: 'say',
                  params: ({context, event}) => ({error: event.error, text: context.description.texts.saveFailed}),
                },
              },
              {guard: {type: 'isGone', params: ({event}) => isFailed(event)}, target: '#record.notFound'},
              {
                target: 'typing',
                actions: {
                  type: 'say',
                  params: ({context, event}) => ({error: event.error, text: context.description.texts.saveFailed}),
                },
              },
            ],
          },
        },
        /** Refused as out of date, or for a reason of its own: what the server has now tells. */
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadRecord',
            input: ({context: {description, id}}) => ({description, id: id ?? ''}),
            onDone: [
              {
                guard: {type: 'isNewer', params: ({event}) => ({record: event.output})},
                target: 'conflict',
                actions: {type: 'rememberTheirs', params: ({event}) => ({record: event.output})},
              },
              {target: 'typing'},
            ],
            onError: [
              {guard: {type: 'isGone', params: ({event}) => isFailed(event)}, target: '#record.notFound'},
              {target: 'typing'},
            ],
          },
        },
        conflict: {
          on: {
            'mine.kept': {target: 'saving', actions: ['rebase', 'sayNothing']},
            'theirs.taken': {target: '#record.shown', actions: ['takeTheirs', 'sayNothing', 'forgetDraft']},
            'cancel.requested': {target: 'typing'},
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'deletion.typed': {actions: {type: 'rememberTypedName', params: ({event}) => event}},
            'deletion.acknowledged': {actions: {type: 'rememberAcknowledged', params: ({event}) => event}},
            'deletion.confirmed': {guard: 'isConfirmed', target: 'sending'},
            'cancel.requested': {target: '#record.shown', actions: 'sayNothing'},
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'deleteRecord',
            input: ({context: {description, id}}) => ({description, id: id ?? ''}),
            onDone: {
              target: '#record.deleted',
              actions: {type: 'tell', params: ({context}) => ({text: context.description.texts.deleted})},
            },
            onError: [
              {guard: {type: 'isGone', params: ({event}) => isFailed(event)}, target: '#record.notFound'},
              {
                target: 'asking',
                actions: {
                  type: 'say',
                  params: ({context, event}) => ({error: event.error, text: context.description.texts.deleteFailed}),
                },
              },
            ],
          },
        },
      },
    },
    deleted: {type: 'final'},
  },
})

export type RecordLogic = typeof recordMachine
export type RecordRef = ActorRefFrom<RecordLogic>
export type RecordSnapshot = SnapshotFrom<RecordLogic>
