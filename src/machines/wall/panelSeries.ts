import {textsOf} from '../../domain/language'
import {SCALES, type Span, type SparklineId} from '../../domain/telemetry/series/sparkline'
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

/** The averages of the series of a panel. */
export const panelSeriesMachine = createResource<PanelSeries, PanelSeriesQuestion>({
  id: 'panelSeries',
  texts,
  pause: ({span}) => SCALES[span].pause,
})

export type PanelSeriesLogic = typeof panelSeriesMachine
export type PanelSeriesRef = ResourceRef<PanelSeries, PanelSeriesQuestion>
