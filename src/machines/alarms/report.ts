import {type ActorRefFrom, assign, setup} from 'xstate'
import type {EpochMs} from '../../../contract/wire/common'
import type {AvailabilityReport} from '../../domain/alarms/availability'
import type {AlarmReport} from '../../domain/alarms/report'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {RawRange, TimeRange} from '../../domain/timeRange/timeRange'
import {RETRIES, retries} from '../connectivity'
import {call} from '../ports'
import {type RangeChosen, timeRangeMachine} from '../timeRange'

export const alarmReportTexts = textsOf('machines.alarmReport', {unloaded: 'The report could not be loaded.'})

export interface ReportInput {
  organisationId: string
  /** An IANA time zone. */
  zone: string
}

export interface ReportQuestion extends ReportInput {
  range: RawRange
}

/** The report of the range as it was at `readAt`. The server may have no availability. */
export interface ReportAnswer {
  report: AlarmReport
  availability: Pick<AvailabilityReport, 'total' | 'goals'> | null
  range: TimeRange
  readAt: EpochMs
}

const LAST_WEEK: RawRange = {from: 'now-7d', to: 'now'}

/** Reports how well the alarms of an organisation serve those who answer them. */
export const alarmReportMachine = setup({
  types: {} as {
    context: ReportQuestion & {answer: ReportAnswer | null; message: string | null}
    events: RangeChosen | {type: 'retry.requested'}
    input: ReportInput
    children: {timeRange: 'timeRange'}
  },
  actors: {
    retries,
    timeRange: timeRangeMachine,
    loadReport: call<ReportAnswer, ReportQuestion>('loadReport'),
  },
}).createMachine({
  id: 'alarmReport',
  context: ({input}) => ({...input, range: LAST_WEEK, answer: null, message: null}),
  invoke: {src: 'timeRange', id: 'timeRange'},
  on: {
    'range.chosen': {target: '.loading', actions: assign({range: ({event}) => event.range})},
  },
  initial: 'loading',
  states: {
    loading: {
      entry: assign({message: null}),
      invoke: {
        src: 'loadReport',
        input: ({context: {organisationId, zone, range}}) => ({organisationId, zone, range}),
        onDone: {target: 'loaded', actions: assign({answer: ({event}) => event.output})},
        onError: {
          target: 'failed',
          actions: assign({message: ({event}) => messageOf(event.error, alarmReportTexts.unloaded)}),
        },
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
    loaded: {on: {'retry.requested': 'loading'}},
  },
})

export type AlarmReportLogic = typeof alarmReportMachine
export type AlarmReportRef = ActorRefFrom<AlarmReportLogic>
