import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import {type ShownUnit, unitOfAggregated, unitText} from '../../../../../contract/rules/format/shownUnit'
import {isAskedAgain} from '../../../../domain/telemetry/series/chartDetail'
import {kindOf, type ValueKind} from '../../../../domain/telemetry/series/chartKind'
import {isAnything, isBeyondRange, type Series, undrawable} from '../../../../domain/telemetry/series/series'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartFileRef} from '../../../../machines/telemetry/chartFile'
import type {ChartZoomRef} from '../../../../machines/telemetry/chartZoom'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import {useApplication} from '../../../kit/application'
import {RetryButton, useFailure, useTried} from '../../../kit/loading/Retry'
import {readingAge, readingFreshness} from '../../freshness/ReadingFreshness'
import {texts} from '../texts'
import styles from './Chart.module.css'

export function PointCount({chart}: {chart: ChartRef}) {
  const text = useSelector(chart, ({context: {series}}) => (series === null ? '' : countText(series)))
  return <span>{text}</span>
}

/** Says which part of the range is in view, and whether it has all of its points. */
export function ZoomNotice({zoom}: {zoom: ChartZoomRef}) {
  const isZoomed = useSelector(zoom, s => s.context.view !== null)
  const isLoading = useSelector(zoom, s => {
    const {detail, requested} = s.context
    const isAgain = detail !== null && requested !== null && isAskedAgain(detail, requested.question)
    return s.matches('loading') && !isAgain
  })
  const {isFailed, isRetrying} = useFailure(zoom)
  const detail = useSelector(zoom, s => (s.context.detail === null ? null : countText(s.context.detail.series)))
  if (!isZoomed) return null
  return (
    <span role="status">
      {texts.chart.zoomed} {isLoading && !isFailed && texts.chart.loadingView}
      {!isLoading && !isFailed && detail !== null && texts.chart.inView(detail)}
      {isFailed && (
        <>
          {texts.chart.viewFailed} <ChartRetry machine={zoom} isBusy={isRetrying} />
        </>
      )}
    </span>
  )
}

function countText(series: Series): string {
  const {states: {runs} = {runs: []}, points, isTruncated, aggregation} = series
  if (runs.length > 0 && points.length === 0)
    return texts.chart[isTruncated ? 'truncatedStates' : 'states'](runs.length)
  return aggregation === 'none' ? pointsText(series) : bucketsText(series)
}

function pointsText({points, total, isTruncated, isThinned}: Series): string {
  if (isTruncated) return texts.chart.truncated(points.length)
  return isThinned ? texts.chart.thinned(points.length, total) : texts.chart.points(points.length)
}

function bucketsText({points, window, total, isTruncated, rollupsUntil}: Series): string {
  if (window !== null && window.applied !== window.asked) {
    const {asked, applied} = window
    const isByCount = rollupsUntil === undefined
    return isByCount
      ? texts.chart.widened(points.length, asked, applied)
      : texts.chart.bucketsOf(points.length, applied)
  }
  return isTruncated ? texts.chart.truncatedBuckets(points.length, total) : texts.chart.buckets(points.length)
}

/** Says from when on the range has single values, when older ones have been removed. */
export function FiguresNotice({chart}: {chart: ChartRef}) {
  const {formats} = useApplication()
  const until = useSelector(chart, s => s.context.series?.rollupsUntil)
  return until === undefined ? null : <span>{texts.chart.onlyFigures(formats.dateTime(until, 'minute'))}</span>
}

/** Says what the range has of other kinds than the drawn one, and what is done with it. */
export function MixedNotice({
  chart,
  devices,
  deviceId,
  telemetryKey,
  kind,
}: StaleProps & {chart: ChartRef; kind: ValueKind}) {
  const latest = useSelector(devices, s => kindOf(s.context.readings.get(deviceId)?.get(telemetryKey)?.value))
  const booleans = useSelector(chart, s => s.context.series?.others?.booleans)
  const undrawn = useSelector(chart, s => undrawnText(s.context.series))
  const hasBooleans = booleans === 'some' || booleans === 'all' || latest === 'boolean'
  const hasNumbers = booleans === 'some' || booleans === 'none'
  return (
    <>
      {kind !== 'boolean' && hasBooleans && <span>{texts.chart.mixed}</span>}
      {kind === 'boolean' && hasNumbers && <span>{texts.chart.mixedStates}</span>}
      {undrawn !== null && <span>{undrawn}</span>}
    </>
  )
}

function undrawnText(series: Series | null): string | null {
  const count = series?.others?.texts ?? 0
  if (series === null || count === 0) return null
  return texts.chart[series.isTruncated ? 'undrawnOfNewest' : 'undrawn'](count, series.total + count)
}

/** Says why a sum of temperatures is not in the unit of its values. */
export function SumNotice({chart, unit}: {chart: ChartRef; unit: ShownUnit}) {
  const shown = useSelector(chart, s => unitOfAggregated(unit, s.context.series?.aggregation ?? 'none'))
  return shown === null || shown === unit ? null : <span>{texts.chart.sumIn(unitText(shown) ?? '')}</span>
}

interface StaleProps {
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

/** Says in words why the values of the chart are not fresh, so that the colour is not the only sign. */
export function StaleNotice({devices, deviceId, telemetryKey}: StaleProps) {
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const age = useSelector(devices, s =>
    readingFreshness(s, deviceId, telemetryKey) === 'late' ? readingAge(s, deviceId, telemetryKey) : null,
  )
  if (state === 'fresh' || state === 'replay' || state === 'notRead') return null
  return (
    <p className={styles.stale} role="status" data-freshness={state}>
      {state === 'late' ? texts.chart.late(age) : texts.chart[state]}
    </p>
  )
}

/** Covers the chart while there is nothing to draw or other points are loading. */
export function ChartState({chart, isText}: {chart: ChartRef; isText: boolean}) {
  const state = useSelector(chart, s => chartState(s, isText))
  const {isFailed, isRetrying} = useTried(state === 'failed', state === 'loading' || state === 'changing')
  const shown = isFailed ? 'failed' : state
  switch (shown) {
    case 'loading':
    case 'changing':
      return (
        <p className={styles.state} role="status">
          {texts.chart[state === 'loading' ? 'loading' : 'changing']}
        </p>
      )
    case 'failed':
      return (
        <div className={styles.state} role="alert">
          <p>{texts.chart.failed}</p>
          <ChartRetry machine={chart} isBusy={isRetrying} />
        </div>
      )
    case 'noNumbers':
      return (
        <div className={styles.state}>
          <p>{texts.chart.noNumbers}</p>
          <p className={styles.quiet}>{texts.chart.noNumbersNext}</p>
        </div>
      )
    case 'empty':
      return (
        <div className={styles.state}>
          <p>{texts.chart.empty}</p>
          <p className={styles.quiet}>{texts.chart.emptyNext}</p>
        </div>
      )
    case 'tooWide':
    case 'tooSmall':
      return (
        <div className={styles.state}>
          <p>{texts.chart[shown]}</p>
          <p className={styles.quiet}>{texts.chart.undrawableNext}</p>
        </div>
      )
    case 'beyondRange':
      return (
        <div className={styles.state}>
          <p>{texts.chart.beyondRange}</p>
          <p className={styles.quiet}>{texts.chart.beyondRangeNext}</p>
        </div>
      )
    case 'drawn':
      return null
  }
}

/** Loading newer points has failed; the points that are drawn stay valid. */
export function OutdatedNotice({chart}: {chart: ChartRef}) {
  const {isFailed, isRetrying} = useTried(
    useSelector(chart, s => s.matches({load: 'outdated'})),
    useSelector(chart, s => s.matches({load: 'refreshing'})),
  )
  if (!isFailed) return null
  return (
    <p role="status">
      {texts.chart.outdated} <ChartRetry machine={chart} isBusy={isRetrying} />
    </p>
  )
}

/** Saving can take time and can fail, because a file with more points than the chart needs calls of its own. */
export function FileNotice({file}: {file: ChartFileRef}) {
  const state = useSelector(file, s => s.value)
  if (state === 'failed') return <span role="alert">{texts.chart.notSaved}</span>
  return state === 'saving' ? <span role="status">{texts.chart.saving}</span> : null
}

function ChartRetry({machine, isBusy}: {machine: {send(event: {type: 'retry.requested'}): void}; isBusy: boolean}) {
  return (
    <RetryButton size="compact-sm" fz="xs" isBusy={isBusy} onClick={() => machine.send({type: 'retry.requested'})} />
  )
}

type ChartStateName =
  | 'loading'
  | 'changing'
  | 'failed'
  | 'empty'
  | 'noNumbers'
  | 'beyondRange'
  | 'tooWide'
  | 'tooSmall'
  | 'drawn'

export function chartState(snapshot: SnapshotFrom<ChartRef>, isText: boolean): ChartStateName {
  if (snapshot.matches({load: 'failed'})) return 'failed'
  if (snapshot.context.series === null) return 'loading'
  if (snapshot.matches({load: 'loading'})) return 'changing'
  if (isAnything(snapshot.context.series)) return undrawable(snapshot.context.series) ?? 'drawn'
  if (isText && snapshot.context.series.states === undefined) return 'noNumbers'
  return isBeyondRange(snapshot.context.series) ? 'beyondRange' : 'empty'
}
