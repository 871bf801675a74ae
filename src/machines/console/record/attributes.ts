import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import type {EpochMs} from '../../../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type AttributeScope} from '../../../../contract/wire/entities/attribute'
import {trimmed} from '../../../../contract/wire/text'
import {
  type Attribute,
  type AttributeQuestion,
  type AttributesInput,
  type AttributeType,
  type AttributeWrite,
  withAttribute,
  withoutAttribute,
} from '../../../domain/console/attribute'
import {
  type AttributeDraft,
  type AttributeProblems,
  attributeDraftOf,
  EMPTY_DRAFT,
  problemsOf,
  retyped,
  withoutProblems,
  writeOf,
} from '../../../domain/console/attributeDraft'
import {isRefusedWith, messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {RETRIES, retries} from '../../connectivity'
import {failureHint, setError} from '../../failure'
import {call, type Given, missing, source} from '../../ports'
import {attributeConflictMachine} from './attributeConflict'

/** The attributes of an entity, and when their list is opened. */
interface AttributesOpened extends AttributesInput {
  now: EpochMs
}

interface AttributesContext extends AttributesOpened {
  scope: AttributeScope
  /** The attributes of all scopes. */
  attributes: readonly Attribute[]
  /** The attribute that is edited or deleted; null while a new one is added. */
  chosen: Attribute | null
  draft: AttributeDraft
  problems: AttributeProblems
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

type AttributesEvent =
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'clock.jumped'; at: EpochMs}
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'scope.chosen'; scope: AttributeScope}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; attribute: Attribute}
  | {type: 'delete.requested'; attribute: Attribute}
  | {type: 'draft.changed'; change: Partial<Pick<AttributeDraft, 'key' | 'text'>>}
  | {type: 'type.chosen'; valueType: AttributeType}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

const attributesSetup = setup({
  types: {} as {
    context: AttributesContext
    events: AttributesEvent
    input: AttributesOpened
    children: {conflict: 'conflict'}
    tags: 'busy'
  },
  actors: {
    retries,
    clock: source<Extract<AttributesEvent, {at: EpochMs}>, void>('clock'),
    listAttributes: call<readonly Attribute[], AttributesInput>('listAttributes'),
    /** Null when the server hasn't sent the attribute back. */
    writeAttribute: call<Attribute | null, AttributeWrite>('writeAttribute'),
    deleteAttribute: call<void, AttributeQuestion>('deleteAttribute'),
    conflict: attributeConflictMachine,
  },
  actions: {
    open: assign((_, {attribute}: {attribute: Attribute | null}) => ({
      chosen: attribute,
      draft: attribute === null ? EMPTY_DRAFT : attributeDraftOf(attribute),
      problems: {},
    })),
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof attributesTexts}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, attributesTexts[text]),
      hint: null,
    })),
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
  },
})

export const attributesTexts = textsOf('machines.attributes', {
  loadFailed: 'Failed to load attributes',
  addFailed: 'Failed to add attribute',
  updateFailed: 'Failed to update attribute',
  deleteFailed: 'Failed to delete attribute',
  added: 'Attribute added.',
  updated: 'Attribute updated.',
  deleted: 'Attribute deleted.',
})

const setWriteError = {
  type: 'setError',
  params: ({context, event}: {context: AttributesContext; event: {error: unknown}}) => ({
    error: event.error,
    text: context.chosen === null ? ('addFailed' as const) : ('updateFailed' as const),
  }),
} as const

const showWritten = {
  type: 'showOutcome',
  params: ({context}: {context: AttributesContext}) => ({
    text: context.chosen === null ? attributesTexts.added : attributesTexts.updated,
  }),
} as const

const open = {
  type: 'open',
  params: ({event}: {event: {attribute: Attribute}}) => ({attribute: event.attribute}),
} as const

const questionOf = ({owner, scope, chosen, draft}: AttributesContext): AttributeQuestion => ({
  owner,
  name: chosen ?? {scope, key: trimmed(draft.key)},
})

const listing = attributesSetup.createStateConfig({
  entry: 'clearError',
  invoke: {
    src: 'listAttributes',
    input: ({context: {owner}}) => ({owner}),
    onDone: {target: '#attributes.shown', actions: assign({attributes: ({event}) => event.output})},
    onError: {target: '#attributes.failed', actions: setError('loadFailed')},
  },
})

/**
 * Lists and edits the attributes of one entity of any kind. A save over a newer value by another user changes nothing,
 * and shows both values in `conflict`. A lost connection leaves the form as it is.
 */
export const attributesMachine = attributesSetup.createMachine({
  id: 'attributes',
  context: ({input}) => ({
    ...input,
    scope: ATTRIBUTE_SCOPES.shared,
    attributes: [],
    chosen: null,
    draft: EMPTY_DRAFT,
    problems: {},
    attempts: 0,
    message: null,
    hint: null,
  }),
  invoke: {src: 'clock', onError: {}},
  on: {
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
    'clock.jumped': {actions: assign({now: ({event}) => event.at})},
  },
  initial: 'loading',
  states: {
    loading: listing,
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    shown: {
      initial: 'idle',
      on: {
        'scope.chosen': {actions: assign({scope: ({event}) => event.scope})},
        'add.requested': {target: 'form', actions: ['clearError', {type: 'open', params: {attribute: null}}]},
        'edit.requested': {target: 'form', actions: ['clearError', open]},
        'delete.requested': {target: 'deleting', actions: ['clearError', open]},
      },
      states: {
        idle: {on: {'refresh.requested': 'refreshing'}},
        refreshing: {
          ...listing,
          tags: 'busy',
          invoke: {...listing.invoke, onError: {target: 'idle', actions: setError('loadFailed')}},
        },
      },
    },
    form: {
      initial: 'typing',
      states: {
        typing: {
          on: {
            'draft.changed': {
              actions: assign(({context: {draft, problems}, event: {change}}) => ({
                draft: {...draft, ...change},
                problems: withoutProblems(problems, change),
              })),
            },
            'type.chosen': {
              actions: assign(({context: {draft, problems}, event}) => ({
                draft: retyped(draft, event.valueType),
                problems: withoutProblems(problems, {text: ''}),
              })),
            },
            'save.requested': [
              {guard: ({context}) => Object.keys(problemsOf(context)).length === 0, target: 'sending'},
              {
                actions: assign(({context}) => ({
                  problems: problemsOf(context),
                  attempts: context.attempts + 1,
                  message: null,
                  hint: null,
                })),
              },
            ],
            'dialog.closed': {target: '#attributes.shown', actions: 'clearError'},
          },
        },
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => ({...questionOf(context), ...writeOf(context)}),
            onDone: [
              {guard: ({event}) => event.output === null, target: '#attributes.shown.refreshing', actions: showWritten},
              {
                target: '#attributes.shown',
                actions: [
                  showWritten,
                  assign(({context, event}) => ({attributes: withAttribute(context.attributes, event.output)})),
                ],
              },
            ],
            onError: [
              {guard: ({event}) => isRefusedWith(event.error, 409), target: 'conflict', actions: setWriteError},
              {target: 'typing', actions: [setWriteError, assign({hint: ({event}) => failureHint(event.error)})]},
            ],
          },
        },
        conflict: {
          tags: 'busy',
          invoke: {
            id: 'conflict',
            src: 'conflict',
            input: ({context}) => ({...questionOf(context), chosen: context.chosen}),
            onDone: [
              {guard: ({event}) => event.output.kind === 'closed', target: 'typing'},
              {
                // The draft is then saved over their version, or as a new attribute if theirs has been deleted.
                guard: ({event}) => event.output.kind === 'mine',
                target: 'sending',
                actions: assign({chosen: ({event}) => event.output.theirs}),
              },
              {
                target: '#attributes.shown',
                actions: [
                  assign(({context: {attributes, chosen}, event}) => ({
                    attributes: withAttribute(withoutAttribute(attributes, chosen), event.output.theirs),
                  })),
                  'clearError',
                ],
              },
            ],
            onError: {target: 'typing'},
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'deletion.confirmed': 'sending',
            'dialog.closed': {target: '#attributes.shown', actions: 'clearError'},
          },
        },
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'deleteAttribute',
            input: ({context}) => questionOf(context),
            onDone: {
              target: '#attributes.shown',
              actions: [
                assign(({context}) => ({attributes: withoutAttribute(context.attributes, context.chosen)})),
                {type: 'showOutcome', params: () => ({text: attributesTexts.deleted})},
              ],
            },
            onError: [
              {guard: ({event}) => isRefusedWith(event.error, 404), target: '#attributes.shown.refreshing'},
              {target: 'asking', actions: setError('deleteFailed')},
            ],
          },
        },
      },
    },
  },
})

export type AttributesLogic = typeof attributesMachine
export type AttributesRef = ActorRefFrom<AttributesLogic>
export type AttributesSnapshot = SnapshotFrom<AttributesLogic>
