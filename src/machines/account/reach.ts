import {type ActorRefFrom, assign, setup} from 'xstate'
import type {ReachChange} from '../../../contract/wire/people/reach'
import {changeFrom, draftOf, isUrlWrong, type Reach, type ReachDraft} from '../../domain/account/reach'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {call} from '../ports'

const texts = textsOf('machines.reach', {
  unread: 'The channels of your calls could not be loaded.',
  unsaved: 'The channels of your calls could not be saved.',
})

interface ReachContext {
  /** Null before the first answer. */
  stored: Reach | null
  draft: ReachDraft | null
  isUrlWrong: boolean
  isSaved: boolean
  message: string | null
}

const NOTHING_YET: ReachContext = {stored: null, draft: null, isUrlWrong: false, isSaved: false, message: null}
const SAVE: ReachChange = {email: true, push: true, chat: null}

/** The channels by which the user chooses to be called while on call. */
export const reachMachine = setup({
  types: {} as {
    context: ReachContext
    events: {type: 'draft.changed'; change: Partial<ReachDraft>} | {type: 'save.requested'} | {type: 'retry.requested'}
  },
  actors: {
    retries,
    load: call<Reach>('load'),
    save: call<Reach, {change: ReachChange}>('save'),
  },
  actions: {
    setStored: assign((_, {stored}: {stored: Reach}) => ({...NOTHING_YET, stored, draft: draftOf(stored)})),
    setSaved: assign({isSaved: true}),
    setError: assign({message: (_, {error, text}: {error: unknown; text: string}) => messageOf(error, text)}),
    check: assign({
      isUrlWrong: ({context: {draft, stored}}) => draft !== null && stored !== null && isUrlWrong(draft, stored),
      message: null,
      isSaved: false,
    }),
  },
  guards: {
    isWrong: ({context: {draft, stored}}) => draft === null || stored === null || isUrlWrong(draft, stored),
  },
}).createMachine({
  id: 'reach',
  context: NOTHING_YET,
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'load',
        onDone: {target: 'filling', actions: {type: 'setStored', params: ({event}) => ({stored: event.output})}},
        onError: {
          target: 'unread',
          actions: {type: 'setError', params: ({event}) => ({error: event.error, text: texts.unread})},
        },
      },
    },
    unread: {invoke: RETRIES, on: {'retry.requested': 'reading'}},
    filling: {
      on: {
        'draft.changed': {
          actions: assign({
            draft: ({context: {draft}, event}) => draft && {...draft, ...event.change},
            isUrlWrong: false,
            isSaved: false,
          }),
        },
        'save.requested': [
          {guard: 'isWrong', actions: 'check'},
          {target: 'saving', actions: 'check'},
        ],
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({context: {draft}}) => ({change: draft === null ? SAVE : changeFrom(draft)}),
        onDone: {
          target: 'filling',
          actions: [{type: 'setStored', params: ({event}) => ({stored: event.output})}, 'setSaved'],
        },
        onError: {
          target: 'filling',
          actions: {type: 'setError', params: ({event}) => ({error: event.error, text: texts.unsaved})},
        },
      },
    },
  },
})

export type ReachLogic = typeof reachMachine
export type ReachRef = ActorRefFrom<ReachLogic>
