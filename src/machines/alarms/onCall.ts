import {type ActorRefFrom, assign, setup} from 'xstate'
import type {RotaOverride} from '../../../contract/rules/onCall/rota'
import type {EpochMs} from '../../../contract/wire/common'
import {
  changedRota,
  draftOfRota,
  emptyRota,
  type NamedRota,
  outlookOf,
  type Person,
  type RotaDraft,
  type RotaEntry,
  type RotaProblems,
  rotaEntry,
  rotaProblems,
  type TakeoverDraft,
  takeoverFrom,
  takeoverOf,
} from '../../domain/alarms/onCall'
import {textsOf} from '../../domain/language'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call, source} from '../ports'

export const onCallTexts = textsOf('machines.onCall', {
  loadFailed: 'The rotas could not be loaded.',
  saveFailed: 'The rota could not be saved.',
  removeFailed: 'The rota could not be deleted.',
  takeoverFailed: 'The takeover could not be saved.',
  giveBackFailed: 'The takeover could not be removed.',
})

export interface OnCallInput {
  organisationId: string
  /** The viewer. */
  userId: string
  /** Of a new rota. */
  zone: string
  now: () => EpochMs
}

interface Loaded {
  rotas: readonly NamedRota[]
  people: readonly Person[]
}

interface OnCallContext extends OnCallInput, Loaded {
  /** The moment that is shown as now. */
  at: EpochMs
  /** What is edited, removed or taken over; null while one is added. */
  chosen: NamedRota | null
  draft: RotaDraft
  takeover: TakeoverDraft
  problems: RotaProblems
  /** Whether the takeover can't be saved as it is. */
  isTakeoverWrong: boolean
  attempts: number
  message: string | null
  hint: string | null
}

type OnCallEvent =
  /** Rotas were changed. */
  | {type: 'alarms.moved'}
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; rota: NamedRota}
  | {type: 'deletion.requested'; rota: NamedRota}
  | {type: 'takeover.requested'; rota: NamedRota}
  | {type: 'return.requested'; rota: NamedRota; overrideId: string}
  | {type: 'draft.changed'; change: Partial<RotaDraft>}
  | {type: 'takeover.changed'; change: Partial<TakeoverDraft>}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

type Ref = Pick<OnCallInput, 'organisationId'> & {id: string}
type Saving = Pick<OnCallInput, 'organisationId'> & {entry: RotaEntry; rota: NamedRota | null}
interface Sides {
  context: OnCallContext
}

const ref = ({context: {organisationId, chosen}}: Sides): Ref => ({organisationId, id: chosen?.id ?? ''})
const NO_TAKEOVER: TakeoverDraft = {person: '', start: null, end: null}
const NOTHING: RotaOverride = {person: '', start: 0, end: 0, insteadOf: null}

/** Who is on call in an organisation. The rotas are read again whenever one changes. */
export const onCallMachine = setup({
  types: {} as {context: OnCallContext; events: OnCallEvent; input: OnCallInput; tags: 'busy'},
  actors: {
    retries,
    alarmEvents: source<{type: 'alarms.moved'}>('alarmEvents'),
    load: call<Loaded, string>('load'),
    save: call<void, Saving>('save'),
    remove: call<void, Ref>('remove'),
    takeOver: call<void, Ref & {override: RotaOverride}>('takeOver'),
    giveBack: call<void, Ref & {overrideId: string}>('giveBack'),
  },
  delays: {minute: 60_000},
  actions: {
    clearError: assign({message: null, hint: null}),
    lookAtClock: assign({at: ({context}) => context.now()}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof onCallTexts}) =>
      errorOf(error, onCallTexts[text], context),
    ),
  },
}).createMachine({
  id: 'onCall',
  context: ({input}) => ({
    ...input,
    ...{rotas: [], people: [], at: input.now(), chosen: null, takeover: NO_TAKEOVER, isTakeoverWrong: false},
    ...{draft: emptyRota({zone: input.zone, now: input.now()}), problems: {}, attempts: 0, message: null, hint: null},
  }),
  invoke: {src: 'alarmEvents', onError: {}},
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({context}) => context.organisationId,
        onDone: {
          target: 'shown',
          actions: ['clearError', assign(({context, event}) => ({...event.output, at: context.now()}))],
        },
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading', 'alarms.moved': 'loading'}},
    shown: {
      after: {minute: {target: 'shown', reenter: true, actions: 'lookAtClock'}},
      on: {
        'alarms.moved': 'loading',
        'add.requested': {
          target: 'form',
          actions: assign(({context: {zone, now}}) => ({chosen: null, draft: emptyRota({zone, now: now()})})),
        },
        'edit.requested': {
          target: 'form',
          actions: assign(({event: {rota}}) => ({chosen: rota, draft: draftOfRota(rota)})),
        },
        'takeover.requested': {
          target: 'takingOver',
          actions: assign(({context: {people, userId, now}, event: {rota}}) => ({
            chosen: rota,
            takeover: takeoverOf(outlookOf(rota, people, now()), {userId, now: now()}),
          })),
        },
        'return.requested': {target: 'returning', actions: ['clearError', assign({chosen: ({event}) => event.rota})]},
        'deletion.requested': {target: 'deleting', actions: ['clearError', assign({chosen: ({event}) => event.rota})]},
      },
    },
    returning: {
      tags: 'busy',
      invoke: {
        src: 'giveBack',
        input: ({context, event}) => ({
          ...ref({context}),
          overrideId: event.type === 'return.requested' ? event.overrideId : '',
        }),
        onDone: 'loading',
        onError: {target: 'shown', actions: setError('giveBackFailed')},
      },
    },
    form: {
      entry: ['clearError', 'lookAtClock', assign({problems: {}})],
      initial: 'typing',
      on: {'dialog.closed': 'loading'},
      states: {
        typing: {
          after: {minute: {target: 'typing', reenter: true, actions: 'lookAtClock'}},
          on: {
            'draft.changed': {
              actions: assign(({context: {draft, now}, event: {change}}) => ({
                ...{draft: changedRota(draft, change, now()), at: now(), problems: {}},
              })),
            },
            'save.requested': [
              {
                guard: ({context}) => Object.keys(rotaProblems(context.draft)).length > 0,
                actions: assign(({context}) => ({
                  problems: rotaProblems(context.draft),
                  attempts: context.attempts + 1,
                })),
              },
              {target: 'sending', actions: 'clearError'},
            ],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'save',
            input: ({context: {organisationId, draft, chosen}}) => ({
              ...{organisationId, entry: rotaEntry(draft), rota: chosen},
            }),
            onDone: '#onCall.loading',
            onError: {target: 'typing', actions: setError('saveFailed')},
          },
        },
      },
    },
    takingOver: {
      entry: ['clearError', assign({isTakeoverWrong: false})],
      initial: 'typing',
      on: {'dialog.closed': 'loading'},
      states: {
        typing: {
          on: {
            'takeover.changed': {
              actions: assign(({context: {takeover}, event: {change}}) => ({
                ...{takeover: {...takeover, ...change}, isTakeoverWrong: false},
              })),
            },
            'save.requested': [
              {
                guard: ({context}) => takeoverFrom(context.takeover) === null,
                actions: assign({isTakeoverWrong: true}),
              },
              {target: 'sending', actions: 'clearError'},
            ],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            src: 'takeOver',
            input: ({context}) => ({...ref({context}), override: takeoverFrom(context.takeover) ?? NOTHING}),
            onDone: '#onCall.loading',
            onError: {target: 'typing', actions: setError('takeoverFailed')},
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {on: {'deletion.confirmed': 'sending', 'dialog.closed': '#onCall.loading'}},
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'remove',
            input: ref,
            onDone: '#onCall.loading',
            onError: {target: 'asking', actions: setError('removeFailed')},
          },
        },
      },
    },
  },
})

export type OnCallLogic = typeof onCallMachine
export type OnCallRef = ActorRefFrom<OnCallLogic>
