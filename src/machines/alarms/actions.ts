import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {trimmed} from '../../../contract/wire/text'
import type {Alarm} from '../../domain/alarm'
import {type AlarmAction, type AlarmActionKind, canBeDone, isComplete, lengthsOf} from '../../domain/alarms/action'
import {withReason} from '../../domain/alarms/reasons'
import {type BatchRef, createBatchMachine} from '../batch'
import {type Given, missing} from '../ports'

interface ActionRequest {
  kind: AlarmActionKind
  /** The alarms on which it can be done. */
  alarms: readonly Alarm[]
  /** On the server's clock. */
  now: EpochMs
  /** The words, where they are known without asking. */
  note?: string
  /** When the action ends, where that is known without asking. */
  until?: EpochMs
}

interface AlarmActionsContext extends Omit<ActionRequest, 'until'>, AlarmActionsInput {
  note: string
  /** When a shelf or maintenance ends; null as long as a chosen time is no time. */
  until: EpochMs | null
  /** Whether the user has tried to start with incomplete words. */
  isTried: boolean
}

export interface AlarmActionsInput extends Pick<ActionRequest, 'now'> {
  /** Whose reasons they are. */
  userId: string
  /** Why alarms were shelved or taken out of service, the latest first. */
  reasons: readonly string[]
}

export const alarmActionBatchMachine = createBatchMachine<Alarm, AlarmAction>()
export type AlarmActionBatchRef = BatchRef<Alarm, AlarmAction>

const isPossible = ({kind, alarms}: ActionRequest): boolean => alarms.some(alarm => canBeDone(kind, alarm))

const wordsOf = ({kind, now, note = '', until = now + (lengthsOf(kind)[0] ?? 0)}: ActionRequest) => ({
  kind,
  note,
  until,
})

const takeRequest = {type: 'takeRequest', params: ({event}: {event: ActionRequest}) => event} as const

/**
 * Does one action with one alarm or several. It asks for a note where one is needed, and lists the outcome of each:
 * when another user was first, the server's answer says who.
 */
export const alarmActionsMachine = setup({
  types: {} as {
    context: AlarmActionsContext
    events:
      | (ActionRequest & {type: 'action.requested'; isAsking: boolean})
      | {type: 'note.typed'; note: string}
      | {type: 'until.chosen'; until: EpochMs | null}
      | {type: 'start.confirmed'}
      | {type: 'dialog.closed'}
    input: AlarmActionsInput
    children: {batch: 'batch'}
  },
  actors: {batch: alarmActionBatchMachine},
  actions: {
    takeRequest: assign((_, request: ActionRequest) => ({
      ...wordsOf(request),
      now: request.now,
      isTried: false,
      alarms: request.alarms.filter(alarm => canBeDone(request.kind, alarm)),
    })),
    takeReason: assign({
      reasons: ({context: {kind, note, reasons}}) => (IS_REASONED.has(kind) ? withReason(reasons, note) : reasons),
    }),
    storeReasons: (_, _params: Given<Omit<AlarmActionsInput, 'now'>>) => missing('storeReasons'),
    showOutcome: (_, _params: Given<{kind: AlarmActionKind; count: number}>) => missing('showOutcome'),
  },
}).createMachine({
  id: 'alarmActions',
  context: ({input}) => ({...input, kind: 'acknowledge', alarms: [], note: '', until: null, isTried: false}),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'action.requested': [
          {
            guard: ({event}) => isPossible(event) && !event.isAsking && isComplete(wordsOf(event), event.now),
            target: 'doing',
            actions: takeRequest,
          },
          {guard: ({event}) => isPossible(event), target: 'asking', actions: takeRequest},
        ],
      },
    },
    asking: {
      on: {
        'note.typed': {actions: assign({note: ({event}) => event.note})},
        'until.chosen': {actions: assign({until: ({event}) => event.until})},
        'start.confirmed': [
          {guard: ({context}) => isComplete(context, context.now), target: 'doing'},
          {actions: assign({isTried: true})},
        ],
        'dialog.closed': 'idle',
      },
    },
    doing: {
      entry: ['takeReason', {type: 'storeReasons', params: ({context: {userId, reasons}}) => ({userId, reasons})}],
      invoke: {
        id: 'batch',
        src: 'batch',
        input: ({context: {kind, alarms, note, until, now}}) => ({
          job: {kind, note: trimmed(note), until: until ?? now},
          items: alarms,
          end: alarms.length > 1 ? 'shown' : 'atOnce',
        }),
        onDone: {
          target: 'idle',
          actions: {
            type: 'showOutcome',
            params: ({context: {kind}, event}) => ({kind, count: event.output.doneIds.length}),
          },
        },
        onError: 'idle',
      },
    },
  },
})

/** The actions whose notes are reasons that come again. */
const IS_REASONED: ReadonlySet<AlarmActionKind> = new Set(['shelve', 'leaveService'])

export type AlarmActionsLogic = typeof alarmActionsMachine
export type AlarmActionsRef = ActorRefFrom<AlarmActionsLogic>
