import type {SparklineId} from '../../telemetry/series/sparkline'
import {type PanelBase, type PanelRules, seriesIn} from './panel'

/** One latest value in large letters, with a small chart. */
export interface NumberPanel extends PanelBase {
  kind: 'number'
  series: SparklineId
}

export const numberPanel: PanelRules<NumberPanel> = {
  size: {w: 6, h: 4},
  read: (base, entry) => ({...base, kind: 'number', series: seriesIn(entry.series)}),
}
