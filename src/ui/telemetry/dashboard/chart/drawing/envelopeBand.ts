import type {Chart, Series} from 'highcharts'
import type {ShownUnit} from '../../../../../../contract/rules/format/shownUnit'
import type {EnvelopePart} from '../../../../../../contract/rules/series/envelope'
import {inUnit} from '../../../../../../contract/rules/units'
import type {EpochMs} from '../../../../../../contract/wire/common'
import type {ChartShape} from '../../../../../domain/telemetry/series/chartKind'
import type {ChartPoint} from './difference'
import {Highcharts} from './highcharts'

export interface Envelope {
  /** The stored values. */
  parts: readonly EnvelopePart[]
  /** The points drawn before the band, in `unit`. */
  points: readonly ChartPoint[]
  unit: ShownUnit
  shape: ChartShape
}

export interface EnvelopeBand {
  /** Draws the parts with the next redraw of the chart. Returns whether any is another one. */
  show(envelope: Envelope): boolean
  /** Returns the part about this time, in the unit that is drawn; null where every point is drawn. */
  at(ts: EpochMs): EnvelopePart | null
}

/**
 * Draws behind the values what lies between the lowest and the highest of each part, in one path that follows each
 * redraw of the chart. Columns let it through, so their tops are drawn once more. `peaks` is an unseen series that
 * makes room for what columns don't reach; lines have their peaks.
 */
export function envelopeBandOn(chart: Chart, peaks: Series): EnvelopeBand {
  const {xAxis: times, yAxis: values} = peaks
  const band = chart.renderer.path([]).attr({class: 'envelope', zIndex: 2}).add().element
  const tops = chart.renderer.path([]).attr({class: 'envelope-tops', zIndex: 3}).add().element
  let shown: Envelope = {parts: [], points: [], unit: null, shape: 'line'}
  let drawn: readonly EnvelopePart[] = []

  /** Whole pixels leave no seams between neighbours. What lies out of view has no width, or lies at an edge. */
  const x = (ts: EpochMs) => within(chart.plotLeft, chart.plotWidth, times.toPixels(ts, false))
  const y = (value: number) => within(chart.plotTop, chart.plotHeight, values.toPixels(value, false))
  const rectangleOf = ({from, to, min, max}: EnvelopePart): string => {
    const [left, right, top, bottom] = [x(from), x(to), y(max), y(min)]
    const isInView = left < right && top < chart.plotTop + chart.plotHeight && bottom > chart.plotTop
    return isInView ? `M${left} ${top}H${right}V${Math.max(bottom, top + 1)}H${left}Z` : ''
  }
  const draw = () => {
    if (drawn.length === 0 && band.getAttribute('d') === '') return
    const averages = new Map(shown.shape === 'columns' ? shown.points : [])
    const topOf = ({from, to}: EnvelopePart): string => {
      const average = averages.get(from) ?? null
      return average === null ? '' : `M${x(from)} ${y(average)}H${x(to)}`
    }
    // While no value is in view, the axis has no scale.
    const parts = typeof values.min === 'number' ? drawn : []
    band.setAttribute('d', parts.map(rectangleOf).join(''))
    tops.setAttribute('d', parts.map(topOf).join(''))
  }
  Highcharts.addEvent(chart, 'render', draw)

  return {
    show(next) {
      const {parts, unit, shape} = next
      const isSame = unit === shown.unit && shape === shown.shape && areSame(parts, shown.parts)
      shown = next
      if (isSame) return false
      drawn = parts.map(({from, to, min, max}) => ({from, to, min: inUnit(min, unit), max: inUnit(max, unit)}))
      chart.container.dataset.envelope = drawn.length === 0 ? 'none' : shape
      peaks.setData(shape === 'columns' ? drawn.flatMap(peaksOf) : [], false, false, false)
      return true
    },
    at: ts => drawn.findLast(({from, to}) => from <= ts && ts <= to) ?? null,
  }
}

const areSame = (some: readonly EnvelopePart[], others: readonly EnvelopePart[]): boolean =>
  some === others || (some.length === others.length && some.every((part, at) => isSamePart(part, others[at])))

const isSamePart = (one: EnvelopePart, other: EnvelopePart | undefined): boolean =>
  one.from === other?.from && one.to === other.to && one.min === other.min && one.max === other.max

const peaksOf = ({from, min, max}: EnvelopePart): [EpochMs, number][] => [
  [from, min],
  [from, max],
]

const within = (start: number, length: number, at: number): number =>
  Math.round(Math.min(start + length, Math.max(start, at)))
