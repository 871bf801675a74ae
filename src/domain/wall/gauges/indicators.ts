import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {SparklineId} from '../../telemetry/series/sparkline'
import {oneOf} from '../options'
import {devicesIn, keyIn, type PanelBase, type PanelRules, seriesListIn} from '../panels/panel'
import {type Repeatable, repeatIn} from '../panels/repeat'

export const MAX_INDICATORS = 24
export const INDICATORS_OF = ['key', 'series'] as const

/** Values whose usual bands line up. */
export interface IndicatorsPanel extends PanelBase, Repeatable {
  kind: 'indicators'
  of: (typeof INDICATORS_OF)[number]
  /** A key of these devices. */
  key: string
  devices: DeviceChoice
  /** Or these. */
  series: readonly SparklineId[]
}

export const indicatorsPanel: PanelRules<IndicatorsPanel> = {
  size: {w: 12, h: 5},
  read: (base, entry) => ({
    ...base,
    kind: 'indicators',
    of: oneOf(INDICATORS_OF, entry.of) ?? 'key',
    key: keyIn(entry.key),
    devices: devicesIn(entry.devices),
    repeat: repeatIn(entry.repeat),
    series: seriesListIn(entry.series, MAX_INDICATORS),
  }),
}
