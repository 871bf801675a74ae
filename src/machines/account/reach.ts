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
  stored: Reach
  draft: ReachDraft
  /** Whether the address was wrong when it was to be saved, and is still the same. */
  isUrlWrong: boolean
  isSaved: boolean
  message: string | null
}

/** Nobody sees it before the first answer: only states with the tag `form` have a form. */
const UNREAD: Reach = {email: false, push: false, chat: null}

const known = (stored: Reach): ReachContext => ({
  stored,
  draft: draftOf(stored),
  isUrlWrong: false,
  isSaved: false,
  message: null,
})

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
    setStored: assign((_, {stored}: {stored: Reach}) => known(stored)),
    setSaved: assign({isSaved: true}),
    /** Says nothing more of the last save. */
    clear: assign({isUrlWrong: false, isSaved: false, message: null}),
    setError: assign({message: (_, {error, text}: {error: unknown; text: string}) => messageOf(error, text)}),
    refuseUrl: assign({isUrlWrong: true}),
  },
  guards: {
    isUrlWrong: ({context: {draft, stored}}) => isUrlWrong(draft, stored),
  },
}).createMachine({
  id: 'reach',
  context: known(UNREAD),
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
      tags: 'form',
      on: {
        'draft.changed': {
          actions: assign({
            draft: ({context: {draft}, event}) => ({...draft, ...event.change}),
            isUrlWrong: false,
            isSaved: false,
          }),
        },
        'save.requested': [
          {guard: 'isUrlWrong', actions: ['clear', 'refuseUrl']},
          {target: 'saving', actions: 'clear'},
        ],
      },
    },
    saving: {
      tags: 'form',
      invoke: {
        src: 'save',
        input: ({context: {draft}}) => ({change: changeFrom(draft)}),
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
