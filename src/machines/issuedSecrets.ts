import {type ActorRefFrom, assertEvent, assign, setup} from 'xstate'
import {isRefusedWith} from '../domain/failure'
import type {IssuedSecret} from '../domain/issuedSecret'
import {RETRIES, retries} from './connectivity'
import {errorOf, setError} from './failure'
import {call} from './ports'

export interface SecretsInput {
  /** The organisation that owns them; null is the system. */
  organisationId: string | null
}

interface Loaded<Secret, Choices> {
  secrets: readonly Secret[]
  /** The choices for a new one. */
  choices: Choices
}

interface Issued<Secret> {
  secret: Secret
  /** The secret itself, or an address that holds it. */
  plainText: string
}

interface SecretsContext<Secret, Choices> extends SecretsInput, Loaded<Secret, Choices> {
  /** The secret is sent this once. */
  issued: Issued<Secret> | null
  asked: Secret | null
  attempts: number
  message: string | null
  hint: string | null
}

type SecretsEvent<Secret, NewSecret> =
  | {type: 'issue.requested'; request: NewSecret}
  | {type: 'retry.requested'}
  | {type: 'revocation.requested'; secret: Secret}
  | {type: 'revocation.confirmed'}
  | {type: 'question.cancelled'}

type Texts = Readonly<Record<'loadFailed' | 'issueFailed' | 'revokeFailed', string>>

/**
 * Lists, issues and revokes secrets for screens or programs; a secret is shown once. `noChoices` holds until they are
 * loaded.
 */
export function createIssuedSecretsMachine<Secret extends IssuedSecret, Choices, NewSecret>(
  texts: Texts,
  noChoices: Choices,
) {
  return setup({
    types: {} as {
      context: SecretsContext<Secret, Choices>
      events: SecretsEvent<Secret, NewSecret>
      input: SecretsInput
    },
    actors: {
      retries,
      load: call<Loaded<Secret, Choices>, SecretsInput>('load'),
      issue: call<Issued<Secret>, SecretsInput & {request: NewSecret}>('issue'),
      revoke: call<void, SecretsInput & {id: string}>('revoke'),
    },
    actions: {
      clearError: assign({message: null, hint: null}),
      setError: assign(({context}, {error, text}: {error: unknown; text: keyof Texts}) =>
        errorOf(error, texts[text], context),
      ),
      forgetAsked: assign(({context: {secrets, asked, issued}}) => ({
        secrets: secrets.filter(({id}) => id !== asked?.id),
        issued: issued?.secret.id === asked?.id ? null : issued,
        asked: null,
      })),
    },
  }).createMachine({
    id: 'issuedSecrets',
    context: ({input}) => ({
      ...input,
      secrets: [],
      choices: noChoices,
      issued: null,
      asked: null,
      attempts: 0,
      message: null,
      hint: null,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'load',
          input: ({context: {organisationId}}) => ({organisationId}),
          onDone: {target: 'shown', actions: assign(({event}) => event.output)},
          onError: {target: 'failed', actions: setError('loadFailed')},
        },
      },
      failed: {invoke: RETRIES, on: {'retry.requested': {target: 'loading', actions: 'clearError'}}},
      shown: {
        on: {
          'issue.requested': {target: 'issuing', actions: 'clearError'},
          'revocation.requested': {
            target: 'revoking',
            actions: ['clearError', assign({asked: ({event}) => event.secret})],
          },
        },
      },
      issuing: {
        invoke: {
          src: 'issue',
          input: ({context: {organisationId}, event}) => {
            assertEvent(event, 'issue.requested')
            return {organisationId, request: event.request}
          },
          onDone: {
            target: 'shown',
            actions: assign(({context, event: {output}}) => ({
              issued: output,
              secrets: [output.secret, ...context.secrets],
            })),
          },
          onError: {target: 'shown', actions: setError('issueFailed')},
        },
      },
      revoking: {
        initial: 'asking',
        states: {
          asking: {
            on: {
              'revocation.confirmed': {target: 'sending', actions: 'clearError'},
              'question.cancelled': {target: '#issuedSecrets.shown', actions: ['clearError', assign({asked: null})]},
            },
          },
          sending: {
            invoke: {
              src: 'revoke',
              input: ({context: {organisationId, asked}}) => ({organisationId, id: asked?.id ?? ''}),
              onDone: {target: '#issuedSecrets.shown', actions: 'forgetAsked'},
              onError: [
                {
                  // Another user has revoked it.
                  guard: ({event}) => isRefusedWith(event.error, 404),
                  target: '#issuedSecrets.shown',
                  actions: 'forgetAsked',
                },
                {target: 'asking', actions: setError('revokeFailed')},
              ],
            },
          },
        },
      },
    },
  })
}

export type IssuedSecretsLogic<Secret extends IssuedSecret, Choices, NewSecret> = ReturnType<
  typeof createIssuedSecretsMachine<Secret, Choices, NewSecret>
>
export type IssuedSecretsRef<Secret extends IssuedSecret, Choices, NewSecret> = ActorRefFrom<
  IssuedSecretsLogic<Secret, Choices, NewSecret>
>
