import {isPulsewall} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Http} from '../http'
import {loadHeadlines, loadThresholdsOfMany, loadUnitsOfMany} from './keySettings'
import type {TelemetrySource} from './source'
import {specified} from './specified'
import {loadSeries, loadStatistics} from './telemetry'

/** A server whose offer is unknown is asked by the calls of the specification. */
export const telemetryOf = (http: Http, offer: Offer | null): TelemetrySource =>
  isPulsewall(offer) ? pulsewall(http) : specified(http)

/** A server with additions makes buckets and statistics itself, and knows what holds for each device. */
const pulsewall = (http: Http): TelemetrySource => ({
  series: (question, options) => loadSeries(http, question, options),
  statistics: (of, options) => loadStatistics(http, of, options),
  async keySettings(_owners, options) {
    const [units, thresholds, headlines] = await Promise.all([
      loadUnitsOfMany(http, options),
      loadThresholdsOfMany(http, options),
      loadHeadlines(http, options),
    ])
    return {units, thresholds, headlines}
  },
})
