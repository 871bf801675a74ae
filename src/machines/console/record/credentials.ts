import {type ActorRefFrom, assign, setup} from 'xstate'
import {
  type DeviceCredentials,
  type Life,
  type Overlap,
  type Replacement,
  USUAL_REPLACEMENT,
} from '../../../domain/console/deviceCredentials'
import {failureOf, isRefusedWith, messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {RETRIES, retries} from '../../connectivity'
import {failedWrite, setError} from '../../failure'
import {call, type Given, missing} from '../../ports'

export const credentialsTexts = textsOf('machines.credentials', {
  loadFailed: 'Failed to load credentials',
  createFailed: 'Failed to create credentials',
  deleteFailed: 'Failed to delete credentials',
  replaceFailed: 'Failed to replace the access token',
  lifeFailed: 'Failed to change the end of the access token',
  endFormerFailed: 'Failed to end the former access token',
  notReached: 'The server can’t be reached right now.',
  created: 'Credentials created.',
  deleted: 'Credentials deleted.',
  replaced: 'Access token replaced.',
  lifeSet: 'End of the access token changed.',
  formerEnded: 'Former access token ended.',
})

interface CredentialsInput {
  deviceId: string
}

interface CredentialsContext extends CredentialsInput {
  credentials: DeviceCredentials | null
  /** The choice in the dialogs. */
  chosen: Replacement
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

const credentialsSetup = setup({
  types: {} as {
    context: CredentialsContext
    events:
      | {type: 'retry.requested'}
      | {type: 'create.requested'}
      | {type: 'show.requested'}
      | {type: 'hide.requested'}
      | {type: 'delete.requested'}
      | {type: 'deletion.confirmed'}
      | {type: 'replacement.requested'}
      | {type: 'replacement.confirmed'}
      | {type: 'life.requested'}
      | {type: 'life.confirmed'}
      | {type: 'formerEnd.requested'}
      | {type: 'formerEnd.confirmed'}
      | {type: 'overlap.chosen'; overlap: Overlap}
      | {type: 'life.chosen'; life: Life}
      | {type: 'dialog.closed'}
    input: CredentialsInput
    tags: 'busy'
  },
  actors: {
    retries,
    loadCredentials: call<DeviceCredentials | null, CredentialsInput>('loadCredentials'),
    /** The access token must be impossible to guess. Null when the server hasn't sent the credentials back. */
    createCredentials: call<DeviceCredentials | null, CredentialsInput>('createCredentials'),
    /** The access token must be impossible to guess. */
    replaceCredentials: call<DeviceCredentials, CredentialsInput & Replacement>('replaceCredentials'),
    setLife: call<DeviceCredentials, CredentialsInput & {life: Life}>('setLife'),
    endFormerToken: call<void, CredentialsInput>('endFormerToken'),
    deleteCredentials: call<void, {deviceId: string; accessToken: string}>('deleteCredentials'),
  },
  actions: {
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    clearError: assign({message: null, hint: null}),
    beginChoice: assign({message: null, hint: null, chosen: USUAL_REPLACEMENT}),
    know: assign((_, {credentials}: {credentials: DeviceCredentials | null}) => ({credentials})),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof credentialsTexts}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, credentialsTexts[text]),
      hint: failureOf(error).kind === 'unreachable' ? credentialsTexts.notReached : null,
    })),
  },
})

const showOutcome = (name: keyof typeof credentialsTexts) =>
  ({type: 'showOutcome', params: () => ({text: credentialsTexts[name]})}) as const

const KNOW = {
  type: 'know',
  params: ({event}: {event: {output: DeviceCredentials | null}}) => ({credentials: event.output}),
} as const

/** Credentials that are not there any more are looked for again. */
const failedChange = (name: keyof typeof credentialsTexts) =>
  [
    {
      guard: ({event}: {event: {error: unknown}}) => isRefusedWith(event.error, 404),
      target: '#credentials.loading',
      actions: setError(name),
    },
    {target: 'asking', actions: setError(name)},
  ] as const

const CLOSED = {target: '#credentials.present', actions: 'clearError'} as const

/** Manages the credentials of one device. The access token stays hidden until the user asks for it. */
export const credentialsMachine = credentialsSetup.createMachine({
  id: 'credentials',
  context: ({input}) => ({
    ...input,
    credentials: null,
    chosen: USUAL_REPLACEMENT,
    attempts: 0,
    message: null,
    hint: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadCredentials',
        input: ({context: {deviceId}}) => ({deviceId}),
        onDone: [
          {guard: ({event}) => event.output === null, target: 'none', actions: assign({credentials: null})},
          {target: 'present', actions: KNOW},
        ],
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
    none: {on: {'create.requested': {target: 'creating', actions: 'clearError'}}},
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createCredentials',
        input: ({context: {deviceId}}) => ({deviceId}),
        onDone: [
          {
            guard: ({event}) => event.output === null,
            target: 'loading',
            actions: showOutcome('created'),
          },
          {target: 'present', actions: [KNOW, showOutcome('created')]},
        ],
        onError: failedWrite({conflict: 'loading', other: 'none'}, setError('createFailed')),
      },
    },
    present: {
      initial: 'hidden',
      on: {
        'delete.requested': {target: 'deleting', actions: 'clearError'},
        'replacement.requested': {target: 'replacing', actions: 'beginChoice'},
        'life.requested': {target: 'limiting', actions: 'beginChoice'},
        'formerEnd.requested': {target: 'endingFormer', actions: 'clearError'},
      },
      states: {
        hidden: {on: {'show.requested': 'revealed'}},
        revealed: {on: {'hide.requested': 'hidden'}},
      },
    },
    replacing: {
      initial: 'asking',
      on: {
        'overlap.chosen': {
          actions: assign({chosen: ({context, event}) => ({...context.chosen, overlap: event.overlap})}),
        },
        'life.chosen': {actions: assign({chosen: ({context, event}) => ({...context.chosen, life: event.life})})},
      },
      states: {
        asking: {
          on: {'replacement.confirmed': {target: 'sending', actions: 'clearError'}, 'dialog.closed': CLOSED},
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'replaceCredentials',
            input: ({context: {deviceId, chosen}}) => ({deviceId, ...chosen}),
            onDone: {target: '#credentials.present', actions: [KNOW, showOutcome('replaced')]},
            onError: failedChange('replaceFailed'),
          },
        },
      },
    },
    limiting: {
      initial: 'asking',
      on: {'life.chosen': {actions: assign({chosen: ({context, event}) => ({...context.chosen, life: event.life})})}},
      states: {
        asking: {on: {'life.confirmed': {target: 'sending', actions: 'clearError'}, 'dialog.closed': CLOSED}},
        sending: {
          tags: 'busy',
          invoke: {
            src: 'setLife',
            input: ({context: {deviceId, chosen}}) => ({deviceId, life: chosen.life}),
            onDone: {target: '#credentials.present', actions: [KNOW, showOutcome('lifeSet')]},
            onError: failedChange('lifeFailed'),
          },
        },
      },
    },
    endingFormer: {
      initial: 'asking',
      states: {
        asking: {on: {'formerEnd.confirmed': {target: 'sending', actions: 'clearError'}, 'dialog.closed': CLOSED}},
        sending: {
          tags: 'busy',
          invoke: {
            src: 'endFormerToken',
            input: ({context: {deviceId}}) => ({deviceId}),
            onDone: {
              target: '#credentials.present',
              actions: [
                assign({credentials: ({context: {credentials}}) => credentials && {...credentials, formerUntil: null}}),
                showOutcome('formerEnded'),
              ],
            },
            onError: failedChange('endFormerFailed'),
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'deletion.confirmed': {target: 'sending', actions: 'clearError'},
            'dialog.closed': CLOSED,
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'deleteCredentials',
            input: ({context: {deviceId, credentials}}) => ({deviceId, accessToken: credentials?.accessToken ?? ''}),
            onDone: {
              target: '#credentials.none',
              actions: [assign({credentials: null}), showOutcome('deleted')],
            },
            onError: [
              {
                guard: ({event}) => isRefusedWith(event.error, 409),
                target: '#credentials.loading',
                actions: setError('deleteFailed'),
              },
              {guard: ({event}) => isRefusedWith(event.error, 404), target: '#credentials.loading'},
              {target: 'asking', actions: setError('deleteFailed')},
            ],
          },
        },
      },
    },
  },
})

export type CredentialsLogic = typeof credentialsMachine
export type CredentialsRef = ActorRefFrom<CredentialsLogic>
