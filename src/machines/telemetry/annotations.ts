import {type ActorRefFrom, assign, setup} from 'xstate'
import {
  isFulfilled,
  type KeptNotes,
  mayWriteNotes,
  NOTE_LENGTH,
  type Note,
  type NotesWrite,
  type NoteWish,
  withWish,
} from '../../../contract/rules/annotations'
import {NO_LIST} from '../../../contract/rules/keptList'
import type {EpochMs} from '../../../contract/wire/common'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {call, missing} from '../ports'

export interface AnnotationsInput {
  /** Who writes: a name or an email. */
  by: string
  authority: string
}

interface AnnotationsContext extends AnnotationsInput {
  deviceId: string | null
  kept: KeptNotes
  /** Null before a note is begun. */
  draft: Pick<Note, 'at' | 'until' | 'text'> | null
  wish: NoteWish | null
  /** Why the last wish was not fulfilled. */
  message: string | null
}

type AnnotationsEvent =
  | {type: 'device.left'}
  | {type: 'notes.read'; deviceId: string; kept: KeptNotes}
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
 * The notes of a device, which one of its attributes keeps. When somebody else has written them meanwhile, they are read
 * again and the wish is fulfilled upon the newer ones, so that neither is lost.
 */
export const annotationsMachine = setup({
  types: {} as {context: AnnotationsContext; events: AnnotationsEvent; input: AnnotationsInput; tags: 'busy'},
  actors: {
    /** The notes as they are kept then. */
    writeNotes: call<KeptNotes, NotesWrite>('writeNotes'),
    readNotes: call<KeptNotes, {deviceId: string}>('readNotes'),
  },
  actions: {
    say: assign(({context: {wish}}, {error}: {error: unknown}) => ({
      message: messageOf(error, annotationsTexts[wish?.kind === 'remove' ? 'notRemoved' : 'notWritten']),
    })),
    showOutcome: (_, _params: {text: string}) => missing('showOutcome'),
  },
  guards: {
    mayWrite: ({context: {authority, kept}}) => mayWriteNotes(authority) && kept.isList,
    isDraftWhole: ({context: {draft}}) => draft !== null && isWhole(draft),
    isFulfilled: ({context: {kept, wish}}) => wish === null || isFulfilled(kept, wish),
    isAdding: ({context: {wish}}) => wish?.kind === 'add',
  },
}).createMachine({
  id: 'annotations',
  context: ({input}) => ({...input, deviceId: null, kept: NO_LIST, draft: null, wish: null, message: null}),
  on: {
    'device.left': {target: '.unread', actions: assign({deviceId: null, kept: NO_LIST, wish: null, message: null})},
    'notes.read': {
      target: '.shown',
      actions: assign(({event: {deviceId, kept}}) => ({deviceId, kept, wish: null, message: null})),
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
          actions: assign(({event: {note}}) => ({wish: {kind: 'remove', note}, message: null})),
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
            wish: draft && {kind: 'add' as const, note: {...draft, text: draft.text.trim(), by}},
            message: null,
          })),
        },
      },
    },
    writing: {
      tags: 'busy',
      invoke: {
        src: 'writeNotes',
        input: ({context: {deviceId, kept, wish}}) => ({
          deviceId: deviceId ?? '',
          kept: wish === null ? kept : withWish(kept, wish),
        }),
        onDone: {
          target: 'shown',
          actions: [
            {
              type: 'showOutcome',
              params: ({context: {wish}}) => ({text: annotationsTexts[wish?.kind === 'remove' ? 'removed' : 'added']}),
            },
            assign(({event}) => ({kept: event.output, wish: null, draft: null})),
          ],
        },
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 409), target: 'catchingUp'},
          {
            guard: 'isAdding',
            target: 'typing',
            actions: {type: 'say', params: ({event}) => ({error: event.error})},
          },
          {target: 'shown', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
        ],
      },
    },
    /** Somebody else has written the notes meanwhile. */
    catchingUp: {
      tags: 'busy',
      invoke: {
        src: 'readNotes',
        input: ({context: {deviceId}}) => ({deviceId: deviceId ?? ''}),
        onDone: {target: 'judging', actions: assign({kept: ({event}) => event.output})},
        onError: [
          {guard: 'isAdding', target: 'typing', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
          {target: 'shown', actions: {type: 'say', params: ({event}) => ({error: event.error})}},
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
  text.trim() !== '' && text.length <= NOTE_LENGTH && Number.isFinite(at) && (until === null || until > at)

export type AnnotationsLogic = typeof annotationsMachine
export type AnnotationsRef = ActorRefFrom<AnnotationsLogic>
