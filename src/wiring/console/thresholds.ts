import {firstValueFrom} from 'rxjs'
import {SPARKLINES_PER_QUERY} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {listRecords, loadRecord} from '../../api/console/records'
import {loadThresholdLevels, tryThreshold} from '../../api/console/thresholds'
import type {Http, Options} from '../../api/http'
import type {TelemetrySource} from '../../api/telemetry/source'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {loadKeys} from '../../api/telemetry/telemetry'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import {loadUsual} from '../../api/telemetry/usual'
import {nameOf} from '../../domain/console/records/description'
import {devices} from '../../domain/console/records/devices'
import type {ThresholdOwner} from '../../domain/console/thresholds/levels'
import {type DevicePast, extremesQuestion, lastWeeks, suggestedLimits} from '../../domain/console/thresholds/suggestion'
import {
  dayQuestion,
  devicesOfKey,
  lastDay,
  lastWeek,
  type PreviewDevice,
  type Trial,
  type TrialQuestion,
} from '../../domain/console/thresholds/trial'
import {may} from '../../domain/rights'
import {seriesFrom} from '../../domain/telemetry/series/seriesAnswer'
import {type ThresholdPreviewLogic, thresholdPreviewMachine} from '../../machines/console/thresholdPreview'
import {
  type ThresholdsLogic,
  thresholdEntries,
  thresholdsMachine,
  thresholdsTexts,
} from '../../machines/console/thresholds'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {attributeCalls} from './attributeCalls'

export function createThresholdsLogic(connections: Connections, authority: () => string): ThresholdsLogic {
  const {http} = connections
  return connected(thresholdsMachine)({
    actors: {
      ...attributeCalls(connections, thresholdEntries, thresholdsTexts),
      load: ask(http, (_, {input: {owner}}, options) =>
        loadThresholdLevels(http, {owner, mayRead: kind => may(authority(), `${kind}.read`)}, options),
      ),
    },
  })
}

export function createThresholdPreviewLogic(connections: Connections): ThresholdPreviewLogic {
  const {http, serverClock, links} = connections
  const tried = async ({devices, ...asked}: TrialQuestion, options: Options): Promise<Trial | null> => {
    const {offer} = await firstValueFrom(links)
    if (!isPulsewall(offer)) return null
    const range = lastWeek(serverClock.now())
    const trials = await severalAtOnce(devices, device => tryThreshold(http, {...asked, device, range}, options))
    return {raised: trials.flatMap(({raised}) => raised), isWhole: trials.every(({isWhole}) => isWhole)}
  }
  /** Counters, booleans and texts included: the buckets say only whether there is any number. */
  const findDevicesOfKey = async (
    {devices, key}: {devices: readonly PreviewDevice[]; key: string},
    options: Options,
  ) => {
    const {offer} = await firstValueFrom(links)
    if (devices.length < 2 || !isPulsewall(offer)) return devicesOfKey(devices)
    const asked = devices.slice(0, SPARKLINES_PER_QUERY)
    const requested = asked.map(({id}) => ({deviceId: id, key}))
    const {start, end} = lastWeeks(serverClock.now())
    const buckets = {start: Math.round(start), end: Math.round(end), windowMinutes: MINUTES_OF_DAY}
    const found = await loadSparklines(http, {requested, ...buckets}, options)
    const having = new Set(found.flatMap(({deviceId, points}) => (points.length > 0 ? [deviceId] : [])))
    const unknown = devices.length - asked.length
    return devicesOfKey(
      asked.filter(({id}) => having.has(id)),
      unknown,
    )
  }
  const pastOf = async (
    telemetry: TelemetrySource,
    {device, key}: {device: PreviewDevice; key: string},
    options: Options,
  ): Promise<DevicePast> => {
    const series = {deviceId: device.id, key}
    const extremesOf = async (aggregation: 'min' | 'max') => {
      const question = extremesQuestion(series, lastWeeks(serverClock.now()), aggregation)
      return seriesFrom(await telemetry.series(question, options), question).points
    }
    const [minima, maxima, usual] = await Promise.all([
      extremesOf('min'),
      extremesOf('max'),
      loadUsual(http, {...series, range: lastWeek(serverClock.now())}, options),
    ])
    return {device, extremes: {minima, maxima}, usual}
  }
  return connected(thresholdPreviewMachine)({
    actors: {
      retries: connections.retries,
      loadDevices: ask(http, loadPreviewDevices),
      loadKeys: ask(http, loadKeys),
      loadDay: ask(http, async (_, {deviceId, key}, options) => {
        const range = lastDay(serverClock.now())
        const question = dayQuestion(deviceId, key, range, UTC)
        const {offer} = await firstValueFrom(links)
        return {series: seriesFrom(await telemetryOf(http, offer).series(question, options), question), range}
      }),
      tryThreshold: ask(http, (_, input, options) => tried(input, options)),
      findDevicesOfKey: ask(http, (_, input, options) => findDevicesOfKey(input, options)),
      suggestLimits: ask(http, async (_, {devices, key}, options) => {
        const {offer} = await firstValueFrom(links)
        if (!isPulsewall(offer)) return null
        const telemetry = telemetryOf(http, offer)
        const pasts = await severalAtOnce(devices, device => pastOf(telemetry, {device, key}, options))
        const suggested = suggestedLimits(pasts)
        if (suggested?.kind !== 'limits') return suggested
        return {...suggested, trial: await tried({devices, key, threshold: suggested.threshold}, options)}
      }),
    },
  })
}

const MINUTES_OF_DAY = 24 * 60
const AT_ONCE = 4

/** Asks about each of many, a few at a time, so that the server has others to answer in between. */
async function severalAtOnce<Item, Answer>(items: readonly Item[], ask: (item: Item) => Promise<Answer>) {
  const answers: Answer[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    answers.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(ask))))
  return answers
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
