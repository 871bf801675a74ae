import type {Milliseconds} from '../../../contract/wire/common'
import {textsOf} from '../../domain/language'
import type {Span, SparklineId} from '../../domain/telemetry/series/sparkline'
import type {FoundHistories} from '../../domain/wall/panels/ranked'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.panelSeries', {unloaded: 'The series could not be loaded.'})

export interface PanelSeriesQuestion {
  series: readonly SparklineId[]
  span: Span
}

export interface PanelSeries {
  found: FoundHistories
  span: Span
}

/** A new average comes about so often. */
const PAUSES: Readonly<Record<Span, Milliseconds>> = {'1h': 60_000, '24h': 5 * 60_000, '7d': 30 * 60_000}

/** The averages of the series of a panel. */
export const panelSeriesMachine = createResource<PanelSeries, PanelSeriesQuestion>({
  id: 'panelSeries',
  texts,
  pause: ({span}) => PAUSES[span],
})

export type PanelSeriesLogic = typeof panelSeriesMachine
export type PanelSeriesRef = ResourceRef<PanelSeries, PanelSeriesQuestion>
