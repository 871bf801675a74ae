import {SPARKLINES_PER_QUERY} from '../../../contract/limits'
import {isPulsewall} from '../../../contract/rules/offer'
import {HOUR} from '../../../contract/rules/time/durations'
import {loadPlaces} from '../../api/telemetry/keySettings'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {loadUsualOfMany} from '../../api/telemetry/usual'
import {averagesFrom, sparklineBuckets} from '../../domain/telemetry/series/sparkline'
import type {SeriesBands} from '../../domain/wall/gauges/indicated'
import {type FoundHistory, historyId} from '../../domain/wall/histories'
import {connected} from '../../machines/ports'
import {devicePlacesMachine} from '../../machines/wall/devicePlaces'
import {type PanelBandsLogic, panelBandsMachine} from '../../machines/wall/panelBands'
import {type PanelSeriesLogic, panelSeriesMachine} from '../../machines/wall/panelSeries'
import type {PanelSources} from '../../machines/wall/panelSources'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

type SourceConnections = Pick<Connections, 'http' | 'links' | 'serverClock' | 'isReplay'>

export const createPanelSources = (connections: SourceConnections): PanelSources => ({
  series: createPanelSeriesLogic(connections),
  facts: async () => (await import('./panelFacts')).createPanelFactsLogic(connections),
  bands: createPanelBandsLogic(connections),
  places: connected(devicePlacesMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {offer}, options) =>
        isPulsewall(offer) ? await loadPlaces(http, options) : new Map(),
      ),
    },
  }),
  pictures: async () => (await import('./pictures')).createPictures(connections),
  versions: async () => (await import('./wallVersions')).createWallVersionsLogic(connections),
})

/** The server does not store what was usual at a past moment. */
const createPanelBandsLogic = (connections: SourceConnections): PanelBandsLogic =>
  connected(panelBandsMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(connections.http, async (http, {question: {series}, offer}, options) => {
        const found = new Map<string, SeriesBands>()
        if (connections.isReplay || series.length === 0 || !isPulsewall(offer)) return found
        const start = Math.floor(connections.serverClock.now() / HOUR) * HOUR
        const range = {start, end: start + 2 * HOUR}
        for (const {deviceId, key, parts} of await loadUsualOfMany(http, {series, range}, options))
          found.set(historyId({deviceId, key}), parts.length === 0 ? {kind: 'learning'} : {kind: 'known', parts})
        return found
      }),
    },
  })

/** What charts and tables on a wall show besides latest values. */
const createPanelSeriesLogic = (
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
          const requested = series.slice(from, from + SPARKLINES_PER_QUERY)
          for (const {points, ...id} of await loadSparklines(http, {requested, ...asked, hasFigures: true}, options))
            found.set(historyId(id), {...id, averages: averagesFrom(points, buckets)})
        }
        return {found, span}
      }),
    },
  })
