import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import type {Json} from '../../../../contract/wire/common'
import {oneOf} from '../options'
import {devicesIn, keyIn, type PanelBase, type PanelRules} from '../panels/panel'
import {type Repeatable, repeatIn} from '../panels/repeat'
import {TOP_COUNTS} from '../panels/top'

type RowCount = (typeof TOP_COUNTS)[number]

const countIn = (json: Json | undefined): RowCount => oneOf(TOP_COUNTS, json) ?? 10

/** A panel of rows about some devices. */
interface RowsPanel extends PanelBase {
  devices: DeviceChoice
  count: RowCount
}

/** The series that are farthest from their usual band now. */
export interface UnusualPanel extends RowsPanel {
  kind: 'unusual'
}

/** The devices whose values are late. */
export interface LatePanel extends RowsPanel, Repeatable {
  kind: 'late'
}

export const AVAILABILITY_SPANS = ['24h', '7d', '30d'] as const
export type AvailabilitySpan = (typeof AVAILABILITY_SPANS)[number]

/** For which share of a span devices were available. */
export interface AvailabilityPanel extends RowsPanel {
  kind: 'availability'
  span: AvailabilitySpan
}

/** The screens, with their state and the video that each plays. */
export interface ScreensPanel extends RowsPanel {
  kind: 'screens'
}

/** A key of some devices today, beside the same hours of yesterday. */
export interface ComparisonPanel extends RowsPanel, Repeatable {
  kind: 'comparison'
  key: string
}

/** The last changes by people in the organisation. */
export interface ChangesPanel extends PanelBase {
  kind: 'changes'
  count: RowCount
}

export type FactPanel = UnusualPanel | LatePanel | AvailabilityPanel | ScreensPanel | ComparisonPanel | ChangesPanel

const size = {w: 10, h: 6}
const rowsIn = (entry: Parameters<PanelRules<PanelBase>['read']>[1]) => ({
  devices: devicesIn(entry.devices),
  count: countIn(entry.count),
})

const unusual: PanelRules<UnusualPanel> = {size, read: (base, entry) => ({...base, kind: 'unusual', ...rowsIn(entry)})}

const late: PanelRules<LatePanel> = {
  size,
  read: (base, entry) => ({...base, kind: 'late', ...rowsIn(entry), repeat: repeatIn(entry.repeat)}),
}

const availability: PanelRules<AvailabilityPanel> = {
  size,
  read: (base, entry) => ({
    ...base,
    kind: 'availability',
    ...rowsIn(entry),
    span: oneOf(AVAILABILITY_SPANS, entry.span) ?? '7d',
  }),
}

const screens: PanelRules<ScreensPanel> = {size, read: (base, entry) => ({...base, kind: 'screens', ...rowsIn(entry)})}

const comparison: PanelRules<ComparisonPanel> = {
  size,
  read: (base, entry) => ({
    ...base,
    kind: 'comparison',
    ...rowsIn(entry),
    key: keyIn(entry.key),
    repeat: repeatIn(entry.repeat),
  }),
}

const changes: PanelRules<ChangesPanel> = {
  size,
  read: (base, entry) => ({...base, kind: 'changes', count: countIn(entry.count)}),
}

/** Panels that say more of devices than their latest values. */
export const FACT_RULES = {unusual, late, availability, screens, comparison, changes}

export const FACT_KINDS = ['unusual', 'late', 'availability', 'screens', 'comparison', 'changes'] as const
