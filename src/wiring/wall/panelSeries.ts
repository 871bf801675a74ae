import {SPARKLINES_PER_QUERY} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {averagesFrom, sparklineBuckets} from '../../domain/telemetry/series/sparkline'
import {type FoundHistory, historyId} from '../../domain/wall/histories'
import {connected} from '../../machines/ports'
import {type PanelSeriesLogic, panelSeriesMachine} from '../../machines/wall/panelSeries'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

/** What charts and tables on a wall show besides latest values. */
export const createPanelSeriesLogic = (
  connections: Pick<Connections, 'http' | 'links' | 'serverClock' | 'isReplay'>,
): PanelSeriesLogic =>
  connected(panelSeriesMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {question: {series, span}, offer}, options) => {
        const now = connections.serverClock.now()
        const buckets = sparklineBuckets(now, span)
        // Of the past, nothing counts that came later.
        const asked = connections.isReplay ? {...buckets, end: now} : buckets
        const found = new Map<string, FoundHistory>()
        if (!isPulsewall(offer)) return {found, span}
        for (let from = 0; from < series.length; from += SPARKLINES_PER_QUERY) {
          const wanted = series.slice(from, from + SPARKLINES_PER_QUERY)
          for (const {points, ...id} of await loadSparklines(http, {wanted, ...asked, hasFigures: true}, options))
            found.set(historyId(id), {...id, averages: averagesFrom(points, buckets)})
        }
        return {found, span}
      }),
    },
  })
