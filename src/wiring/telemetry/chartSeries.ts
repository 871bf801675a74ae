import type {Offer} from '../../../contract/wire/capabilities'
import type {Http, Options} from '../../api/http'
import {loadPoints} from '../../api/telemetry/telemetry'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import {RECENT_POINTS, type Series, withNewest} from '../../domain/telemetry/series/series'
import {type SeriesQuestion, seriesFrom, seriesPoints} from '../../domain/telemetry/series/seriesAnswer'

interface ChartQuestion {
  question: SeriesQuestion
  offer: Offer | null
}

/** Loads the points that a chart draws. */
export async function loadDrawn(http: Http, {question, offer}: ChartQuestion, options: Options) {
  return seriesFrom(await telemetryOf(http, offer).series({...question, hasDetails: true}, options), question)
}

/** Loads the newest points as well, which thinning may have left out. A failure of theirs leaves the chart as it is. */
export async function loadDrawnAndNewest(http: Http, asked: ChartQuestion, options: Options): Promise<Series> {
  const series = await loadDrawn(http, asked, options)
  if (!series.isThinned) return series
  try {
    return withNewest(series, seriesPoints(await loadPoints(http, {...asked.question, limit: RECENT_POINTS}, options)))
  } catch (error) {
    if (options.signal?.aborted !== true) console.error('Failed to load the newest points', error)
    return series
  }
}
