import {useComputedColorScheme} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {type ShownUnit, unitText} from '../../../../contract/rules/format/shownUnit'
import {inUnit} from '../../../../contract/rules/units'
import type {Formats} from '../../../domain/format/formats'
import {
  drawnSparkline,
  extendedSparkline,
  fetchedSparkline,
  type Span,
  type SparklineId,
  sparklineRange,
} from '../../../domain/telemetry/series/sparkline'
import {shownSpan, wallSpan} from '../../../domain/wall/board'
import {nameIn} from '../../../domain/wall/deviceNames'
import {historyId} from '../../../domain/wall/histories'
import type {ChartPanel} from '../../../domain/wall/panels/chart'
import type {FoundHistories} from '../../../domain/wall/panels/ranked'
import type {PanelSeriesRef} from '../../../machines/wall/panelSeries'
import type {WallSnapshot} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {nearTo} from '../../telemetry/sparkline/sparklineLines'
import {measuredSeries} from '../gauges/measuredSeries'
import styles from './Chart.module.css'
import {type ChartLine, type DrawnChart, drawnOn} from './chartDrawing'
import {EndedName} from './EndedName'
import panels from './Panels.module.css'
import {type BodyProps, paintedBy, partOf, seriesFace, write} from './painting'
import {SeriesOf} from './SeriesOf'
import {texts} from './texts'
import {fittedByRows, Message} from './WholeRows'

/** Several series over a span, each with its latest value, and the limits that are near them. */
export function ChartBody({panel, wall, sources}: BodyProps<ChartPanel>) {
  const known = useSelector(
    wall,
    s => panel.series.filter(({deviceId}) => s.context.board.deviceStates.has(deviceId)),
    (one, other) => one.length === other.length && one.every((each, at) => other[at] === each),
  )
  const span = useSelector(wall, s => shownSpan(panel, s.context.board))
  const isListed = useSelector(wall, s => s.matches({devices: 'loaded'}))
  if (panel.series.length === 0) return <Message>{texts.unchosen}</Message>
  return (
    <div className={styles.chart}>
      {known.length > 0 && (
        <SeriesOf logic={sources.series} series={known} span={span}>
          {machine => <Drawing wall={wall} machine={machine} known={known} span={span} />}
        </SeriesOf>
      )}
      {isListed && known.length < panel.series.length && <p className={panels.note}>{texts.gone}</p>}
    </div>
  )
}

interface DrawingProps extends Pick<BodyProps<ChartPanel>, 'wall'> {
  machine: PanelSeriesRef
  known: readonly SparklineId[]
  span: Span
}

const NONE_FOUND: FoundHistories = new Map()

function Drawing({wall, machine, known, span}: DrawingProps) {
  const {formats} = useApplication()
  const colorScheme = useComputedColorScheme()
  const found = useSelector(machine, s => s.context.value?.found ?? NONE_FOUND)
  const devices = useSelector(wall, s => s.context.board.devices)
  const isWalls = useSelector(wall, s => wallSpan(s.context.board) === span)
  const sharedKey = known.every(({key}) => key === known[0]?.key) ? known[0]?.key : undefined
  const nameOf = ({deviceId, key}: SparklineId) =>
    [nameIn(devices, deviceId) ?? deviceId, ...(key === sharedKey ? [] : [key])].join(' · ')
  // The heading says another range than that of the wall.
  const ofAll = [...(sharedKey === undefined ? [] : [sharedKey]), ...(isWalls ? [texts.spans[span]] : [])]
  const label = texts.chart.label(
    [known.map(nameOf).join(', '), ...(sharedKey === undefined ? [] : [sharedKey])].join(' · '),
  )
  const fit = useMemo(() => fittedByRows(legend => fitLegend(legend, formats)), [formats])
  const paint = useMemo(
    () =>
      paintedBy(wall, element => {
        const drawing = drawnOn(element)
        const entries = [...element.querySelectorAll<HTMLElement>('[data-row]')]
        return snapshot => {
          known.forEach((series, at) => {
            const entry = entries[at]
            if (entry === undefined) return
            const face = seriesFace(snapshot, series, formats)
            write(partOf(entry, 'value'), `${face.value} ${face.unit}`.trimEnd())
            write(partOf(entry, 'word'), face.word === '' ? '' : `${face.word} ${face.age}`)
            entry.dataset.freshness = face.freshness
            entry.dataset.severity = face.severity ?? ''
          })
          drawing.draw(snapshot.context.board.now, found, () => chartOf(snapshot, {known, found, formats, span}))
        }
      }),
    [wall, known, found, formats, span],
  )
  return (
    <div key={colorScheme} ref={paint} className={styles.drawing}>
      <canvas className={styles.canvas} role="img" aria-label={label} />
      <ul ref={fit} className={styles.legend}>
        {known.map((series, at) => (
          <li key={historyId(series)} data-row>
            <i className={styles.swatch} style={{background: `var(--data-${at + 1})`}} aria-hidden="true" />
            <EndedName name={nameOf(series)} /> <b data-part="value" data-number />
            <span className={styles.word} data-part="word" />
          </li>
        ))}
        <li className={styles.more} data-part="more" />
        {ofAll.length > 0 && (
          <li className={styles.span} data-part="common">
            {ofAll.join(' · ')}
          </li>
        )}
      </ul>
    </div>
  )
}

interface Charted {
  known: readonly SparklineId[]
  found: FoundHistories
  formats: Formats
  span: Span
}

/** Series of the same unit share a scale. */
function chartOf(snapshot: WallSnapshot, {known, found, formats, span}: Charted): DrawnChart {
  const {board} = snapshot.context
  const units: ShownUnit[] = []
  const lines = known.map((id, at): ChartLine => {
    const {unit, limits} = measuredSeries(snapshot, id)
    if (!units.includes(unit)) units.push(unit)
    const averages = found.get(historyId(id))?.averages ?? {points: [], gaps: [], isTruncated: false}
    const reading = board.readings.get(id.deviceId)?.get(id.key)
    const sparkline = extendedSparkline(fetchedSparkline(id.key, averages), reading, board.now, span)
    const {points, gaps} = drawnSparkline(sparkline, board.now, span)
    const converted = points.map(({ts, value}) => ({ts, value: inUnit(value, unit)}))
    const shown = limits.map(limit => ({...limit, value: inUnit(limit.value, unit)}))
    return {
      drawn: {points: converted, gaps},
      scale: units.indexOf(unit),
      colour: at + 1,
      limits: nearTo(converted, shown),
    }
  })
  return {
    lines,
    range: sparklineRange(board.now, span),
    axes: {
      value: (value, scale) => formats.number(value, {unit: unitText(units[scale] ?? null)}),
      time: at => (span === '7d' ? formats.day(at) : formats.time(at, 'minute')),
    },
  }
}

/** Leaves what has room as a whole in a legend: entries, the number of the others, and what is common to all. */
function fitLegend(legend: HTMLElement, formats: Formats) {
  const [more, common] = [partOf(legend, 'more'), partOf(legend, 'common')]
  const isFull = () => legend.scrollHeight > legend.clientHeight + 1
  const entries = [...legend.querySelectorAll<HTMLElement>('[data-row]')]
  for (const entry of entries) entry.hidden = false
  common?.toggleAttribute('hidden', false)
  write(more, '')
  for (let shown = entries.length - 1; shown >= 0 && isFull(); shown--) {
    entries[shown]?.toggleAttribute('hidden', true)
    write(more, texts.more(formats.number(entries.length - shown)))
  }
  common?.toggleAttribute('hidden', isFull())
}
