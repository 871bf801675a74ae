import {type ActorRefFrom, assign, setup} from 'xstate'
import {type Profile, profileProblems, shownProfile} from '../../domain/account/profile'
import {failureOf, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {failureHint} from '../failure'
import {call, type Given, missing} from '../ports'

export const profileTexts = textsOf('machines.profile', {
  unloaded: 'Failed to fetch user info.',
  unsaved: 'Failed to save profile.',
  changedElsewhere: 'Your profile was changed elsewhere. What you typed is kept: save it again to replace that.',
})

export interface ProfileInput {
  userId: string
  /** The unsaved input of an earlier visit to this page. */
  draft: Profile | null
  isJustSaved: boolean
}

interface ProfileContext extends ProfileInput {
  /** The profile on the server; null when there is none yet. */
  stored: Profile | null
  /** Whether saving was tried. From then on wrong fields are marked. */
  isChecked: boolean
  attempts: number
  /** The text of the form after a failure or a success. `hint` adds what the server's message can't say. */
  message: string | null
  hint: string | null
}

const profile = setup({
  types: {} as {
    context: ProfileContext
    events:
      | {type: 'draft.changed'; change: Partial<Profile>}
      | {type: 'discard.requested'}
      | {type: 'save.requested'}
      | {type: 'retry.requested'}
    input: ProfileInput
    tags: 'form'
  },
  actors: {
    retries,
    /** The result is null when there is no profile yet. */
    loadProfile: call<Profile | null>('loadProfile'),
    saveProfile: call<void, {profile: Profile; isNew: boolean}>('saveProfile'),
  },
  actions: {
    rememberSaved: assign({stored: ({context}) => shownProfile(context), draft: null}),
    dropDraft: assign({draft: null, isChecked: false, message: null, hint: null}),
    beginAttempt: assign({
      attempts: ({context}) => context.attempts + 1,
      isChecked: true,
      isJustSaved: false,
      message: null,
      hint: null,
    }),
    setUnsavedMessage: assign({
      message: (_, {error}: {error: unknown}) => messageOf(error, profileTexts.unsaved),
      hint: (_, {error}: {error: unknown}) => failureHint(error),
    }),
    storeDraft: (_, _params: Given<{userId: string; draft: Profile | null}>) => missing('storeDraft'),
    reload: (_, _params?: Given) => missing('reload'),
  },
  guards: {
    hasNone: ({context}) => context.stored === null,
    isSound: ({context}) => Object.keys(profileProblems(shownProfile(context))).length === 0,
    /** The profile already exists (409) or no longer exists (404), because another tab has changed it. */
    isChangedElsewhere: (_, {error}: {error: unknown}) => [404, 409].includes(failureOf(error).status ?? 0),
  },
})

const storeDraft = {
  type: 'storeDraft',
  params: ({context: {userId, draft}}: {context: ProfileContext}) => ({userId, draft}),
} as const

const filling = profile.createStateConfig({
  tags: 'form',
  on: {
    'draft.changed': {
      actions: [
        assign({draft: ({context, event}) => ({...shownProfile(context), ...event.change}), isJustSaved: false}),
        storeDraft,
      ],
    },
    'discard.requested': {actions: ['dropDraft', storeDraft]},
    'save.requested': [{guard: 'isSound', target: 'saving', actions: 'beginAttempt'}, {actions: 'beginAttempt'}],
  },
})

const asking = profile.createStateConfig({
  invoke: {
    src: 'loadProfile',
    onDone: {
      target: '#profile.deciding',
      actions: assign({stored: ({event}) => event.output, message: null, hint: null}),
    },
    onError: {
      target: '#profile.unloaded',
      actions: assign({message: ({event}) => messageOf(event.error, profileTexts.unloaded)}),
    },
  },
})

/** The form of the user's own profile, which creates or changes it. The input outlives failures and sessions. */
export const profileMachine = profile.createMachine({
  id: 'profile',
  context: ({input}) => ({...input, stored: null, isChecked: false, attempts: 0, message: null, hint: null}),
  initial: 'loading',
  states: {
    loading: asking,
    unloaded: {
      initial: 'waiting',
      states: {
        waiting: {invoke: RETRIES, on: {'retry.requested': 'retrying'}},
        retrying: asking,
      },
    },
    deciding: {
      always: [{guard: 'hasNone', target: 'creating'}, {target: 'editing'}],
    },
    creating: filling,
    editing: filling,
    saving: {
      tags: 'form',
      invoke: {
        src: 'saveProfile',
        input: ({context}) => ({profile: shownProfile(context), isNew: context.stored === null}),
        onDone: {target: 'saved', actions: ['rememberSaved', storeDraft, 'reload']},
        onError: [
          {
            guard: {type: 'isChangedElsewhere', params: ({event: {error}}) => ({error})},
            target: 'rereading',
            actions: assign({
              message: ({event}) => messageOf(event.error, profileTexts.unsaved),
              hint: () => profileTexts.changedElsewhere,
            }),
          },
          {target: 'deciding', actions: {type: 'setUnsavedMessage', params: ({event: {error}}) => ({error})}},
        ],
      },
    },
    rereading: {
      tags: 'form',
      invoke: {
        src: 'loadProfile',
        onDone: {
          target: 'deciding',
          actions: assign({stored: ({event}) => event.output}),
        },
        onError: {target: 'deciding', actions: {type: 'setUnsavedMessage', params: ({event: {error}}) => ({error})}},
      },
    },
    /** The form stays in this state until the page is loaded again. */
    saved: {tags: 'form'},
  },
})

export type ProfileLogic = typeof profileMachine
export type ProfileRef = ActorRefFrom<ProfileLogic>
