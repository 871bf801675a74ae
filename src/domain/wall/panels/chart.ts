import {COMPARED_SERIES_LIMIT} from '../../../../contract/limits'
import type {SparklineId} from '../../telemetry/series/sparkline'
import {type PanelBase, type PanelRules, seriesListIn} from './panel'
import {type Repeatable, repeatIn} from './repeat'
import {type PanelSpan, panelSpanIn} from './span'

/** Several series over a span, with a scale for each unit. */
export interface ChartPanel extends PanelBase, Repeatable {
  kind: 'chart'
  series: readonly SparklineId[]
  span: PanelSpan
}

export const chartPanel: PanelRules<ChartPanel> = {
  size: {w: 12, h: 6},
  read: (base, entry) => ({
    ...base,
    kind: 'chart',
    series: seriesListIn(entry.series, COMPARED_SERIES_LIMIT),
    span: panelSpanIn(entry.span),
    repeat: repeatIn(entry.repeat),
  }),
}
