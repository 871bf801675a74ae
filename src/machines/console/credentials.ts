import {type ActorRefFrom, assign, fromPromise, setup} from 'xstate'
import type {DeviceCredentials} from '../../domain/console/deviceCredentials'
import {failureOf, isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {failedWrite} from '../failure'

export const credentialsTexts = textsOf('machines.credentials', {
  loadFailed: 'Failed to load credentials',
  createFailed: 'Failed to create credentials',
  deleteFailed: 'Failed to delete credentials',
  notReached: 'The server can’t be reached right now.',
  created: 'Credentials created.',
  deleted: 'Credentials deleted.',
})

interface CredentialsInput {
  deviceId: string
}

interface CredentialsContext extends CredentialsInput {
  credentials: DeviceCredentials | null
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
      | {type: 'dialog.closed'}
    input: CredentialsInput
    tags: 'busy'
  },
  actors: {
    loadCredentials: fromPromise<DeviceCredentials | null, CredentialsInput>(() => {
      throw new Error('`loadCredentials` must be provided')
    }),
    /** The access token must be impossible to guess. Null when the server hasn't sent back what was created. */
    createCredentials: fromPromise<DeviceCredentials | null, CredentialsInput>(() => {
      throw new Error('`createCredentials` must be provided')
    }),
    deleteCredentials: fromPromise<void, {deviceId: string; accessToken: string}>(() => {
      throw new Error('`deleteCredentials` must be provided')
    }),
  },
  actions: {
    tell: (_, _params: {text: string}) => {
      throw new Error('`tell` must be provided')
    },
    sayNothing: assign({message: null, hint: null}),
    say: assign(({context}, {error, text}: {error: unknown; text: string}) => ({
      attempts: context.attempts + 1,
      message: messageOf(error, text),
      hint: failureOf(error).kind === 'unreachable' ? credentialsTexts.notReached : null,
    })),
  },
})

const say = (name: keyof typeof credentialsTexts) =>
  ({
    type: 'say',
    params: ({event}: {event: {error: unknown}}) => ({error: event.error, text: credentialsTexts[name]}),
  }) as const

/** Manages the credentials of one device. The access token stays hidden until the user asks for it. */
export const credentialsMachine = credentialsSetup.createMachine({
  id: 'credentials',
  context: ({input}) => ({...input, credentials: null, attempts: 0, message: null, hint: null}),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadCredentials',
        input: ({context: {deviceId}}) => ({deviceId}),
        onDone: [
          {guard: ({event}) => event.output === null, target: 'none', actions: assign({credentials: null})},
          {target: 'present', actions: assign({credentials: ({event}) => event.output})},
        ],
        onError: {target: 'failed', actions: say('loadFailed')},
      },
    },
    failed: {on: {'retry.requested': {target: 'loading', actions: 'sayNothing'}}},
    none: {on: {'create.requested': {target: 'creating', actions: 'sayNothing'}}},
    creating: {
      tags: 'busy',
      invoke: {
        src: 'createCredentials',
        input: ({context: {deviceId}}) => ({deviceId}),
        onDone: [
          {
            guard: ({event}) => event.output === null,
            target: 'loading',
            actions: {type: 'tell', params: () => ({text: credentialsTexts.created})},
          },
          {
            target: 'present',
            actions: [
              assign({credentials: ({event}) => event.output}),
              {type: 'tell', params: () => ({text: credentialsTexts.created})},
            ],
          },
        ],
        onError: failedWrite({conflict: 'loading', other: 'none'}, say('createFailed')),
      },
    },
    present: {
      initial: 'hidden',
      on: {'delete.requested': {target: 'deleting', actions: 'sayNothing'}},
      states: {
        hidden: {on: {'show.requested': 'revealed'}},
        revealed: {on: {'hide.requested': 'hidden'}},
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {
          on: {
            'deletion.confirmed': {target: 'sending', actions: 'sayNothing'},
            'dialog.closed': {target: '#credentials.present', actions: 'sayNothing'},
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'deleteCredentials',
            input: ({context: {deviceId, credentials}}) => ({deviceId, accessToken: credentials?.accessToken ?? ''}),
            onDone: {
              target: '#credentials.none',
              actions: [assign({credentials: null}), {type: 'tell', params: () => ({text: credentialsTexts.deleted})}],
            },
            onError: [
              {
                guard: ({event}) => isRefusedWith(event.error, 409),
                target: '#credentials.loading',
                actions: say('deleteFailed'),
              },
              {guard: ({event}) => isRefusedWith(event.error, 404), target: '#credentials.loading'},
              {target: 'asking', actions: say('deleteFailed')},
            ],
          },
        },
      },
    },
  },
})

export type CredentialsLogic = typeof credentialsMachine
export type CredentialsRef = ActorRefFrom<CredentialsLogic>
