import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type RefObject, useMemo, useRef} from 'react'
import type {SnapshotFrom} from 'xstate'
import {unitOfAggregated} from '../../../../../contract/rules/format/shownUnit'
import type {Aggregation} from '../../../../../contract/wire/telemetry/telemetry'
import type {Freshness} from '../../../../domain/telemetry/readings/freshness'
import {axesOf, type Candidate, isSameSeries} from '../../../../domain/telemetry/series/comparison'
import {type ComparedColumn, comparisonCsv} from '../../../../domain/telemetry/series/comparisonCsv'
import {isBeyondRange} from '../../../../domain/telemetry/series/series'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartZoomRef} from '../../../../machines/telemetry/chartZoom'
import type {Compared, ComparisonRef} from '../../../../machines/telemetry/comparison'
import type {DevicesRef, DevicesSnapshot} from '../../../../machines/telemetry/devices'
import {useApplication} from '../../../kit/application'
import {useTried} from '../../../kit/loading/Retry'
import {IconClose} from '../../../kit/mark/icons'
import {download} from '../../../kit/text/download'
import {buttons} from '../../../kit/text/texts'
import {ReadingFreshness, readingFreshness} from '../../freshness/ReadingFreshness'
import {LatestValue} from '../../LatestValue'
import chartStyles from '../chart/Chart.module.css'
import {ChartControls} from '../chart/ChartControls'
import {ZoomNotice} from '../chart/ChartNotices'
import {texts as dashboardTexts} from '../texts'
import styles from './Compare.module.css'
import {CompareCanvas, type Mounted} from './CompareCanvas'
import legendStyles from './Legend.module.css'
import {Swatch} from './Swatch'
import {candidateOf, type DrawnSeries, titleOf} from './series'
import {texts} from './texts'

interface Props {
  chart: ChartRef
  comparison: ComparisonRef
  devices: DevicesRef
}

/** Takes the place of the chart while other series are drawn beside its own one. */
export function ComparePanel({chart, comparison, devices}: Props) {
  const series = useSeries({chart, comparison, devices})
  const zoom = useSelector(chart, s => s.children.zoom)
  const zone = useSelector(chart, s => s.context.zone)
  const shownAs = useSelector(chart, s => s.context.series?.aggregation ?? s.context.aggregation)
  const candidates = useSelector(devices, s => series.map(name => candidateOf(s, name)), areSame)
  const {drawn, legend, units} = useMemo(() => onAxes(series, candidates, shownAs), [series, candidates, shownAs])
  const mounted = useRef<Mounted>(null)
  const late = useSelector(devices, s => placesOf(s, series, 'late'))
  const down = useSelector(devices, s => placesOf(s, series, 'linkDown'))
  return (
    <div className={chartStyles.panel}>
      <ChartControls chart={chart} zone={zone} />
      <figure
        className={`${chartStyles.figure} ${styles.figure}`}
        aria-label={texts.name}
        data-late={late}
        data-down={down}
      >
        <div className={chartStyles.bar}>
          <div className={chartStyles.notices}>{zoom !== undefined && <ZoomNotice zoom={zoom} />}</div>
          <div className={chartStyles.buttons}>
            {zoom !== undefined && <ResetZoom zoom={zoom} mounted={mounted} />}
            <Button
              size="compact-sm"
              fz="xs"
              variant="default"
              onClick={() => download(texts.fileName, 'text/csv', comparisonCsv(columnsOf(legend), zone))}
            >
              {dashboardTexts.controls.download}
            </Button>
          </div>
        </div>
        <Legend comparison={comparison} devices={devices} series={legend} />
        <CompareCanvas own={chart} series={drawn} comparison={comparison} units={units} mounted={mounted} />
      </figure>
    </div>
  )
}

function ResetZoom({zoom, mounted}: {zoom: ChartZoomRef; mounted: RefObject<Mounted | null>}) {
  const isZoomed = useSelector(zoom, s => s.context.view !== null)
  return (
    <Button
      size="compact-sm"
      fz="xs"
      variant="default"
      disabled={!isZoomed}
      onClick={() => mounted.current?.drawing.show(null)}
    >
      {dashboardTexts.controls.resetZoom}
    </Button>
  )
}

/** The own series and those beside it, in the order of their places. */
function useSeries({chart, comparison, devices}: Props): readonly DrawnSeries[] {
  const own = useSelector(comparison, s => s.context.own)
  const place = useSelector(comparison, s => s.context.comparison.own)
  const compared = useSelector(comparison, s => s.context.compared, areSameCharts)
  const names = useMemo(() => [{...own, place, chart}, ...compared], [own, place, chart, compared])
  const titles = useSelector(devices, s => names.map(name => titleOf(s.context.devices, name)), areSameTexts)
  return useMemo(
    () =>
      names.map((name, at) => ({...name, title: titles[at] ?? name.key})).sort((one, other) => one.place - other.place),
    [names, titles],
  )
}

const areSameTexts = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join()

const areSameCharts = (one: readonly Compared[], other: readonly Compared[]): boolean =>
  one.length === other.length &&
  one.every(({place, chart}, at) => place === other[at]?.place && chart === other[at]?.chart)

/** The places of the series of this freshness, as CSS selects them. */
const placesOf = (devices: DevicesSnapshot, series: readonly DrawnSeries[], freshness: Freshness): string =>
  series
    .filter(({deviceId, key}) => readingFreshness(devices, deviceId, key) === freshness)
    .map(({place}) => place + 1)
    .join(' ')

const columnsOf = (series: readonly (DrawnSeries & Candidate & {whyNot: unknown})[]): ComparedColumn[] =>
  series.flatMap(({title, chart, unit, whyNot}) => {
    const {series: loaded} = chart.getSnapshot().context
    return whyNot === null && loaded !== null ? [{title, series: loaded, unit}] : []
  })

function onAxes(series: readonly DrawnSeries[], candidates: readonly Candidate[], aggregation: Aggregation) {
  const known = series.flatMap((one, at) => {
    const candidate = candidates[at]
    return candidate === undefined ? [] : [{...one, ...candidate}]
  })
  const numbers = known.filter(({kind}) => kind !== 'text')
  const units = axesOf(numbers.map(({unit}) => ({unit: unitOfAggregated(unit, aggregation)})))
  const legend = known.map(one => {
    const axis = units.indexOf(unitOfAggregated(one.unit, aggregation))
    const whyNot = one.kind === 'text' ? ('isText' as const) : axis === -1 ? ('noAxis' as const) : null
    return {...one, axis, isStepped: one.kind === 'boolean' && aggregation === 'none', whyNot}
  })
  return {drawn: legend.filter(({whyNot}) => whyNot === null), legend, units}
}

const areSame = (one: readonly Candidate[], other: readonly Candidate[]): boolean =>
  one.length === other.length &&
  one.every((candidate, at) => {
    const next = other[at]
    return (
      next !== undefined &&
      isSameSeries(candidate, next) &&
      candidate.unit === next.unit &&
      candidate.kind === next.kind
    )
  })

interface LegendProps {
  comparison: ComparisonRef
  devices: DevicesRef
  series: readonly (DrawnSeries & {whyNot: 'isText' | 'noAxis' | null})[]
}

/** Each series with its present value. Its button switches the line on and off, and the values stay. */
function Legend({comparison, devices, series}: LegendProps) {
  return (
    <ul className={legendStyles.legend} aria-label={texts.title}>
      {series.map(one => (
        <LegendItem key={`${one.deviceId} ${one.key}`} comparison={comparison} devices={devices} one={one} />
      ))}
    </ul>
  )
}

function LegendItem({comparison, devices, one}: Omit<LegendProps, 'series'> & {one: LegendProps['series'][number]}) {
  const {deviceId, key, title, place, chart, whyNot} = one
  const isHidden = useSelector(comparison, s => s.context.hidden.some(name => isSameSeries(name, one)))
  const state = useSelector(devices, s => readingFreshness(s, deviceId, key))
  return (
    <li className={legendStyles.item} data-freshness={state}>
      <button
        type="button"
        className={legendStyles.toggle}
        aria-pressed={!isHidden}
        disabled={whyNot !== null}
        onClick={() => comparison.send({type: 'series.toggled', name: {deviceId, key}})}
      >
        <Swatch place={place} isOff={isHidden || whyNot !== null} />
        <span className={legendStyles.title} title={title}>
          <bdi>{title}</bdi>
        </span>
        <LatestValue className={legendStyles.value} devices={devices} deviceId={deviceId} telemetryKey={key} />
      </button>
      <span className={legendStyles.notes}>
        <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={key} />
        <SeriesNote chart={chart} whyNot={whyNot} />
      </span>
      <button
        type="button"
        className={legendStyles.remove}
        aria-label={texts.remove(title)}
        onClick={() => comparison.send({type: 'series.removed', name: {deviceId, key}})}
      >
        <IconClose aria-hidden="true" />
      </button>
    </li>
  )
}

/** The share of a series that is drawn, or the reason why nothing is. */
function SeriesNote({chart, whyNot}: {chart: ChartRef; whyNot: 'isText' | 'noAxis' | null}) {
  const {formats} = useApplication()
  const count = useSelector(chart, noteOf)
  const until = useSelector(chart, s => s.context.series?.rollupsUntil)
  const note = until === undefined ? count : texts.figures(count, formats.dateTime(until, 'minute'))
  const {isFailed, isRetrying} = useTried(
    useSelector(chart, s => s.matches({load: 'failed'}) || s.matches({load: 'outdated'})),
    useSelector(chart, s => s.matches({load: 'loading'}) || s.matches({load: 'refreshing'})),
  )
  if (whyNot !== null) return <span className={styles.warning}>{texts[whyNot]}</span>
  if (!isFailed) return <span>{note}</span>
  return (
    <span className={styles.warning} role="alert">
      {note}{' '}
      <button
        type="button"
        className={styles.retry}
        aria-disabled={isRetrying}
        aria-busy={isRetrying}
        onClick={() => chart.send({type: 'retry.requested'})}
      >
        {buttons.retry}
      </button>
    </span>
  )
}

function noteOf(snapshot: SnapshotFrom<ChartRef>): string {
  const {series} = snapshot.context
  if (snapshot.matches({load: 'failed'})) return texts.failed
  if (snapshot.matches({load: 'outdated'})) return texts.outdated
  if (series === null || snapshot.matches({load: 'loading'})) return texts.loading
  if (isBeyondRange(series)) return texts.beyondRange
  if (series.points.length === 0) return texts.empty
  if (series.isTruncated) return texts.truncated(series.points.length)
  return series.isThinned ? texts.thinned(series.points.length, series.total) : texts.points(series.points.length)
}
