import {inUnit} from '../../../../contract/rules/units'
import type {Json} from '../../../../contract/wire/common'
import type {ValueRange} from '../../telemetry/indicator'
import type {Limit} from '../../telemetry/limits'
import type {SparklineId} from '../../telemetry/series/sparkline'
import {oneOf} from '../options'
import {type PanelBase, type PanelRules, seriesIn} from '../panels/panel'
import {type Repeatable, repeatIn} from '../panels/repeat'
import {finite, ticksOf} from './ticks'

export const GAUGE_LOOKS = ['arc', 'bar'] as const

/** One latest value on a scale, with its limits. */
export interface GaugePanel extends PanelBase, Repeatable {
  kind: 'gauge'
  series: SparklineId
  look: (typeof GAUGE_LOOKS)[number]
  /** The ends of the scale, in the unit that is shown; null for what the limits and the last hour give. */
  least: number | null
  most: number | null
}

export const gaugePanel: PanelRules<GaugePanel> = {
  size: {w: 6, h: 5},
  read: (base, entry) => ({
    ...base,
    kind: 'gauge',
    series: seriesIn(entry.series),
    repeat: repeatIn(entry.repeat),
    look: oneOf(GAUGE_LOOKS, entry.look) ?? 'arc',
    least: endIn(entry.least),
    most: endIn(entry.most),
  }),
}

const endIn = (json: Json | undefined): number | null =>
  typeof json === 'number' && Number.isFinite(json) ? json : null

interface Known {
  limits: readonly Pick<Limit, 'value'>[]
  /** The present value, and the values of the last hour. */
  values: readonly number[]
  unit: string | null
}

/**
 * Returns the scale of a gauge, in the unit that is shown: its own ends, as far as they are in order, otherwise round
 * numbers around the known values. Null without any.
 */
export function gaugeScale(
  {least, most}: Pick<GaugePanel, 'least' | 'most'>,
  {limits, values, unit}: Known,
): ValueRange | null {
  if (least !== null && most !== null && least < most) return {low: least, high: most}
  const known = [...limits.map(({value}) => value), ...values].map(each => inUnit(each, unit)).filter(Number.isFinite)
  if (known.length === 0) return null
  const ends = [Math.min(...known), Math.max(...known)] as const
  const ticks = ticksOf(...ends)
  // Without ticks the ends are further apart than a double can say.
  const [low, high] = [ticks[0] ?? ends[0], ticks.at(-1) ?? ends[1]]
  const beside = (end: number) => finite(Math.max(high - low, Math.abs(end) / 1000))
  if (least !== null && most === null) return {low: least, high: high > least ? high : finite(least + beside(least))}
  if (most !== null && least === null) return {low: low < most ? low : finite(most - beside(most)), high: most}
  return {low, high}
}
