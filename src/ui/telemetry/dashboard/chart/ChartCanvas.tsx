import {useSelector} from '@xstate/react'
import {HighchartsReact, type HighchartsReactRefObject} from 'highcharts-react-official'
import {type KeyboardEvent, memo, type RefObject, useCallback, useId, useRef} from 'react'
import type {SnapshotFrom} from 'xstate'
import {CHART_HEIGHT_PX} from '../../../../../contract/limits'
import {type ShownUnit, unitOfAggregated} from '../../../../../contract/rules/format/shownUnit'
import {MINUTE} from '../../../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../../../contract/wire/common'
import type {Formats} from '../../../../domain/format/formats'
import type {TitledPeriod} from '../../../../domain/maintenance'
import {withDetail} from '../../../../domain/telemetry/series/chartDetail'
import {
  type DrawnKind,
  drawnKindOf,
  hasEnvelope,
  shapeOf,
  type ValueKind,
} from '../../../../domain/telemetry/series/chartKind'
import {chartPoints} from '../../../../domain/telemetry/series/series'
import {type StateRegion, stateNames, stateRegions} from '../../../../domain/telemetry/series/states'
import type {UsualPart} from '../../../../domain/telemetry/usual'
import type {TimeRange} from '../../../../domain/timeRange/timeRange'
import type {AnnotationsRef} from '../../../../machines/telemetry/annotations'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartContext} from '../../../../machines/telemetry/chartContext'
import type {Detail} from '../../../../machines/telemetry/chartZoom'
import type {FullScreenRef} from '../../../../machines/telemetry/fullScreen'
import {useApplication} from '../../../kit/application'
import spoken from '../../../kit/text/Spoken.module.css'
import type {Crosshair} from '../detail/crosshair'
import {texts} from '../texts'
import styles from './ChartCanvas.module.css'
import {valueText} from './chartText'
import {chartOptions} from './drawing/chartOptions'
import {type Drawing, drawingOn, type Picture} from './drawing/drawing'
import {Highcharts} from './drawing/highcharts'
import type {DrawnLimit} from './drawing/limitLines'
import {drawActive, drawNotes} from './drawing/noteMarks'
import {paced} from './drawing/paced'
import {shareCrosshair} from './drawing/sharedCrosshair'
import type {Extent} from './drawing/zoom'
import {LevelLine} from './Level'

interface Props {
  chart: ChartRef
  drawing: RefObject<Drawing | null>
  label: string
  /** The unit of a single value; an aggregate can have another. */
  unit: ShownUnit
  color: 'red' | 'blue'
  telemetryKey: string
  kind: ValueKind
  /** The lines drawn behind the values. */
  limits: readonly DrawnLimit[]
  /** The usual band, in the unit that is drawn. */
  usual: readonly UsualPart[]
  /** The time at which all charts of the screen are read. */
  crosshair: Crosshair
  annotations: AnnotationsRef | undefined
  maintenance: readonly TitledPeriod[] | undefined
  /** With the whole screen the chart is higher than the specification says. */
  fullScreen: FullScreenRef | undefined
  /** When the alarm that the chart is about was active. */
  active: TimeRange | undefined
}

const NO_PERIODS: readonly TitledPeriod[] = []

/** React mounts the chart once; after that, states of the chart's actor are drawn without a render of React. */
export const ChartCanvas = memo(function ChartCanvas(props: Props) {
  const {chart, drawing, label, unit, color, telemetryKey, kind, limits, usual, crosshair, annotations} = props
  const {maintenance = NO_PERIODS, fullScreen, active} = props
  const screen = useSelector(fullScreen, screenOf)
  const drawnKind = useSelector(chart, s => drawnKindOf(kind, s.context.series?.aggregation ?? 'none'))
  const {formats, config} = useApplication()
  const summary = useRef<HTMLParagraphElement>(null)
  const summaryId = useId()
  const attach = useCallback(
    (mounted: HighchartsReactRefObject) => {
      const drawingHere = drawingOn(mounted.chart, {
        onZoomedOut: () => chart.send({type: 'range.zoomedOut'}),
        readout: region => readoutOf(formats, telemetryKey, region),
        lastText: (value, shown) => valueText(formats, drawnKind, value, shown),
      })
      drawing.current = drawingHere
      const stop = drawEach(chart, {unit, kind, lateAfter: config.lateAfter}, drawingHere)
      const unmark = annotations && drawNotes(mounted.chart, annotations)
      if (active !== undefined) drawActive(mounted.chart, active)
      const unshare = shareCrosshair(mounted.chart, crosshair)
      return () => {
        stop()
        unshare()
        unmark?.()
        drawing.current = null
      }
    },
    [chart, drawing, unit, kind, drawnKind, telemetryKey, formats, config, crosshair, annotations, active],
  )

  const updateSummary = () => {
    if (summary.current !== null && drawing.current !== null)
      summary.current.textContent = [
        summaryOf(formats, drawnKind, drawing.current),
        ...limits.map(({text}) => `${text}.`),
        ...maintenance.map(({title, startsAt, endsAt}) =>
          texts.chart.maintenance(title, formats.range(startsAt, endsAt)),
        ),
      ].join(' ')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (drawing.current === null || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'f') fullScreen?.send({type: 'fullScreen.toggled'})
    else if (!act(drawing.current, event.key)) return
    event.preventDefault()
    updateSummary()
  }

  const fit = (canvas: HTMLElement | null) => {
    if (canvas === null) return
    drawing.current?.limit(limits)
    drawing.current?.maintain(maintenance)
    drawing.current?.expect(usual)
    drawing.current?.resize(screen === 'page' ? CHART_HEIGHT_PX : heightBelow(canvas))
  }

  return (
    <>
      <p ref={summary} id={summaryId} className={spoken.spoken} aria-live="polite" />
      <div
        ref={fit}
        className={styles.canvas}
        data-color={color}
        role="application"
        aria-label={label}
        aria-describedby={summaryId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zooming by keyboard needs the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={updateSummary}
      >
        <HighchartsReact
          // Another drawing starts on a node of its own, with the listeners of one drawing alone.
          key={`${drawnKind} ${unit} ${formats.zone} ${formats.isTwelveHours} ${texts.chart.noValue}`}
          ref={attach}
          highcharts={Highcharts}
          options={chartOptions({
            color,
            telemetryKey,
            kind: drawnKind,
            formats,
            unit: () => drawing.current?.unit() ?? null,
            leftOut: ts => drawing.current?.leftOut(ts) ?? null,
            onView: zoomListener(chart),
          })}
          allowChartUpdate={false}
          containerProps={{'aria-hidden': true}}
        />
        <LevelLine chart={chart} drawing={drawing} unit={unit} />
      </div>
    </>
  )
})

/** The window is higher once the browser has given the whole screen. */
function screenOf(fullScreen: SnapshotFrom<FullScreenRef> | undefined): 'page' | 'window' | 'screen' {
  if (fullScreen === undefined || fullScreen.matches('inPage')) return 'page'
  return fullScreen.matches({full: 'granted'}) ? 'screen' : 'window'
}

function summaryOf(formats: Formats, kind: DrawnKind, drawing: Drawing): string {
  const states = drawing.statesInView().flatMap(({text}) => (text === null ? [] : [text]))
  const state = states.at(-1)
  if (state !== undefined) return texts.chart.summaryOfStates(states.length, state)
  const [values, unit] = [drawing.inView(), drawing.unit()]
  const latest = values.at(-1)
  if (latest === undefined) return texts.chart.summaryEmpty
  return texts.chart.summary(
    values.length,
    valueText(formats, kind, Math.min(...values), unit),
    valueText(formats, kind, Math.max(...values), unit),
    valueText(formats, kind, latest, unit),
  )
}

const readoutOf = (formats: Formats, telemetryKey: string, {start, end, text}: StateRegion): string[] => [
  `${telemetryKey}: ${text ?? texts.chart.noValue}`,
  formats.range(start, end),
]

interface Values {
  unit: ShownUnit
  lateAfter: Milliseconds
  kind: ValueKind
}

function drawEach(chart: ChartRef, values: Values, drawing: Drawing): () => void {
  const {zoom} = chart.getSnapshot().children
  const detailNow = () => zoom?.getSnapshot().context.detail ?? null
  let drawn = chart.getSnapshot().context
  let detail = detailNow()
  let shown: ChartContext['requestedZoom'] | null = null
  const draw = () => {
    drawn = chart.getSnapshot().context
    detail = detailNow()
    drawing.draw(pictureOf(drawn, detail, values))
    if (shown !== drawn.requestedZoom && (shown !== null || drawn.requestedZoom.view !== null))
      drawing.show(drawn.requestedZoom.view)
    shown = drawn.requestedZoom
  }
  const {request, drawNow, cancel} = paced(draw)
  draw()
  const subscriptions = [
    chart.subscribe(({context: {series, range, requestedZoom}}) => {
      // The drawing is hidden before the first series, so that one is drawn at once.
      if (series !== null && drawn.series === null) drawNow()
      else if (series !== drawn.series || range !== drawn.range || requestedZoom !== shown) request()
    }),
    zoom?.subscribe(({context}) => {
      if (context.detail !== detail) request()
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription?.unsubscribe()
    cancel()
  }
}

function pictureOf(
  {series, range, now}: Pick<ChartContext, 'series' | 'range' | 'now'>,
  detail: Detail | null,
  {unit: unitOfValues, kind, lateAfter}: Values,
): Picture {
  const nothing = {points: [], envelope: [], states: [], stateNames: [], range, bucket: null}
  if (series === null) return {...nothing, unit: unitOfValues, shape: shapeOf(kind, 'none')}
  const shown = detail === null ? series : withDetail(series, detail)
  if (shown.states !== undefined && shown.points.length === 0) {
    const states = stateRegions(shown.states, range, {now, lateAfter})
    const names = stateNames(series.states, detail?.series.states)
    return {...nothing, states, stateNames: names, unit: null, shape: 'states'}
  }
  const unit = unitOfAggregated(unitOfValues, series.aggregation)
  const minutes = (detail?.series ?? series).window?.applied ?? null
  const bucket = minutes === null ? null : minutes * MINUTE
  const {envelope = []} = shown
  return {
    ...nothing,
    points: chartPoints(shown, unit),
    envelope: hasEnvelope(kind) ? envelope : [],
    unit,
    shape: shapeOf(kind, series.aggregation),
    bucket,
  }
}

/** The drawing moves first, so that it never waits, and the actor follows. */
function zoomListener(chart: ChartRef) {
  return (view: Extent | null) =>
    chart.getSnapshot().children.zoom?.send({
      type: 'view.changed',
      view: view && {start: Math.floor(view.min), end: Math.ceil(view.max)},
    })
}

/** Returns the height of a chart that takes all of the window beneath its top. */
const heightBelow = (canvas: HTMLElement): number =>
  Math.max(CHART_HEIGHT_PX, window.innerHeight - canvas.getBoundingClientRect().top - FULL_MARGIN)

/** The margin beneath it. */
const FULL_MARGIN = 32
const PAN_SHARE = 0.1

/** Returns whether the chart uses the key; the browser must keep its default action for every other key. */
function act(drawing: Drawing, key: string): boolean {
  switch (key) {
    case '+':
    case '=':
      drawing.zoomBy(1)
      return true
    case '-':
      drawing.zoomBy(-1)
      return true
    case 'ArrowLeft':
      drawing.panBy(-PAN_SHARE)
      return true
    case 'ArrowRight':
      drawing.panBy(PAN_SHARE)
      return true
    case '0':
      drawing.show(null)
      return true
    default:
      return false
  }
}
