import type {Http} from '../http'
import {loadThresholdsOfMany, loadUnitsOfMany} from './keySettings'
import type {TelemetrySource} from './source'
import {loadSeries, loadStatistics} from './telemetry'

/** A server with additions makes buckets and statistics itself, and knows what holds for each device. */
export const pulsewall = (http: Http): TelemetrySource => ({
  series: (question, options) => loadSeries(http, question, options),
  statistics: (of, options) => loadStatistics(http, of, options),
  async keySettings(_owners, options) {
    const [units, thresholds] = await Promise.all([loadUnitsOfMany(http, options), loadThresholdsOfMany(http, options)])
    return {units, thresholds}
  },
})
