import {isPulsewall} from '../../../contract/rules/offer'
import {HOUR} from '../../../contract/rules/time/durations'
import {loadPlaces} from '../../api/telemetry/keySettings'
import {loadUsualOfMany} from '../../api/telemetry/usual'
import type {SeriesBands} from '../../domain/wall/gauges/indicated'
import {historyId} from '../../domain/wall/histories'
import {connected} from '../../machines/ports'
import {devicePlacesMachine} from '../../machines/wall/devicePlaces'
import {type PanelBandsLogic, panelBandsMachine} from '../../machines/wall/panelBands'
import type {PanelSources} from '../../machines/wall/panelSources'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'
import {createPanelSeriesLogic} from './panelSeries'

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

/** What was usual at a past moment, nobody has kept. */
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
