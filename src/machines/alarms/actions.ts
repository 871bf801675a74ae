import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {trimmed} from '../../../contract/wire/text'
import type {Alarm} from '../../domain/alarm'
import {type AlarmAction, type AlarmActionKind, canBeDone, needsNote, SHELF_LENGTHS} from '../../domain/alarms/action'
import {type BatchRef, createBatchMachine} from '../batch'
import {type Given, missing} from '../ports'

interface ActionRequest {
  kind: AlarmActionKind
  /** The alarms on which it can be done. */
  alarms: readonly Alarm[]
  /** On the server's clock. */
  now: EpochMs
}

interface AlarmActionsContext extends ActionRequest {
  note: string
  /** When a shelf ends; null as long as a chosen time is no time. */
  until: EpochMs | null
}

export const alarmActionBatchMachine = createBatchMachine<Alarm, AlarmAction>()
export type AlarmActionBatchRef = BatchRef<Alarm, AlarmAction>

const isPossible = (kind: AlarmActionKind, alarms: readonly Alarm[]): boolean =>
  alarms.some(alarm => canBeDone(kind, alarm))

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
    input: Pick<ActionRequest, 'now'>
    children: {batch: 'batch'}
  },
  actors: {batch: alarmActionBatchMachine},
  actions: {
    takeRequest: assign((_, {kind, alarms, now}: ActionRequest) => ({
      kind,
      now,
      note: '',
      until: now + (SHELF_LENGTHS[0] ?? 0),
      alarms: alarms.filter(alarm => canBeDone(kind, alarm)),
    })),
    showOutcome: (_, _params: Given<{kind: AlarmActionKind; count: number}>) => missing('showOutcome'),
  },
  guards: {
    isComplete: ({context: {kind, note, until, now}}) =>
      (!needsNote(kind) || trimmed(note) !== '') && (kind !== 'shelve' || (until !== null && until > now)),
  },
}).createMachine({
  id: 'alarmActions',
  context: ({input: {now}}) => ({kind: 'acknowledge', alarms: [], now, note: '', until: null}),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'action.requested': [
          {
            guard: ({event: {kind, alarms, isAsking}}) => isAsking && isPossible(kind, alarms),
            target: 'asking',
            actions: takeRequest,
          },
          {guard: ({event: {kind, alarms}}) => isPossible(kind, alarms), target: 'doing', actions: takeRequest},
        ],
      },
    },
    asking: {
      on: {
        'note.typed': {actions: assign({note: ({event}) => event.note})},
        'until.chosen': {actions: assign({until: ({event}) => event.until})},
        'start.confirmed': {guard: 'isComplete', target: 'doing'},
        'dialog.closed': 'idle',
      },
    },
    doing: {
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

export type AlarmActionsLogic = typeof alarmActionsMachine
export type AlarmActionsRef = ActorRefFrom<AlarmActionsLogic>
