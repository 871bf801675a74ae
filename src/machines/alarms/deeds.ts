import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarms/alarm'
import {canBeDone, type Deed, type DeedKind, needsNote, SHELF_LENGTHS} from '../../domain/alarms/deed'
import {type BatchRef, createBatchMachine} from '../batch'
import {missing} from '../ports'

interface Wish {
  kind: DeedKind
  /** Those with which it can be done. */
  alarms: readonly Alarm[]
  /** On the server's clock. */
  now: EpochMs
}

interface DeedsContext extends Wish {
  note: string
  /** When a shelf ends; null as long as a chosen time is no time. */
  until: EpochMs | null
}

export const deedBatchMachine = createBatchMachine<Alarm, Deed>()
export type DeedBatchRef = BatchRef<Alarm, Deed>

const isPossible = (kind: DeedKind, alarms: readonly Alarm[]): boolean => alarms.some(alarm => canBeDone(kind, alarm))

const takeWish = {type: 'takeWish', params: ({event}: {event: Wish}) => event} as const

/**
 * What a person does with one alarm or several. It asks for the words, where there are any, and tells the outcome of each: when
 * somebody else was first, the server's answer says who.
 */
export const deedsMachine = setup({
  types: {} as {
    context: DeedsContext
    events:
      | (Wish & {type: 'deed.requested'; isAsking: boolean})
      | {type: 'note.typed'; note: string}
      | {type: 'until.chosen'; until: EpochMs | null}
      | {type: 'start.confirmed'}
      | {type: 'dialog.closed'}
    input: Pick<Wish, 'now'>
    children: {batch: 'batch'}
  },
  actors: {batch: deedBatchMachine},
  actions: {
    takeWish: assign((_, {kind, alarms, now}: Wish) => ({
      ...{kind, now, note: '', until: now + (SHELF_LENGTHS[0] ?? 0)},
      alarms: alarms.filter(alarm => canBeDone(kind, alarm)),
    })),
    tell: (_, _done: {kind: DeedKind; count: number}) => missing('tell'),
  },
  guards: {
    isComplete: ({context: {kind, note, until, now}}) =>
      (!needsNote(kind) || note.trim() !== '') && (kind !== 'shelve' || (until !== null && until > now)),
  },
}).createMachine({
  id: 'alarmDeeds',
  context: ({input: {now}}) => ({kind: 'acknowledge', alarms: [], now, note: '', until: null}),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'deed.requested': [
          {
            guard: ({event: {kind, alarms, isAsking}}) => isAsking && isPossible(kind, alarms),
            target: 'asking',
            actions: takeWish,
          },
          {guard: ({event: {kind, alarms}}) => isPossible(kind, alarms), target: 'doing', actions: takeWish},
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
          job: {kind, note: note.trim(), until: until ?? now},
          items: alarms,
          end: alarms.length > 1 ? 'shown' : 'atOnce',
        }),
        onDone: {
          target: 'idle',
          actions: {
            type: 'tell',
            params: ({context: {kind}, event}) => ({kind, count: event.output.doneIds.length}),
          },
        },
        onError: 'idle',
      },
    },
  },
})

export type DeedsLogic = typeof deedsMachine
export type DeedsRef = ActorRefFrom<DeedsLogic>
