import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {THRESHOLDS_ATTRIBUTE, thresholdsFrom} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../../contract/rules/units'
import type {EpochMs, Json} from '../../../contract/wire/common'
import type {KeyOwners, KeySettings, Named} from '../../domain/telemetry/readings/keySettings'
import type {SeriesQuestion} from '../../domain/telemetry/series/seriesAnswer'
import type {Http, Options} from '../http'
import {deriveStatistics} from './derivedStatistics'
import {loadSharedJson} from './keySettings'
import type {TelemetrySource} from './source'
import {loadPoints} from './telemetry'

/** A server of the specification sends raw points and attributes, and the client computes the rest. */
export const specified = (http: Http): TelemetrySource => ({
  async series(question, options = {}) {
    const points = await loadPoints(http, question, options)
    return {
      points,
      hasOlder: await hasOlder(http, question, points, options),
      aggregation: null,
      window: null,
      total: null,
      gaps: null,
    }
  },
  statistics: ({zone, ...series}, options) =>
    deriveStatistics(http.clock.now(), zone, range => loadPoints(http, {...series, ...range}, options)),
  keySettings: (owners, options = {}) => nearestSettings(http, owners, options),
})

/**
 * The server sends its newest points and doesn't say whether there are more. As many as were asked for may be all of
 * them, so it is asked for an older one.
 */
async function hasOlder(
  http: Http,
  question: SeriesQuestion,
  points: readonly {ts: EpochMs}[],
  options: Options,
): Promise<boolean> {
  const oldest = Math.min(...points.map(({ts}) => ts))
  if (points.length < CHART_POINT_LIMIT || oldest <= question.start) return false
  return (await loadPoints(http, {...question, end: oldest - 1, limit: 1}, options)).length > 0
}

/**
 * Asks for what the organisation says, and for what holds for the one watched device: asking for every device would cost
 * a call each.
 */
async function nearestSettings(
  http: Http,
  {organisationId, customerId, watchedDeviceId}: KeyOwners,
  options: Options,
): Promise<KeySettings> {
  const own = async (kind: 'organisation' | 'customer' | 'device', id: string | null) =>
    id === null ? NOTHING_SHARED : await loadSharedJson(http, {kind, id}, options)
  const [ofOrganisation, ofCustomer, ofDevice] = await Promise.all([
    own('organisation', organisationId),
    own('customer', customerId),
    own('device', watchedDeviceId),
  ])
  const nearest = <Value>(read: (shared: SharedJson) => ReadonlyMap<string, Value>): Named<Value> => ({
    ofAll: read(ofOrganisation),
    byDevice: new Map(
      watchedDeviceId === null ? [] : [[watchedDeviceId, new Map([...read(ofCustomer), ...read(ofDevice)])]],
    ),
  })
  return {
    units: nearest(shared => unitsFrom(shared.get(UNITS_ATTRIBUTE))),
    thresholds: nearest(shared => thresholdsFrom(shared.get(THRESHOLDS_ATTRIBUTE)).thresholds),
  }
}

type SharedJson = ReadonlyMap<string, Json>
const NOTHING_SHARED: SharedJson = new Map()
