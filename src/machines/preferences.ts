import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import type {Language} from '../../contract/languages/languages'
import {messageOf} from '../domain/failure'
import {textsOf} from '../domain/language'
import type {Preferences, StoredPreferences} from '../domain/preferences'
import {call, type Given, missing} from './ports'

export const preferencesTexts = textsOf('machines.preferences', {unsaved: 'Failed to save preferences.'})

interface PreferencesContext extends StoredPreferences {
  /** The language of the page. Another language takes effect once the page has been loaded again. */
  spoken: Language
  /** The language for which the page was last to be loaded again. It is asked once, because the user may refuse. */
  requested: Language
  /** Whether the server has preferences of this user. Without any, it is sent all of them. */
  isKnown: boolean
  /** The preferences that are being saved. */
  sent: Partial<Preferences>
  message: string | null
}

const preferences = setup({
  types: {} as {
    context: PreferencesContext
    events:
      | {type: 'preferences.changed'; change: Partial<Preferences>}
      /** A user is signed in, on a server that keeps preferences. */
      | {type: 'account.reached'; userId: string}
      | {type: 'account.left'}
      | {type: 'retry.requested'}
    input: StoredPreferences & {spoken: Language}
  },
  actors: {
    /** The result is empty when the server has none. */
    loadPreferences: call<Partial<Preferences>>('loadPreferences'),
    savePreferences: call<void, {change: Partial<Preferences>}>('savePreferences'),
  },
  actions: {
    change: assign({
      preferences: ({context}, {change}: {change: Partial<Preferences>}) => ({...context.preferences, ...change}),
      unsaved: ({context}, {change}) => (context.userId === null ? {} : {...context.unsaved, ...change}),
    }),
    reach: assign({
      unsaved: ({context}, {userId}: {userId: string}) => (context.userId === userId ? context.unsaved : {}),
      userId: (_, {userId}) => userId,
    }),
    /** Unsaved changes made here are newer than the server's preferences. */
    learn: assign({
      preferences: ({context}, {learned}: {learned: Partial<Preferences>}) => ({
        ...context.preferences,
        ...learned,
        ...context.unsaved,
      }),
      isKnown: (_, {learned}) => Object.keys(learned).length > 0,
    }),
    send: assign({
      sent: ({context}) => (context.isKnown ? context.unsaved : context.preferences),
      unsaved: {},
      message: null,
    }),
    takeBack: assign({
      unsaved: ({context}) => ({...context.sent, ...context.unsaved}),
      sent: {},
      message: (_, {error}: {error: unknown}) => messageOf(error, preferencesTexts.unsaved),
    }),
    rememberRequested: assign({requested: ({context}) => context.preferences.language}),
    /** Keeps the preferences in the browser, and draws the page by them. */
    store: (_, _params: Given<StoredPreferences>) => missing('store'),
    reload: (_, _params?: Given) => missing('reload'),
  },
  guards: {
    hasUnsaved: ({context}) => Object.keys(context.unsaved).length > 0,
    isOtherLanguageRequested: ({context}) => context.preferences.language !== context.requested,
  },
})

const store = {
  type: 'store',
  params: ({context: {preferences, unsaved, sent, userId}}: {context: PreferencesContext}) => ({
    preferences,
    unsaved: {...sent, ...unsaved},
    userId,
  }),
} as const

const change = {
  type: 'change',
  params: ({event}: {event: {change: Partial<Preferences>}}) => ({change: event.change}),
} as const

const settled = preferences.createStateConfig({
  always: {guard: 'isOtherLanguageRequested', actions: ['rememberRequested', 'reload']},
})

/**
 * Holds the user's preferences for the pages. The browser always stores a copy, so that pages begin with it. In `here`
 * nobody is signed in, or the server stores none. Changes that could not be saved stay in the browser (`unsaved`) and are
 * tried again.
 */
export const preferencesMachine = preferences.createMachine({
  id: 'preferences',
  context: ({input}) => ({...input, requested: input.spoken, isKnown: false, sent: {}, message: null}),
  initial: 'here',
  on: {
    'account.reached': {
      target: '.reading',
      actions: {type: 'reach', params: ({event}) => ({userId: event.userId})},
    },
    'account.left': {target: '.here', actions: assign({message: null})},
    'preferences.changed': {actions: [change, store]},
  },
  states: {
    here: settled,
    reading: {
      invoke: {
        src: 'loadPreferences',
        onDone: {
          target: 'deciding',
          actions: [{type: 'learn', params: ({event}) => ({learned: event.output})}, store],
        },
        onError: [
          {
            guard: 'hasUnsaved',
            target: 'unsaved',
            actions: {type: 'takeBack', params: ({event: {error}}) => ({error})},
          },
          {target: 'unread'},
        ],
      },
    },
    /** The server did not send its preferences, so the browser's own hold until the user changes one. */
    unread: {...settled, on: {'preferences.changed': {target: 'reading', actions: [change, store]}}},
    deciding: {always: [{guard: 'hasUnsaved', target: 'saving'}, {target: 'saved'}]},
    saved: {...settled, on: {'preferences.changed': {target: 'saving', actions: [change, store]}}},
    saving: {
      entry: 'send',
      invoke: {
        src: 'savePreferences',
        input: ({context}) => ({change: context.sent}),
        onDone: {target: 'deciding', actions: [assign({isKnown: true, sent: {}}), store]},
        onError: {
          target: 'unsaved',
          actions: [{type: 'takeBack', params: ({event: {error}}) => ({error})}, store],
        },
      },
    },
    unsaved: {
      ...settled,
      on: {
        'preferences.changed': {target: 'reading', actions: [change, store]},
        'retry.requested': 'reading',
      },
    },
  },
})

export type PreferencesRef = ActorRefFrom<typeof preferencesMachine>
export type PreferencesSnapshot = SnapshotFrom<typeof preferencesMachine>
