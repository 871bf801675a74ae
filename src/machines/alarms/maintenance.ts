import {type ActorRefFrom, assign, setup} from 'xstate'
import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import type {EpochMs} from '../../../contract/wire/common'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {
  draftOf,
  emptyDraft,
  type MaintenanceChoices,
  type MaintenanceDraft,
  type MaintenanceProblems,
  type MaintenanceWindow,
  NO_CHOICES,
  planOf,
  problemsOf,
} from '../../domain/maintenance'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {createEntries, type EntriesLogic, type EntriesRef} from '../entries'
import {call} from '../ports'

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
  /** The authority of the viewer. */
  authority: string
  /** In which a new window is planned. */
  zone: string
  /** The device that a window is planned for at once; null when the page is opened for all. */
  deviceId: string | null
  now: () => EpochMs
}

interface Maintenance {
  input: MaintenanceInput
  loaded: {windows: readonly MaintenanceWindow[]; choices: MaintenanceChoices}
  row: MaintenanceWindow
  draft: MaintenanceDraft
  problems: MaintenanceProblems
  /** Extends what runs by minutes, or ends it. */
  act: {id: string; minutes: number | null}
  change: never
}

/** The maintenance windows of an organisation, which change when one begins or ends, too. */
export const maintenanceMachine = createEntries<Maintenance>({
  id: 'maintenance',
  texts: maintenanceTexts,
  saveFailed: () => maintenanceTexts.saveFailed,
  actFailed: ({minutes}) => maintenanceTexts[minutes === null ? 'endFailed' : 'extendFailed'],
  nothing: {windows: [], choices: NO_CHOICES},
  draftOf: (window, {input: {now, ...input}}) =>
    window === null ? emptyDraft({...input, now: now()}) : draftOf(window),
  opening: ({input: {deviceId}, loaded: {choices}}) =>
    choices.devices.some(({id}) => id === deviceId) ? [{type: 'add.requested'}] : [],
  noProblems: {},
  problemsOf,
})

export type MaintenanceLogic = EntriesLogic<Maintenance>
export type MaintenanceRef = EntriesRef<Maintenance>

/** When a draft is next, or why it can't be; null until that is known. */
type Preview = {periods: readonly TimeRange[]} | {message: string} | null

const isPlanned = (draft: MaintenanceDraft): boolean =>
  Object.keys(problemsOf({...draft, title: 'any', kind: 'organisation'})).length === 0

/** Finds out beside the form when a draft is next. */
export const planPreviewMachine = setup({
  types: {} as {
    context: {draft: MaintenanceDraft; preview: Preview}
    events: {type: 'draft.changed'; draft: MaintenanceDraft}
    input: {draft: MaintenanceDraft}
  },
  actors: {preview: call<readonly TimeRange[], MaintenancePlan>('preview')},
  delays: {afterTyping: 400},
}).createMachine({
  id: 'planPreview',
  context: ({input: {draft}}) => ({draft, preview: null}),
  on: {
    'draft.changed': {target: '.pausing', reenter: true, actions: assign({draft: ({event}) => event.draft})},
  },
  initial: 'pausing',
  states: {
    pausing: {
      after: {
        afterTyping: [
          {guard: ({context}) => isPlanned(context.draft), target: 'asking'},
          {target: 'shown', actions: assign({preview: null})},
        ],
      },
    },
    asking: {
      invoke: {
        src: 'preview',
        input: ({context}) => planOf(context.draft),
        onDone: {target: 'shown', actions: assign({preview: ({event}) => ({periods: event.output})})},
        onError: {
          target: 'shown',
          actions: assign({
            preview: ({event}) => ({message: messageOf(event.error, maintenanceTexts.previewFailed)}),
          }),
        },
      },
    },
    shown: {},
  },
})

export type PlanPreviewLogic = typeof planPreviewMachine
export type PlanPreviewRef = ActorRefFrom<PlanPreviewLogic>
