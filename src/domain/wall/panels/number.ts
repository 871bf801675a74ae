import type {SparklineId} from '../../telemetry/series/sparkline'
import {type PanelBase, type PanelRules, seriesIn} from './panel'
import {type Repeatable, repeatIn} from './repeat'

/** One latest value in large letters, with a small chart. */
export interface NumberPanel extends PanelBase, Repeatable {
  kind: 'number'
  series: SparklineId
}

export const numberPanel: PanelRules<NumberPanel> = {
  size: {w: 6, h: 4},
  read: (base, entry) => ({...base, kind: 'number', series: seriesIn(entry.series), repeat: repeatIn(entry.repeat)}),
}
