import {type ActorRefFrom, assign, setup} from 'xstate'
import {
  isFulfilled,
  mayWriteNotes,
  NOTE_LENGTH,
  type Note,
  type NoteIntent,
  type NotesWrite,
  type StoredNotes,
  withIntent,
} from '../../../contract/rules/lists/annotations'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import type {EpochMs} from '../../../contract/wire/common'
import {trimmed} from '../../../contract/wire/text'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {SET_ERROR} from '../failure'
import {call, type Given, missing} from '../ports'

export interface AnnotationsInput {
  /** The author: a name or an email. */
  by: string
  authority: string
}

interface AnnotationsContext extends AnnotationsInput {
  deviceId: string | null
  stored: StoredNotes
  /** Null before a note is begun. */
  draft: Pick<Note, 'at' | 'until' | 'text'> | null
  intent: NoteIntent | null
  /** Why the last intent was not fulfilled. */
  message: string | null
}

type AnnotationsEvent =
  | {type: 'device.left'}
  | {type: 'notes.read'; deviceId: string; stored: StoredNotes}
  | {type: 'add.requested'; at: EpochMs; until: EpochMs | null}
  | {type: 'draft.changed'; change: Partial<Pick<Note, 'at' | 'until' | 'text'>>}
  | {type: 'draft.left'}
  | {type: 'draft.saved'}
  | {type: 'remove.requested'; note: Note}

export const annotationsTexts = textsOf('machines.annotations', {
  notWritten: 'The note could not be saved.',
  notRemoved: 'The note could not be deleted.',
  added: 'Note added.',
  removed: 'Note deleted.',
})

/**
 * The notes of a device, which one of its attributes keeps. When another user has written them in the meantime, they
 * are read again and the intent is fulfilled upon the newer ones, so that neither is lost.
 */
export const annotationsMachine = setup({
  types: {} as {context: AnnotationsContext; events: AnnotationsEvent; input: AnnotationsInput; tags: 'busy'},
  actors: {
    /** The notes as stored afterwards. */
    writeNotes: call<StoredNotes, NotesWrite>('writeNotes'),
    readNotes: call<StoredNotes, {deviceId: string}>('readNotes'),
  },
  actions: {
    setError: assign(({context: {intent}}, {error}: {error: unknown}) => ({
      message: messageOf(error, annotationsTexts[intent?.kind === 'remove' ? 'notRemoved' : 'notWritten']),
    })),
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
  },
  guards: {
    mayWrite: ({context: {authority, stored}}) => mayWriteNotes(authority) && stored.isList,
    isDraftWhole: ({context: {draft}}) => draft !== null && isWhole(draft),
    isFulfilled: ({context: {stored, intent}}) => intent === null || isFulfilled(stored, intent),
    isAdding: ({context: {intent}}) => intent?.kind === 'add',
  },
}).createMachine({
  id: 'annotations',
  context: ({input}) => ({...input, deviceId: null, stored: NO_LIST, draft: null, intent: null, message: null}),
  on: {
    'device.left': {target: '.unread', actions: assign({deviceId: null, stored: NO_LIST, intent: null, message: null})},
    'notes.read': {
      target: '.shown',
      actions: assign(({event: {deviceId, stored}}) => ({deviceId, stored, intent: null, message: null})),
    },
  },
  initial: 'unread',
  states: {
    unread: {},
    shown: {
      on: {
        'add.requested': {
          guard: 'mayWrite',
          target: 'typing',
          actions: assign(({event: {at, until}}) => ({draft: {at, until, text: ''}, message: null})),
        },
        'remove.requested': {
          guard: 'mayWrite',
          target: 'writing',
          actions: assign(({event: {note}}) => ({intent: {kind: 'remove', note}, message: null})),
        },
      },
    },
    typing: {
      on: {
        'draft.changed': {
          actions: assign({draft: ({context: {draft}, event: {change}}) => draft && {...draft, ...change}}),
        },
        'draft.left': {target: 'shown', actions: assign({message: null})},
        'draft.saved': {
          guard: 'isDraftWhole',
          target: 'writing',
          actions: assign(({context: {draft, by}}) => ({
            intent: draft && {kind: 'add' as const, note: {...draft, text: trimmed(draft.text), by}},
            message: null,
          })),
        },
      },
    },
    writing: {
      tags: 'busy',
      invoke: {
        src: 'writeNotes',
        input: ({context: {deviceId, stored, intent}}) => ({
          deviceId: deviceId ?? '',
          stored: intent === null ? stored : withIntent(stored, intent),
        }),
        onDone: {
          target: 'shown',
          actions: [
            {
              type: 'showOutcome',
              params: ({context: {intent}}) => ({
                text: annotationsTexts[intent?.kind === 'remove' ? 'removed' : 'added'],
              }),
            },
            assign(({event}) => ({stored: event.output, intent: null, draft: null})),
          ],
        },
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 409), target: 'catchingUp'},
          {
            guard: 'isAdding',
            target: 'typing',
            actions: SET_ERROR,
          },
          {target: 'shown', actions: SET_ERROR},
        ],
      },
    },
    /** Another user has written the notes in the meantime. */
    catchingUp: {
      tags: 'busy',
      invoke: {
        src: 'readNotes',
        input: ({context: {deviceId}}) => ({deviceId: deviceId ?? ''}),
        onDone: {target: 'judging', actions: assign({stored: ({event}) => event.output})},
        onError: [
          {
            guard: 'isAdding',
            target: 'typing',
            actions: SET_ERROR,
          },
          {target: 'shown', actions: SET_ERROR},
        ],
      },
    },
    judging: {
      always: [
        {guard: 'isFulfilled', target: 'shown'},
        {guard: 'mayWrite', target: 'writing'},
        {target: 'shown', actions: assign({message: () => annotationsTexts.notWritten})},
      ],
    },
  },
})

/** Whether a draft can be saved: it says something, and ends after it begins. */
const isWhole = ({at, until, text}: NonNullable<AnnotationsContext['draft']>): boolean =>
  trimmed(text) !== '' && text.length <= NOTE_LENGTH && Number.isFinite(at) && (until === null || until > at)

export type AnnotationsLogic = typeof annotationsMachine
export type AnnotationsRef = ActorRefFrom<AnnotationsLogic>
