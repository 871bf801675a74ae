import {firstValueFrom} from 'rxjs'
import {fromPromise} from 'xstate'
import {listRecords, loadRecord} from '../../api/console/records'
import {loadThresholdLevels, tryThreshold} from '../../api/console/thresholds'
import {loadKeys, loadSeries} from '../../api/telemetry/telemetry'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import type {ThresholdOwner} from '../../domain/console/thresholds/levels'
import {dayQuestion, lastDay, lastWeek} from '../../domain/console/thresholds/trial'
import {seriesFrom} from '../../domain/telemetry/series/seriesAnswer'
import {type ThresholdPreviewLogic, thresholdPreviewMachine} from '../../machines/console/thresholdPreview'
import {type ThresholdsLogic, thresholdsMachine} from '../../machines/console/thresholds'
import {connected} from '../../machines/ports'
import type {Connections} from '../connections'
import {editorCalls} from './editor'

export function createThresholdsLogic(connections: Connections): ThresholdsLogic {
  const {http, serverClock, toasts} = connections
  const server = {http, clock: serverClock}
  return connected(thresholdsMachine)({
    actors: {
      ...editorCalls(connections),
      load: fromPromise(({input: {owner}, signal}) => loadThresholdLevels(server, owner, {signal})),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

export function createThresholdPreviewLogic(connections: Connections): ThresholdPreviewLogic {
  const {http, serverClock, links} = connections
  return connected(thresholdPreviewMachine)({
    actors: {
      retries: connections.retries,
      loadDevices: fromPromise(({input, signal}) => loadPreviewDevices(connections, input, signal)),
      loadKeys: fromPromise(({input: {deviceId}, signal}) => loadKeys(http, deviceId, {signal})),
      loadDay: fromPromise(async ({input: {deviceId, key}, signal}) => {
        const range = lastDay(serverClock.now())
        const question = dayQuestion(deviceId, key, range, UTC)
        const {capabilities} = await firstValueFrom(links)
        const aggregates = capabilities.aggregation === true
        return {series: seriesFrom(await loadSeries(http, {...question, aggregates}, {signal}), question), range}
      }),
      tryThreshold: fromPromise(async ({input, signal}) => {
        const {capabilities} = await firstValueFrom(links)
        if (capabilities.alarms !== true) return null
        return await tryThreshold(http, {...input, range: lastWeek(serverClock.now())}, {signal})
      }),
    },
  })
}

/** Points as they are stored are the same in every zone. */
const UTC = 'UTC'

/** The devices for which a threshold of the owner would hold. */
async function loadPreviewDevices(
  {http}: Connections,
  {kind, id, organisationId}: ThresholdOwner,
  signal: AbortSignal,
) {
  const found =
    kind === 'device'
      ? [await loadRecord(http, devices, id, {signal})]
      : await listRecords(http, devices, organisationId ?? id, {signal})
  return found
    .filter(({values}) => kind !== 'customer' || values.customerId === id)
    .map(device => ({id: device.id, name: nameOf(devices, device)}))
}
