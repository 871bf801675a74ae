import {firstValueFrom} from 'rxjs'
import {listRecords, loadRecord} from '../../api/console/records'
import {loadThresholdLevels, tryThreshold} from '../../api/console/thresholds'
import type {Http, Options} from '../../api/http'
import {loadKeys, loadSeries} from '../../api/telemetry/telemetry'
import {loadUsual} from '../../api/telemetry/usual'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import {may} from '../../domain/console/rights'
import type {ThresholdOwner} from '../../domain/console/thresholds/levels'
import {extremesQuestion, lastWeeks, suggestedLimits} from '../../domain/console/thresholds/suggestion'
import {dayQuestion, lastDay, lastWeek, type Trial, type TrialQuestion} from '../../domain/console/thresholds/trial'
import {seriesFrom} from '../../domain/telemetry/series/seriesAnswer'
import {type ThresholdPreviewLogic, thresholdPreviewMachine} from '../../machines/console/thresholdPreview'
import {type ThresholdsLogic, thresholdsMachine} from '../../machines/console/thresholds'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {editorCalls} from './editor'

export function createThresholdsLogic(connections: Connections, authority: () => string): ThresholdsLogic {
  const {http, toasts} = connections
  return connected(thresholdsMachine)({
    actors: {
      ...editorCalls(connections),
      load: ask(http, (_, {owner}, options) =>
        loadThresholdLevels(http, {owner, mayRead: kind => may(authority(), `${kind}.read`)}, options),
      ),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

export function createThresholdPreviewLogic(connections: Connections): ThresholdPreviewLogic {
  const {http, serverClock, links} = connections
  const tried = async (question: TrialQuestion, options: Options): Promise<Trial | null> => {
    const {capabilities} = await firstValueFrom(links)
    if (capabilities.alarms !== true) return null
    return await tryThreshold(http, {...question, range: lastWeek(serverClock.now())}, options)
  }
  return connected(thresholdPreviewMachine)({
    actors: {
      retries: connections.retries,
      loadDevices: ask(http, loadPreviewDevices),
      loadKeys: ask(http, loadKeys),
      loadDay: ask(http, async (_, {deviceId, key}, options) => {
        const range = lastDay(serverClock.now())
        const question = dayQuestion(deviceId, key, range, UTC)
        const {capabilities} = await firstValueFrom(links)
        const aggregates = capabilities.aggregation === true
        return {series: seriesFrom(await loadSeries(http, {...question, aggregates}, options), question), range}
      }),
      tryThreshold: ask(http, (_, input, options) => tried(input, options)),
      suggestLimits: ask(http, async (_, series, options) => {
        const {capabilities} = await firstValueFrom(links)
        if (capabilities.aggregation !== true) return null
        const range = lastWeeks(serverClock.now())
        const [minima, maxima] = await Promise.all(
          (['min', 'max'] as const).map(async aggregation => {
            const question = extremesQuestion(series, range, aggregation)
            return seriesFrom(await loadSeries(http, {...question, aggregates: true}, options), question).points
          }),
        )
        const usual =
          capabilities.usual === true
            ? await loadUsual(http, {...series, range: lastWeek(serverClock.now())}, options)
            : []
        const suggested = suggestedLimits({minima: minima ?? [], maxima: maxima ?? []}, usual)
        return suggested && {...suggested, trial: await tried({...series, threshold: suggested.threshold}, options)}
      }),
    },
  })
}

/** Points as they are stored are the same in every zone. */
const UTC = 'UTC'

/** The devices for which a threshold of the owner would hold. */
async function loadPreviewDevices(http: Http, {kind, id, organisationId}: ThresholdOwner, options: Options) {
  const found =
    kind === 'device'
      ? [await loadRecord(http, {description: devices, id}, options)]
      : await listRecords(http, {description: devices, organisationId: organisationId ?? id}, options)
  return found
    .filter(({values}) => kind !== 'customer' || values.customerId === id)
    .map(device => ({id: device.id, name: nameOf(devices, device)}))
}
