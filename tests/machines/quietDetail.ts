import {fromCallback, fromPromise} from 'xstate'
import {type KeptNotes, NO_NOTES, type NotesWrite} from '../../src/domain/telemetry/annotations'
import type {DeviceFacts, FactsQuestion} from '../../src/domain/telemetry/deviceFacts'
import {annotationsMachine} from '../../src/machines/telemetry/annotations'
import {detailMachine, type SmallChartsCommand, type SmallChartsInput} from '../../src/machines/telemetry/detail'

export const FACTS: DeviceFacts = {createdAt: null, customer: null, attributes: [], notes: NO_NOTES}

/** What surrounds a chart, of a device that nothing more is known of. */
export const quietDetail = detailMachine.provide({
  actors: {
    loadFacts: fromPromise<DeviceFacts, FactsQuestion>(async () => FACTS),
    smallCharts: fromCallback<SmallChartsCommand, SmallChartsInput>(() => {}),
    annotations: annotationsMachine.provide({
      actors: {
        readNotes: fromPromise<KeptNotes, {deviceId: string}>(async () => NO_NOTES),
        writeNotes: fromPromise<KeptNotes, NotesWrite>(async ({input}) => input.kept),
      },
      actions: {tell: () => {}},
    }),
  },
  actions: {logFailure: () => {}},
})
