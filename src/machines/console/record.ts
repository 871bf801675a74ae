import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {changesOf, creationOf, draftOf, type KeptDraft} from '../../domain/console/records/draft'
import {type RecordContext, recordSetup} from './recordSetup'

interface Now {
  context: RecordContext
}

const asked = ({context: {description, id}}: Now) => ({description, id: id ?? ''})

const placeOf = ({description: {kind}, userId, id, organisationId}: RecordContext) => ({
  userId,
  kind,
  id,
  organisationId,
})

const keepDraft = {
  type: 'keepDraft',
  params: ({context}: Now): {place: ReturnType<typeof placeOf>; kept: KeptDraft} => ({
    place: placeOf(context),
    kept: {record: context.record, draft: context.draft},
  }),
} as const

const forgetDraft = {
  type: 'keepDraft',
  params: ({context}: Now) => ({place: placeOf(context), kept: null}),
} as const

const tell = (name: 'created' | 'saved' | 'deleted') =>
  ({type: 'tell', params: ({context}: Now) => ({text: context.description.texts[name]})}) as const

const say = (name: 'createFailed' | 'loadFailed' | 'notFound' | 'saveFailed' | 'deleteFailed') =>
  ({
    type: 'say',
    params: ({context, event}: Now & {event: {error: unknown}}) => ({
      error: event.error,
      text: context.description.texts[name],
    }),
  }) as const

const asking = recordSetup.createStateConfig({
  invoke: {
    src: 'loadRecord',
    input: asked,
    onDone: {
      target: '#record.loaded',
      actions: ['sayNothing', {type: 'rememberRecord', params: ({event}) => ({record: event.output})}],
    },
    onError: [
      {guard: {type: 'isUnknown', params: ({event}) => event}, target: '#record.notFound', actions: say('notFound')},
      {target: '#record.failed', actions: say('loadFailed')},
    ],
  },
})

const typing = recordSetup.createStateConfig({
  on: {
    'field.changed': {actions: [{type: 'change', params: ({event}) => event}, keepDraft]},
    'save.requested': [{guard: 'isSound', target: 'sending', actions: 'sayNothing'}, {actions: 'sayProblems'}],
  },
})

const discarding = recordSetup.createStateConfig({
  on: {'draft.discarded': {guard: 'isChanged', actions: ['openForm', forgetDraft]}},
})

/**
 * One entity of the console, whatever its kind. A save over somebody else's newer version changes nothing and shows both
 * (`conflict`); a lost connection leaves the form as it is; a deletion needs the exact name and a tick. `created`, `closed`
 * (the form is done with) and `deleted` lead to another page.
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
    theirs: null,
    typedName: '',
    isAcknowledged: false,
  }),
  initial: 'opening',
  states: {
    opening: {always: [{guard: 'isNew', target: 'creating', actions: 'openForm'}, {target: 'loading'}]},
    creating: {
      ...discarding,
      tags: 'form',
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
              actions: [
                {type: 'rememberRecord', params: ({event}) => ({record: event.output})},
                forgetDraft,
                tell('created'),
              ],
            },
            onError: {target: 'typing', actions: say('createFailed')},
          },
        },
      },
    },
    created: {type: 'final'},
    loading: asking,
    failed: {
      initial: 'waiting',
      states: {
        waiting: {on: {'retry.requested': 'retrying'}},
        retrying: {...asking, tags: 'busy'},
      },
    },
    notFound: {},
    loaded: {always: [{guard: 'opensForm', target: 'editing', actions: 'openForm'}, {target: 'shown'}]},
    shown: {on: {'delete.requested': {target: 'deleting', actions: 'askAgain'}}},
    editing: {
      ...discarding,
      tags: 'form',
      initial: 'typing',
      states: {
        typing,
        sending: {
          tags: 'busy',
          invoke: {
            src: 'saveRecord',
            input: ({context: {description, draft, record}}) => {
              if (record === null) throw new Error('Only a record that was loaded is edited')
              return {description, record, changes: changesOf(description, draft, record)}
            },
            onDone: {target: '#record.closed', actions: [forgetDraft, tell('saved')]},
            onError: [
              {
                guard: {type: 'isPerhapsOutdated', params: ({event}) => event},
                target: 'comparing',
                actions: say('saveFailed'),
              },
              {target: 'typing', actions: say('saveFailed')},
            ],
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadRecord',
            input: asked,
            onDone: [
              {guard: {type: 'isSameVersion', params: ({event}) => ({record: event.output})}, target: 'typing'},
              {
                guard: {type: 'isDifferent', params: ({event}) => ({record: event.output})},
                target: 'conflict',
                actions: {type: 'rememberTheirs', params: ({event}) => ({record: event.output})},
              },
              {target: '#record.closed', actions: [forgetDraft, tell('saved')]},
            ],
            onError: [
              {guard: {type: 'isGone', params: ({event}) => event}, target: 'typing', actions: say('notFound')},
              {target: 'typing'},
            ],
          },
        },
        conflict: {
          on: {
            'mine.kept': {target: 'sending', actions: ['rebase', keepDraft, 'sayNothing']},
            'theirs.taken': {target: '#record.closed', actions: forgetDraft},
            'dialog.closed': {target: 'typing', actions: 'forgetTheirs'},
          },
        },
      },
    },
    closed: {type: 'final'},
    deleting: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'deletion.typed': {actions: {type: 'rememberTypedName', params: ({event}) => event}},
            'deletion.acknowledged': {actions: {type: 'rememberAcknowledged', params: ({event}) => event}},
            'deletion.confirmed': {guard: 'isConfirmed', target: 'sending', actions: 'sayNothing'},
            'dialog.closed': {target: '#record.shown', actions: 'sayNothing'},
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'deleteRecord',
            input: asked,
            onDone: {target: '#record.deleted', actions: tell('deleted')},
            onError: [
              {
                guard: {type: 'isGone', params: ({event}) => event},
                target: '#record.notFound',
                actions: say('notFound'),
              },
              {target: 'asking', actions: say('deleteFailed')},
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
