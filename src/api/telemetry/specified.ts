import {CHART_POINT_LIMIT} from '../../../contract/limits'
import {HEADLINES_ATTRIBUTE, headlinesFrom} from '../../../contract/rules/headlines'
import {countedPoints} from '../../../contract/rules/series/point'
import {statisticsOf} from '../../../contract/rules/series/statistics'
import {THRESHOLDS_ATTRIBUTE, thresholdsFrom} from '../../../contract/rules/thresholds'
import {type CalendarWindow, statisticsWindows} from '../../../contract/rules/time/calendar'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../../contract/rules/units'
import type {EpochMs, Json} from '../../../contract/wire/common'
import type {WindowStatistics} from '../../../contract/wire/telemetry/telemetry'
import type {KeyOwners, KeySettings, Named} from '../../domain/telemetry/readings/keySettings'
import type {SeriesQuestion, TelemetryPoint} from '../../domain/telemetry/series/seriesAnswer'
import type {DerivedStatistics} from '../../domain/telemetry/series/seriesStatistics'
import type {Http, Options} from '../http'
import {loadSharedJson} from './keySettings'
import {type FetchPoints, pointsBack} from './pointsBack'
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
    headlines: new Map(
      organisationId === null ? [] : [[organisationId, headlinesFrom(ofOrganisation.get(HEADLINES_ATTRIBUTE))]],
    ),
  }
}

type SharedJson = ReadonlyMap<string, Json>
const NOTHING_SHARED: SharedJson = new Map()

/** A week of one point a minute takes eleven calls every ten minutes; a point each second would need hundreds. */
const PAGES = 20

/** Computes the tiles for a server that doesn't. Each window is exact or `incomplete`; none is guessed. */
export async function deriveStatistics(now: EpochMs, zone: string, fetch: FetchPoints): Promise<DerivedStatistics> {
  const windows = statisticsWindows(now, zone)
  const range = {start: windows.lastWeek.start, end: now}
  const {points, since} = await pointsBack(range, fetch, {enough: windows.thisWeek.start, pages: PAGES})
  const of = async (window: CalendarWindow): Promise<WindowStatistics | null | 'incomplete'> => {
    if (window.start >= since) return statisticsOf(numbersOf(points), window)
    if (window.end > now) return 'incomplete'
    // A window that has ended may lie behind the fetched points. The end is exclusive for a window, but inclusive for a
    // call.
    const fetched = await fetch({start: window.start, end: window.end - 1})
    return fetched.length < CHART_POINT_LIMIT ? statisticsOf(numbersOf(fetched), window) : 'incomplete'
  }
  return {
    lastHour: await of(windows.lastHour),
    today: await of(windows.today),
    yesterday: await of(windows.yesterday),
    thisWeek: await of(windows.thisWeek),
    lastWeek: await of(windows.lastWeek),
  }
}

const numbersOf = (points: readonly TelemetryPoint[]) => countedPoints(points).sort((one, other) => one.ts - other.ts)
