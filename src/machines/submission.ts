import {assertEvent, assign, setup} from 'xstate'
import type {Problems} from '../domain/account/account'
import {messageOf} from '../domain/failure'
import {failureHint, SET_ERROR} from './failure'
import {call} from './ports'

export interface SubmissionTexts {
  /** The text for a failure when the server sends no message. */
  failed: string
  done: string
  /** Said when it was sent another time. Without it, a form that is done can't be sent again. */
  repeated?: string
}

export interface SubmissionRules<Values> {
  texts: () => SubmissionTexts
  problemsOf(values: Values): Problems<Values>
}

/**
 * A form that is sent once; while that is under way or done, it can't be sent again. The sent values may be repeated
 * unchanged when the rules have a text for that.
 */
export function createSubmissionMachine<Values>({texts, problemsOf}: SubmissionRules<Values>) {
  return setup({
    types: {} as {
      context: {
        problems: Problems<Values>
        /** The text of the form; `hint` adds what the server's message can't say. */
        message: string | null
        hint: string | null
        /** The values sent last; null where they can't be repeated, so that no password is stored. */
        sent: Values | null
      }
      events: {type: 'form.submitted'; values: Values} | {type: 'repeat.requested'}
    },
    actors: {
      submit: call<void, {values: Values}>('submit'),
    },
    actions: {
      check: assign({
        problems: (_, {values}: {values: Values}) => problemsOf(values),
        message: null,
        hint: null,
        sent: (_, {values}) => (texts().repeated === undefined ? null : values),
      }),
      setError: assign({
        message: (_, {error}: {error: unknown}) => messageOf(error, texts().failed),
        hint: (_, {error}: {error: unknown}) => failureHint(error),
      }),
    },
    guards: {
      isWrong: (_, {values}: {values: Values}) => Object.keys(problemsOf(values)).length > 0,
      isRepeatable: ({context}) => context.sent !== null,
    },
  }).createMachine({
    id: 'submission',
    context: {problems: {}, message: null, hint: null, sent: null},
    initial: 'filling',
    states: {
      filling: {
        on: {
          'form.submitted': [
            {
              guard: {type: 'isWrong', params: ({event: {values}}) => ({values})},
              actions: {type: 'check', params: ({event: {values}}) => ({values})},
            },
            {target: 'submitting', actions: {type: 'check', params: ({event: {values}}) => ({values})}},
          ],
        },
      },
      submitting: {
        invoke: {
          src: 'submit',
          input: ({event}) => {
            assertEvent(event, 'form.submitted')
            return {values: event.values}
          },
          onDone: {target: 'done', actions: assign({message: () => texts().done})},
          onError: {target: 'filling', actions: SET_ERROR},
        },
      },
      done: {
        on: {'repeat.requested': {guard: 'isRepeatable', target: 'repeating'}},
      },
      repeating: {
        invoke: {
          src: 'submit',
          input: ({context: {sent}}) => {
            if (sent === null) throw new Error('nothing was sent that could be repeated')
            return {values: sent}
          },
          onDone: {target: 'done', actions: assign({hint: () => texts().repeated ?? null})},
          onError: {target: 'filling', actions: SET_ERROR},
        },
      },
    },
  })
}

export type SubmissionLogic<Values> = ReturnType<typeof createSubmissionMachine<Values>>
