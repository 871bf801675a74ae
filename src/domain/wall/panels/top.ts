import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import {oneOf} from '../options'
import {devicesIn, keyIn, type PanelBase, type PanelRules} from './panel'
import {type Repeatable, repeatIn} from './repeat'
import {type PanelSpan, panelSpanIn} from './span'

export const TOP_VALUES = ['now', 'mean', 'max'] as const
export type TopValue = (typeof TOP_VALUES)[number]
export const TOP_ENDS = ['highest', 'lowest'] as const
export const TOP_COUNTS = [3, 5, 10, 20] as const

/** The devices with the highest or lowest values of a key. */
export interface TopPanel extends PanelBase, Repeatable {
  kind: 'top'
  devices: DeviceChoice
  key: string
  /** The value by which they are sorted. `mean` and `max` belong to the span. */
  by: TopValue
  end: (typeof TOP_ENDS)[number]
  span: PanelSpan
  count: (typeof TOP_COUNTS)[number]
}

export const topPanel: PanelRules<TopPanel> = {
  size: {w: 8, h: 6},
  read: (base, entry) => ({
    ...base,
    kind: 'top',
    devices: devicesIn(entry.devices),
    repeat: repeatIn(entry.repeat),
    key: keyIn(entry.key),
    by: oneOf(TOP_VALUES, entry.by) ?? 'now',
    end: oneOf(TOP_ENDS, entry.end) ?? 'highest',
    span: panelSpanIn(entry.span),
    count: oneOf(TOP_COUNTS, entry.count) ?? 10,
  }),
}
