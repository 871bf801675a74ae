import {type ActorRefFrom, assign, setup} from 'xstate'
import {trimmed} from '../../../contract/wire/text'
import {textsOf} from '../../domain/language'
import type {UsualReason} from '../../domain/telemetry/usual'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call} from '../ports'

export const usualTexts = textsOf('machines.usual', {
  unloaded: 'What is usual could not be loaded.',
  unaccepted: 'This could not be saved as normal.',
})

export interface UsualInput {
  deviceId: string
  key: string
}

interface Draft {
  reason: string
}

interface UsualReasonContext extends UsualInput {
  /** Null before it was asked for. */
  reason: UsualReason | null
  draft: Draft
  problems: {reason?: true}
  message: string | null
  hint: string | null
  attempts: number
}

type UsualReasonEvent =
  | {type: 'reason.requested'}
  | {type: 'retry.requested'}
  | {type: 'acceptance.requested'}
  | {type: 'draft.changed'; change: Partial<Draft>}
  | {type: 'save.requested'}
  | {type: 'dialog.closed'}

const UNWRITTEN = {draft: {reason: ''}, problems: {}}
const series = ({context: {deviceId, key}}: {context: UsualReasonContext}) => ({deviceId, key})

/** Why the latest value of a series is usual or not, and what somebody calls normal with a reason. */
export const usualReasonMachine = setup({
  types: {} as {context: UsualReasonContext; events: UsualReasonEvent; input: UsualInput; tags: 'busy'},
  actors: {
    retries,
    load: call<UsualReason, UsualInput>('load'),
    accept: call<UsualReason, UsualInput & {reason: string}>('accept'),
  },
  actions: {
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof usualTexts}) =>
      errorOf(error, usualTexts[text], context),
    ),
  },
}).createMachine({
  id: 'usualReason',
  context: ({input}) => ({...input, reason: null, ...UNWRITTEN, message: null, hint: null, attempts: 0}),
  initial: 'closed',
  on: {'dialog.closed': '.closed'},
  states: {
    closed: {
      entry: ['clearError', assign({reason: null, ...UNWRITTEN})],
      on: {'reason.requested': 'loading'},
    },
    loading: {
      invoke: {
        src: 'load',
        input: series,
        onDone: {target: 'shown', actions: ['clearError', assign({reason: ({event}) => event.output})]},
        onError: {target: 'failed', actions: setError('unloaded')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    shown: {on: {'acceptance.requested': 'typing'}},
    typing: {
      on: {
        'draft.changed': {
          actions: assign(({context: {draft}, event: {change}}) => ({draft: {...draft, ...change}, problems: {}})),
        },
        'save.requested': [
          {
            guard: ({context: {draft}}) => trimmed(draft.reason) === '',
            actions: assign(({context}) => ({problems: {reason: true as const}, attempts: context.attempts + 1})),
          },
          {target: 'sending', actions: 'clearError'},
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'accept',
        input: ({context}) => ({...series({context}), reason: trimmed(context.draft.reason)}),
        onDone: {target: 'shown', actions: assign(({event}) => ({reason: event.output, ...UNWRITTEN}))},
        onError: {target: 'typing', actions: setError('unaccepted')},
      },
    },
  },
})

export type UsualReasonLogic = typeof usualReasonMachine
export type UsualReasonRef = ActorRefFrom<UsualReasonLogic>
