import type {ActorRefFrom, SnapshotFrom} from 'xstate'
import {attributesSetup, initialContext, questionOf, writeOf} from './attributesSetup'

const LOAD_FAILED = 'Failed to load attributes'
const ADD_FAILED = 'Failed to add attribute'
const SAVE_FAILED = 'Failed to update attribute'
const DELETE_FAILED = 'Failed to delete attribute'

const errorOf = ({error}: {error: unknown}) => ({error})
const listFailed = ({event}: {event: {error: unknown}}) => ({error: event.error, text: LOAD_FAILED})

/**
 * The attributes of one entity, whatever its kind. A write over somebody else's newer value changes nothing and shows both
 * (`conflict`); a lost connection leaves the form as it is.
 */
export const attributesMachine = attributesSetup.createMachine({
  id: 'attributes',
  context: ({input}) => initialContext(input),
  invoke: {src: 'clock', onError: {}},
  on: {
    'clock.ticked': {actions: {type: 'rememberNow', params: ({event}) => event}},
    'clock.jumped': {actions: {type: 'rememberNow', params: ({event}) => event}},
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'sayNothing',
      invoke: {
        src: 'listAttributes',
        input: ({context: {owner}}) => ({owner}),
        onDone: {
          target: 'shown',
          actions: {type: 'rememberAttributes', params: ({event}) => ({attributes: event.output})},
        },
        onError: {target: 'failed', actions: {type: 'say', params: listFailed}},
      },
    },
    failed: {on: {'retry.requested': 'loading'}},
    shown: {
      initial: 'idle',
      on: {
        'scope.chosen': {actions: {type: 'rememberScope', params: ({event}) => event}},
        'add.requested': {target: 'form', actions: ['sayNothing', 'openNew']},
        'edit.requested': {target: 'form', actions: ['sayNothing', {type: 'open', params: ({event}) => event}]},
        'delete.requested': {target: 'deleting', actions: ['sayNothing', {type: 'open', params: ({event}) => event}]},
      },
      states: {
        idle: {on: {'retry.requested': 'refreshing'}},
        refreshing: {
          tags: 'busy',
          entry: 'sayNothing',
          invoke: {
            src: 'listAttributes',
            input: ({context: {owner}}) => ({owner}),
            onDone: {
              target: 'idle',
              actions: {type: 'rememberAttributes', params: ({event}) => ({attributes: event.output})},
            },
            onError: {target: 'idle', actions: {type: 'say', params: listFailed}},
          },
        },
      },
    },
    form: {
      initial: 'typing',
      states: {
        typing: {
          on: {
            'draft.changed': {actions: {type: 'change', params: ({event}) => event}},
            'type.chosen': {actions: {type: 'changeType', params: ({event}) => event}},
            'save.requested': [{guard: 'hasProblems', actions: 'sayProblems'}, {target: 'sending'}],
            'cancel.requested': {target: '#attributes.shown', actions: 'sayNothing'},
          },
        },
        sending: {
          tags: 'busy',
          entry: 'sayNothing',
          invoke: {
            src: 'writeAttribute',
            input: ({context}) => writeOf(context),
            onDone: [
              {
                guard: {type: 'isTold', params: ({event}) => ({attribute: event.output})},
                target: '#attributes.shown',
                actions: [
                  {type: 'rememberWritten', params: ({event}) => ({attribute: event.output})},
                  {type: 'tell', params: written},
                ],
              },
              {target: '#attributes.shown.refreshing', actions: {type: 'tell', params: written}},
            ],
            onError: [
              {
                guard: {type: 'isConflict', params: ({event}) => errorOf(event)},
                target: 'comparing',
                actions: {
                  type: 'say',
                  params: ({context, event}) => ({error: event.error, text: writeFailed(context)}),
                },
              },
              {
                target: 'typing',
                actions: [
                  {type: 'say', params: ({context, event}) => ({error: event.error, text: writeFailed(context)})},
                  {type: 'hintKept', params: ({event}) => errorOf(event)},
                ],
              },
            ],
          },
        },
        /** Refused as out of date, as there already, or for a reason of its own: what the server has now tells. */
        comparing: {
          tags: 'busy',
          invoke: {
            src: 'loadAttribute',
            input: ({context}) => questionOf(context),
            onDone: [
              {
                guard: {type: 'isNews', params: ({event}) => ({theirs: event.output})},
                target: 'conflict',
                actions: {type: 'rememberTheirs', params: ({event}) => ({theirs: event.output})},
              },
              {target: 'typing'},
            ],
            onError: [
              {
                guard: {type: 'wasChosenGone', params: ({event}) => errorOf(event)},
                target: 'conflict',
                actions: {type: 'rememberTheirs', params: {theirs: null}},
              },
              {target: 'typing'},
            ],
          },
        },
        conflict: {
          on: {
            'mine.kept': {target: 'sending', actions: 'keepMine'},
            'theirs.taken': {target: '#attributes.shown', actions: ['takeTheirs', 'sayNothing']},
            'cancel.requested': 'typing',
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
            'cancel.requested': {target: '#attributes.shown', actions: 'sayNothing'},
          },
        },
        sending: {
          tags: 'busy',
          entry: 'sayNothing',
          invoke: {
            src: 'deleteAttribute',
            input: ({context}) => questionOf(context),
            onDone: {
              target: '#attributes.shown',
              actions: ['forgetChosen', {type: 'tell', params: {text: 'Attribute deleted.'}}],
            },
            onError: [
              {
                guard: {type: 'isGone', params: ({event}) => errorOf(event)},
                target: '#attributes.shown.refreshing',
              },
              {
                target: 'asking',
                actions: {type: 'say', params: ({event}) => ({error: event.error, text: DELETE_FAILED})},
              },
            ],
          },
        },
      },
    },
  },
})

function written({context}: {context: {chosen: unknown}}) {
  return {text: context.chosen === null ? 'Attribute added.' : 'Attribute updated.'}
}

const writeFailed = ({chosen}: {chosen: unknown}): string => (chosen === null ? ADD_FAILED : SAVE_FAILED)

export type AttributesLogic = typeof attributesMachine
export type AttributesRef = ActorRefFrom<AttributesLogic>
export type AttributesSnapshot = SnapshotFrom<AttributesLogic>
