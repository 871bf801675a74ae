import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import {
  type AvailabilityGoals,
  type AvailabilityGroup,
  type AvailabilityReport,
  availabilityCsv,
  type GoalsDraft,
  type GoalsProblems,
  goalsDraft,
  goalsOf,
  goalsProblems,
} from '../../domain/alarms/availability'
import {textsOf} from '../../domain/language'
import type {RawRange, TimeRange} from '../../domain/timeRange/timeRange'
import {RETRIES, retries} from '../connectivity'
import {errorOf, setError} from '../failure'
import {call, type Given, missing} from '../ports'
import {type RangeChosen, timeRangeMachine} from '../timeRange'

export const availabilityTexts = textsOf('machines.availability', {
  unloaded: 'The availability could not be loaded.',
  unsaved: 'The goals could not be saved.',
})

export interface AvailabilityInput {
  organisationId: string
  /** An IANA time zone. */
  zone: string
}

export interface AvailabilityQuestion extends AvailabilityInput {
  range: RawRange
  by: AvailabilityGroup
}

/** The availability in the range as it was at `readAt`. */
export interface AvailabilityAnswer {
  report: AvailabilityReport
  range: TimeRange
  readAt: EpochMs
}

interface Context extends AvailabilityQuestion {
  answer: AvailabilityAnswer | null
  draft: GoalsDraft
  problems: GoalsProblems
  attempts: number
  message: string | null
  hint: string | null
}

const LAST_MONTH: RawRange = {from: 'now-30d', to: 'now'}

/** For which share of the time the devices of an organisation were available, and its goals. */
export const availabilityMachine = setup({
  types: {} as {
    context: Context
    events:
      | RangeChosen
      | {type: 'group.chosen'; by: AvailabilityGroup}
      | {type: 'retry.requested'}
      | {type: 'file.requested'}
      | {type: 'goals.requested'}
      | {type: 'draft.changed'; change: Partial<GoalsDraft>}
      | {type: 'save.requested'}
      | {type: 'dialog.closed'}
    input: AvailabilityInput
    children: {timeRange: 'timeRange'}
    tags: 'busy'
  },
  actors: {
    retries,
    timeRange: timeRangeMachine,
    load: call<AvailabilityAnswer, AvailabilityQuestion>('load'),
    saveGoals: call<AvailabilityGoals, {organisationId: string; goals: AvailabilityGoals}>('saveGoals'),
  },
  actions: {
    saveFile: (_, _params: Given<{name: string; text: string}>) => missing('saveFile'),
    setError: assign(({context}, {error, text}: {error: unknown; text: keyof typeof availabilityTexts}) =>
      errorOf(error, availabilityTexts[text], context),
    ),
    clearError: assign({message: null, hint: null}),
  },
}).createMachine({
  id: 'availability',
  context: ({input}) => ({
    ...input,
    range: LAST_MONTH,
    by: 'device',
    answer: null,
    draft: {goal: '', labels: {}},
    problems: {},
    attempts: 0,
    message: null,
    hint: null,
  }),
  invoke: {src: 'timeRange', id: 'timeRange'},
  on: {
    'range.chosen': {target: '.loading', actions: assign({range: ({event}) => event.range})},
    'group.chosen': {target: '.loading', actions: assign({by: ({event}) => event.by})},
  },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearError',
      invoke: {
        src: 'load',
        input: ({context: {organisationId, zone, range, by}}) => ({organisationId, zone, range, by}),
        onDone: {target: 'loaded', actions: assign({answer: ({event}) => event.output})},
        onError: {target: 'failed', actions: setError('unloaded')},
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    loaded: {
      on: {
        'retry.requested': 'loading',
        'file.requested': {
          guard: ({context}) => context.answer !== null,
          actions: {
            type: 'saveFile',
            params: ({context: {answer, zone}}) => ({
              name: 'availability.csv',
              text: answer === null ? '' : availabilityCsv(answer.report, zone),
            }),
          },
        },
        'goals.requested': {
          guard: ({context}) => context.answer?.report.mayChange === true,
          target: 'form',
          actions: assign(({context: {answer, draft}}) => ({
            draft: answer === null ? draft : goalsDraft(answer.report),
            problems: {},
          })),
        },
      },
    },
    form: {
      exit: 'clearError',
      initial: 'typing',
      on: {'dialog.closed': 'loaded'},
      states: {
        typing: {
          on: {
            'draft.changed': {
              actions: assign({draft: ({context, event}) => ({...context.draft, ...event.change}), problems: {}}),
            },
            'save.requested': [
              {
                guard: ({context}) => Object.keys(goalsProblems(context.draft)).length > 0,
                actions: assign({problems: ({context}) => goalsProblems(context.draft)}),
              },
              {target: 'sending', actions: 'clearError'},
            ],
          },
        },
        sending: {
          tags: 'busy',
          on: {'dialog.closed': {}},
          invoke: {
            src: 'saveGoals',
            input: ({context: {organisationId, draft, answer}}) => ({
              organisationId,
              goals: goalsOf(draft, answer?.report.goals.version ?? 0),
            }),
            onDone: '#availability.loading',
            onError: {target: 'typing', actions: setError('unsaved')},
          },
        },
      },
    },
  },
})

export type AvailabilityLogic = typeof availabilityMachine
export type AvailabilityRef = ActorRefFrom<AvailabilityLogic>
