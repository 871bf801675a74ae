import {NEVER} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {NotesWrite, StoredNotes} from '../../contract/rules/lists/annotations'
import {NO_LIST} from '../../contract/rules/lists/storedList'
import type {MaintenanceReceived} from '../../src/domain/maintenance'
import type {DeviceFacts, FactsQuestion} from '../../src/domain/telemetry/devices/deviceFacts'
import {annotationsMachine} from '../../src/machines/telemetry/annotations'
import {
  detailMachine,
  type MaintenanceQuestion,
  type SmallChartsCommand,
  type SmallChartsInput,
} from '../../src/machines/telemetry/detail'
import {fullScreenMachine, type ScreenLeft} from '../../src/machines/telemetry/fullScreen'

export const FACTS: DeviceFacts = {createdAt: null, customer: null, attributes: [], notes: NO_LIST}

/** The surroundings of a chart, of a device without further data. */
export const quietDetail = detailMachine.provide({
  actors: {
    loadFacts: fromPromise<DeviceFacts, FactsQuestion>(async () => FACTS),
    smallCharts: fromCallback<SmallChartsCommand, SmallChartsInput>(() => {}),
    maintenance: fromEventObservable<MaintenanceReceived, MaintenanceQuestion>(() => NEVER),
    fullScreen: fullScreenMachine.provide({
      actors: {
        enterFullScreen: fromPromise<void, void>(async () => {}),
        screenLeft: fromEventObservable<ScreenLeft, void>(() => NEVER),
      },
      actions: {leaveFullScreen: () => {}},
    }),
    annotations: annotationsMachine.provide({
      actors: {
        readNotes: fromPromise<StoredNotes, {deviceId: string}>(async () => NO_LIST),
        writeNotes: fromPromise<StoredNotes, NotesWrite>(async ({input}) => input.stored),
      },
      actions: {showOutcome: () => {}},
    }),
  },
  actions: {logFailure: () => {}},
})
