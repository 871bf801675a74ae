import type {Axis, AxisTickPositionsArray, Options, Point, SelectDataObject, YAxisOptions} from 'highcharts'
import {CHART_HEIGHT_PX} from '../../../../../../contract/limits'
import type {ShownUnit} from '../../../../../../contract/rules/format/shownUnit'
import type {EnvelopePart} from '../../../../../../contract/rules/series/envelope'
import {cut, inHtml} from '../../../../../../contract/rules/text'
import {DAY, HOUR, MINUTE, SECOND} from '../../../../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'
import type {Formats} from '../../../../../domain/format/formats'
import type {DrawnKind} from '../../../../../domain/telemetry/series/chartKind'
import {axisUnit} from '../../../../../domain/telemetry/series/chartRange'
import {texts} from '../../texts'
import {axisText, exactText} from '../chartText'
import {isZoomed, visibleExtent, wholeExtent} from './timeAxis'
import {type Extent, NARROWEST} from './zoom'

interface Appearance {
  /** The name of the drawn key, as in the tooltip. */
  telemetryKey: string
  kind: DrawnKind
  color: 'red' | 'blue'
  formats: Formats
  /** Returns the unit of the points that are drawn now; it changes with the aggregation. */
  unit: () => ShownUnit
  /** Returns between which drawn values those lie that are left out about this time; null where none is. */
  leftOut: (ts: EpochMs) => EnvelopePart | null
  /** Is called at each change what part of the range is in view; null for all of it. */
  onView: (view: Extent | null) => void
}

/** The colours are CSS variables of Chart.module.css, so that they follow the colour scheme without a redraw. */
export function chartOptions(appearance: Appearance): Options {
  const {color, kind, formats, unit, onView} = appearance
  return {
    accessibility: {enabled: false},
    palette: {injectCSS: false},
    time: {timezone: formats.zone},
    title: {text: ''},
    legend: {enabled: false},
    credits: {enabled: false},
    chart: {
      animation: false,
      height: CHART_HEIGHT_PX,
      backgroundColor: 'transparent',
      spacing: [8, 4, 4, 3],
      style: {fontFamily: 'inherit', touchAction: 'pan-y'},
      zooming: {type: 'x', pinchType: 'x', resetButton: {theme: {style: {display: 'none'}}}},
      panning: {enabled: true, type: 'x'},
      panKey: 'ctrl',
      events: {selection: ({xAxis}) => xAxis?.every(isWideEnough)},
    },
    xAxis: {
      type: 'datetime',
      minPadding: 0,
      maxPadding: 0,
      crosshair: true,
      // The two ends of the range are all the points of a band of states, and would keep it from being zoomed.
      ...(kind === 'text' && {minRange: NARROWEST}),
      tickPositioner(min, max) {
        return timeTicks(this, min, max)
      },
      labels: {formatter: tick => tickLabel(Number(tick.value), tick.axis, formats)},
      events: {
        afterSetExtremes({trigger}) {
          followAgainWhenWhole(this)
          // The pointer is somewhere else in time after a zoom, and would keep the tooltip of where it was.
          if (trigger === 'zoom') this.chart.pointer.reset(false, 0)
          onView(isZoomed(this) ? visibleExtent(this) : null)
        },
      },
    },
    yAxis: {
      title: {text: undefined},
      labels: {
        formatter: tick => axisText(formats, kind, Number(tick.value), {unit: unit(), ticks: tick.axis.tickPositions}),
      },
      ...VALUE_AXES[kind],
    },
    tooltip: {
      animation: false,
      shadow: false,
      formatter: (_, point) => (point === undefined ? false : tooltipText(appearance, point)),
    },
    plotOptions: {
      series: {
        animation: false,
        color: `var(--chart-${color})`,
        connectNulls: false,
        lineWidth: 1.5,
        marker: {enabled: false, radius: 3},
        states: {hover: {lineWidthPlus: 0, halo: {size: 0}}, inactive: {enabled: false}},
      },
    },
    series: [
      {type: 'line', data: [], ...(kind === 'boolean' && {step: 'left'})},
      {type: 'line', data: [], lineWidth: 0, marker: {enabled: true, symbol: 'circle'}, enableMouseTracking: false},
      // Two points without a value hold the ends of the chosen range, so that the axis spans all of it.
      {type: 'line', data: [], enableMouseTracking: false},
      // A bucket is at its start, and its column spans all of it.
      {type: 'column', pointRange: 0, threshold: null, data: [], ...COLUMNS},
      // The peaks of a band, for which the value axis makes room.
      {type: 'line', data: [], lineWidth: 0, enableMouseTracking: false},
    ],
  }
}

/** A state has two places, with room for the line at both. A share is of all. */
const VALUE_AXES: Readonly<Record<DrawnKind, YAxisOptions>> = {
  number: {},
  text: {},
  boolean: {min: -0.1, max: 1.1, tickPositions: [0, 1], startOnTick: false, endOnTick: false},
  share: {min: 0, max: 1, tickPositions: [0, 0.25, 0.5, 0.75, 1]},
}

const COLUMNS = {pointPlacement: 'between', groupPadding: 0, pointPadding: 0.04, borderWidth: 0} as const

/** Keys can hold anything, and a tooltip is read as HTML. */
function tooltipText(appearance: Appearance, {x, y, series}: Point): string {
  const {telemetryKey, kind, formats, unit, leftOut} = appearance
  if (typeof y !== 'number') return ''
  const {options} = series
  const bucket = options.type === 'column' ? (options.pointRange ?? null) : null
  const value = exactText(formats, kind, y, unit())
  const time = formats.dateTime(x)
  const when = bucket === null ? time : texts.chart.bucketFrom(time, Math.round(bucket / MINUTE))
  const part = leftOut(x)
  return [
    `${shortened(telemetryKey)}: <b>${shortened(value)}</b>`,
    when,
    shortened(formats.zoneName(x)),
    ...(part === null ? [] : envelopeLines(appearance, part, bucket)),
  ].join('<br/>')
}

/** The piece of a thinned line has a time of its own, a bucket that of its value. */
function envelopeLines(
  {formats, kind, unit}: Appearance,
  {from, to, min, max}: EnvelopePart,
  bucket: Milliseconds | null,
): string[] {
  const [lowest, highest] = [min, max].map(value => shortened(exactText(formats, kind, value, unit())))
  return [
    texts.chart.between(lowest ?? '', highest ?? ''),
    ...(bucket === null ? [texts.chart.about(formats.range(from, to, {zone: false}))] : []),
  ]
}

const shortened = (text: string): string => inHtml(cut(text, LONGEST_KEY))

const LONGEST_KEY = 80

/** A drag that is narrower than this counts as a click: zooming to its width would leave nothing in view. */
const LEAST_DRAG_PX = 10

const isWideEnough = ({axis, min, max}: SelectDataObject): boolean =>
  axis.toPixels(max, false) - axis.toPixels(min, false) >= LEAST_DRAG_PX

/** Ends a zoom that shows the whole range after a pinch or pan, because a zoomed axis does not follow live points. */
function followAgainWhenWhole(axis: Axis) {
  const {min, max} = axis.getExtremes()
  const whole = wholeExtent(axis)
  if (isZoomed(axis) && min <= whole.min && max >= whole.max) axis.setExtremes(undefined, undefined, true, false)
}

/**
 * Labels a tick in the unit that is specified for the whole range. When zooming in would give neighbours equal labels,
 * the label also shows hours and minutes, or seconds.
 */
function tickLabel(ts: EpochMs, axis: Axis, formats: Formats): string {
  const {min: start, max: end} = wholeExtent(axis)
  const step = stepOf(axis.tickPositions)
  const clock = () => formats.time(ts, step < MINUTE ? 'second' : 'minute')
  const day = formats.day(ts)
  switch (axisUnit({start, end})) {
    case 'day':
      return step < DAY ? `${day}<br/>${clock()}` : day
    case 'hour':
      // The label has two lines, because neighbouring labels would overlap in one line.
      return `${day}<br/>${clock()}`
    case 'minute':
      return formats.isMidnight(ts) ? day : clock()
  }
}

/** Two midnights can be 23 hours apart when daylight saving begins, so 23 hours and more count as a day. */
function stepOf([first, second]: readonly EpochMs[] = []): Milliseconds {
  if (first === undefined || second === undefined) return DAY
  return Math.round((second - first) / HALF_HOUR) >= 46 ? DAY : second - first
}
const HALF_HOUR: Milliseconds = 30 * MINUTE

interface TickInterval {
  unitRange: Milliseconds
  count: number
}

/**
 * Highcharts chooses the interval by the width between the axes before it knows the width of the value labels, so its
 * ticks can change from one redraw to the next. The interval is chosen here by the width of the whole chart instead.
 */
function timeTicks(axis: Axis, min: number, max: number): AxisTickPositionsArray {
  // Highcharts changes the interval that it is given, so it gets a copy.
  return axis.chart.time.getTimeTicks({...tickInterval(max - min, axis.chart.chartWidth)}, min, max)
}

const TICK_PX = 100
const VALUE_LABELS_PX = 80

/** Returns the interval that comes nearest to one tick every 100 pixels; `chartWidth` is in pixels. */
export function tickInterval(span: Milliseconds, chartWidth: number): TickInterval {
  const desired = (span * TICK_PX) / Math.max(TICK_PX, chartWidth - VALUE_LABELS_PX)
  return INTERVALS.find((interval, at) => desired <= (lengthOf(interval) + lengthOf(INTERVALS[at + 1])) / 2) ?? LONGEST
}

const lengthOf = ({unitRange, count}: TickInterval = LONGEST): Milliseconds => unitRange * count

const YEAR = 364 * DAY
const LONGEST: TickInterval = {unitRange: YEAR, count: 50}

/** Highcharts recognises a month by the length of 28 days and a year by that of 364 days. */
const UNITS: readonly [Milliseconds, readonly number[]][] = [
  [SECOND, [1, 2, 5, 10, 15, 30]],
  [MINUTE, [1, 2, 5, 10, 15, 30]],
  [HOUR, [1, 2, 3, 4, 6, 8, 12]],
  [DAY, [1, 2]],
  [7 * DAY, [1, 2]],
  [28 * DAY, [1, 2, 3, 4, 6]],
  [YEAR, [1, 2, 5, 10, 25]],
]
const INTERVALS = UNITS.flatMap(([unitRange, counts]) => counts.map(count => ({unitRange, count})))
