import {type ActorRefFrom, assign, setup} from 'xstate'
import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import type {EpochMs} from '../../../contract/wire/common'
import {
  draftOf,
  emptyDraft,
  entryOf,
  type MaintenanceChoices,
  type MaintenanceDraft,
  type MaintenanceEntry,
  type MaintenanceProblems,
  type MaintenanceWindow,
  NO_CHOICES,
  planOf,
  problemsOf,
} from '../../domain/alarms/maintenance'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call, source} from '../ports'

export const maintenanceTexts = textsOf('machines.maintenance', {
  loadFailed: 'The maintenance windows could not be loaded.',
  saveFailed: 'The window could not be saved.',
  removeFailed: 'The window could not be deleted.',
  endFailed: 'The window could not be ended.',
  extendFailed: 'The window could not be extended.',
  previewFailed: 'It could not be found out when the window is next.',
})

export interface MaintenanceInput {
  organisationId: string
  /** Of the viewer. */
  authority: string
  /** In which a new window is planned. */
  zone: string
  now: () => EpochMs
}

interface Loaded {
  windows: readonly MaintenanceWindow[]
  choices: MaintenanceChoices
}

/** When a draft is next, or why it can't be; null until that is known. */
export type Preview = {periods: readonly TimeRange[]} | {message: string} | null

interface MaintenanceContext extends MaintenanceInput, Loaded {
  /** What is edited, removed, ended or extended; null while one is added. */
  chosen: MaintenanceWindow | null
  draft: MaintenanceDraft
  problems: MaintenanceProblems
  preview: Preview
  attempts: number
  message: string | null
  hint: string | null
}

type MaintenanceEvent =
  /** Windows begin, end or are planned otherwise. */
  | {type: 'alarms.moved'}
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; window: MaintenanceWindow}
  | {type: 'deletion.requested'; window: MaintenanceWindow}
  | {type: 'end.requested'; window: MaintenanceWindow}
  | {type: 'extension.requested'; window: MaintenanceWindow; minutes: number}
  | {type: 'draft.changed'; change: Partial<MaintenanceDraft>}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

type Ref = Pick<MaintenanceInput, 'organisationId'> & {id: string}
type Saving = Pick<MaintenanceInput, 'organisationId'> & {entry: MaintenanceEntry; window: MaintenanceWindow | null}

const hasProblems = (draft: MaintenanceDraft): boolean => Object.keys(problemsOf(draft)).length > 0
const ref = ({context: {organisationId, chosen}}: {context: MaintenanceContext}): Ref => ({
  organisationId,
  id: chosen?.id ?? '',
})

/** The maintenance windows of an organisation. They are read again whenever one begins or ends. */
export const maintenanceMachine = setup({
  types: {} as {context: MaintenanceContext; events: MaintenanceEvent; input: MaintenanceInput; tags: 'busy'},
  actors: {
    retries,
    alarmEvents: source<{type: 'alarms.moved'}>('alarmEvents'),
    load: call<Loaded, Pick<MaintenanceInput, 'organisationId' | 'authority'>>('load'),
    preview: call<readonly TimeRange[], MaintenancePlan>('preview'),
    save: call<MaintenanceWindow, Saving>('save'),
    remove: call<void, Ref>('remove'),
    /** Ends what runs, or extends it by minutes. */
    steer: call<MaintenanceWindow, Ref & {minutes: number | null}>('steer'),
  },
  delays: {afterTyping: 400},
  actions: {
    clearError: assign({message: null, hint: null}),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof maintenanceTexts}) =>
      errorOf(error, maintenanceTexts[text], context),
    ),
  },
}).createMachine({
  id: 'maintenance',
  context: ({input}) => ({
    ...input,
    ...{
      windows: [],
      choices: NO_CHOICES,
      chosen: null,
      draft: emptyDraft({zone: input.zone, now: input.now()}, NO_CHOICES),
    },
    ...{problems: {}, preview: null, attempts: 0, message: null, hint: null},
  }),
  invoke: {src: 'alarmEvents', onError: {}},
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: ({context: {organisationId, authority}}) => ({organisationId, authority}),
        onDone: {target: 'shown', actions: ['clearError', assign(({event}) => event.output)]},
        onError: {target: 'failed', actions: setError('loadFailed')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading', 'alarms.moved': 'loading'}},
    shown: {
      on: {
        'alarms.moved': 'loading',
        'add.requested': {
          target: 'form',
          actions: assign(({context: {zone, now, choices}}) => ({
            chosen: null,
            draft: emptyDraft({zone, now: now()}, choices),
          })),
        },
        'edit.requested': {
          target: 'form',
          actions: assign(({event: {window}}) => ({chosen: window, draft: draftOf(window)})),
        },
        'deletion.requested': {
          target: 'deleting',
          actions: ['clearError', assign({chosen: ({event}) => event.window})],
        },
        'end.requested': {target: 'ending', actions: ['clearError', assign({chosen: ({event}) => event.window})]},
        'extension.requested': {
          target: 'extending',
          actions: ['clearError', assign({chosen: ({event}) => event.window})],
        },
      },
    },
    ending: {
      tags: 'busy',
      invoke: {
        src: 'steer',
        input: args => ({...ref(args), minutes: null}),
        onDone: 'loading',
        onError: {target: 'shown', actions: setError('endFailed')},
      },
    },
    extending: {
      tags: 'busy',
      invoke: {
        src: 'steer',
        input: ({context, event}) => ({
          ...ref({context}),
          minutes: event.type === 'extension.requested' ? event.minutes : 0,
        }),
        onDone: 'loading',
        onError: {target: 'shown', actions: setError('extendFailed')},
      },
    },
    form: {
      entry: ['clearError', assign({problems: {}, preview: null})],
      initial: 'pausing',
      on: {
        'draft.changed': {
          target: '.pausing',
          actions: [
            'clearError',
            assign(({context: {draft}, event: {change}}) => ({draft: {...draft, ...change}, problems: {}})),
          ],
        },
        'save.requested': [
          {
            guard: ({context}) => hasProblems(context.draft),
            actions: assign(({context}) => ({
              problems: problemsOf(context.draft),
              attempts: context.attempts + 1,
            })),
          },
          {target: '.sending', actions: 'clearError'},
        ],
        'dialog.closed': 'loading',
      },
      states: {
        typing: {},
        pausing: {
          after: {
            afterTyping: [
              {
                guard: ({context: {draft}}) => hasProblems({...draft, title: 'any', kind: 'organisation'}),
                target: 'typing',
                actions: assign({preview: null}),
              },
              {target: 'asking'},
            ],
          },
        },
        asking: {
          invoke: {
            src: 'preview',
            input: ({context}) => planOf(context.draft),
            onDone: {target: 'typing', actions: assign({preview: ({event}) => ({periods: event.output})})},
            onError: {
              target: 'typing',
              actions: assign({
                preview: ({event}) => ({message: messageOf(event.error, maintenanceTexts.previewFailed)}),
              }),
            },
          },
        },
        sending: {
          tags: 'busy',
          on: {'draft.changed': {}, 'save.requested': {}},
          invoke: {
            src: 'save',
            input: ({context: {organisationId, draft, chosen}}) => ({
              organisationId,
              entry: entryOf(draft),
              window: chosen,
            }),
            onDone: '#maintenance.loading',
            onError: {target: 'typing', actions: setError('saveFailed')},
          },
        },
      },
    },
    deleting: {
      initial: 'asking',
      states: {
        asking: {on: {'deletion.confirmed': 'sending', 'dialog.closed': '#maintenance.loading'}},
        sending: {
          tags: 'busy',
          entry: 'clearError',
          invoke: {
            src: 'remove',
            input: ref,
            onDone: '#maintenance.loading',
            onError: {target: 'asking', actions: setError('removeFailed')},
          },
        },
      },
    },
  },
})

export type MaintenanceLogic = typeof maintenanceMachine
export type MaintenanceRef = ActorRefFrom<MaintenanceLogic>
