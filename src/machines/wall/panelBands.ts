import {MINUTE} from '../../../contract/rules/time/durations'
import {textsOf} from '../../domain/language'
import type {SparklineId} from '../../domain/telemetry/series/sparkline'
import type {SeriesBands} from '../../domain/wall/gauges/indicated'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.panelBands', {unloaded: 'What is usual could not be loaded.'})

/** The bands by `historyId`. They reach into the next hour, so that they are read again before it is over. */
export type PanelBands = ReadonlyMap<string, SeriesBands>

export interface PanelBandsQuestion {
  series: readonly SparklineId[]
}

/** Loads the present usual bands of the series of a panel. */
export const panelBandsMachine = createResource<PanelBands, PanelBandsQuestion>({
  id: 'panelBands',
  texts,
  pause: () => 30 * MINUTE,
})

export type PanelBandsLogic = typeof panelBandsMachine
export type PanelBandsRef = ResourceRef<PanelBands, PanelBandsQuestion>
