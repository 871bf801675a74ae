import {COMPARED_SERIES_LIMIT} from '../../../../contract/limits'
import {SPANS, type Span, type SparklineId} from '../../telemetry/series/sparkline'
import {oneOf} from '../options'
import {type PanelBase, type PanelRules, seriesListIn} from './panel'

/** Several series over a span, with a scale for each unit. */
export interface ChartPanel extends PanelBase {
  kind: 'chart'
  series: readonly SparklineId[]
  span: Span
}

export const chartPanel: PanelRules<ChartPanel> = {
  size: {w: 12, h: 6},
  read: (base, entry) => ({
    ...base,
    kind: 'chart',
    series: seriesListIn(entry.series, COMPARED_SERIES_LIMIT),
    span: oneOf(SPANS, entry.span) ?? '24h',
  }),
}
