import {type ActorRefFrom, assertEvent, setup} from 'xstate'
import type {ShownUnit} from '../../../contract/rules/format/shownUnit'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Series} from '../../domain/telemetry/series/series'
import type {SeriesQuestion} from '../../domain/telemetry/series/seriesAnswer'
import {call, type Given, missing} from '../ports'

/** A drawing that is to be saved as a file. If it leaves points out, the question is asked again for all of them. */
export interface ChartFile {
  question: SeriesQuestion
  offer: Offer | null
  series: Series
  /** The unit of single values. */
  unit: ShownUnit
}

/** Saves a chart as a file, one at a time: further requests in the meantime are ignored. */
export const chartFileMachine = setup({
  types: {} as {events: {type: 'file.requested'; file: ChartFile}},
  actors: {
    saveFile: call<void, ChartFile>('saveFile'),
  },
  actions: {
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
}).createMachine({
  id: 'chartFile',
  initial: 'idle',
  states: {
    idle: {on: {'file.requested': 'saving'}},
    saving: {
      invoke: {
        src: 'saveFile',
        input: ({event}) => {
          assertEvent(event, 'file.requested')
          return event.file
        },
        onDone: 'idle',
        onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
      },
    },
    failed: {on: {'file.requested': 'saving'}},
  },
})

export type ChartFileRef = ActorRefFrom<typeof chartFileMachine>
