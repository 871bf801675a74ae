import {assertEvent, assign, fromPromise, setup} from 'xstate'
import type {Problems} from '../domain/account/account'
import {messageOf} from '../domain/failure'
import {failureHint} from './failureHint'

export interface SubmissionTexts {
  /** The text for a failure when the server sends no message. */
  failed: string
  done: string
}

export interface SubmissionRules<Values> {
  texts: () => SubmissionTexts
  problemsOf(values: Values): Problems<Values>
}

/** A form that is sent once; while that is under way or done, it can't be sent again. */
export function createSubmissionMachine<Values>({texts, problemsOf}: SubmissionRules<Values>) {
  return setup({
    types: {} as {
      context: {
        problems: Problems<Values>
        /** The text of the form; `hint` adds what the server's message can't say. */
        message: string | null
        hint: string | null
      }
      events: {type: 'form.submitted'; values: Values}
    },
    actors: {
      submit: fromPromise<void, {values: Values}>(() => {
        throw new Error('`submit` must be provided')
      }),
    },
    actions: {
      check: assign({problems: ({event}) => problemsOf(event.values), message: null, hint: null}),
    },
    guards: {
      isWrong: ({event}) => Object.keys(problemsOf(event.values)).length > 0,
    },
  }).createMachine({
    id: 'submission',
    context: {problems: {}, message: null, hint: null},
    initial: 'filling',
    states: {
      filling: {
        on: {
          'form.submitted': [
            {guard: 'isWrong', actions: 'check'},
            {target: 'submitting', actions: 'check'},
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
          onError: {
            target: 'filling',
            actions: assign({
              message: ({event}) => messageOf(event.error, texts().failed),
              hint: ({event}) => failureHint(event.error),
            }),
          },
        },
      },
      done: {},
    },
  })
}

export type SubmissionLogic<Values> = ReturnType<typeof createSubmissionMachine<Values>>
