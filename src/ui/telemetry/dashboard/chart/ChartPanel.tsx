import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {type CSSProperties, type ReactNode, useMemo, useRef} from 'react'
import type {ShownUnit} from '../../../../../contract/rules/format/shownUnit'
import {limitInUnit} from '../../../../../contract/rules/format/values'
import {inUnit} from '../../../../../contract/rules/units'
import type {TitledPeriod} from '../../../../domain/maintenance'
import {haveLimits, limitsOf, limitText, NO_LIMITS} from '../../../../domain/telemetry/limits'
import {namedOf} from '../../../../domain/telemetry/readings/keySettings'
import {hasEnvelope, type ValueKind} from '../../../../domain/telemetry/series/chartKind'
import {stateNames} from '../../../../domain/telemetry/series/states'
import type {TimeRange} from '../../../../domain/timeRange/timeRange'
import type {AnnotationsRef} from '../../../../machines/telemetry/annotations'
import type {ChartRef} from '../../../../machines/telemetry/chart'
import type {ChartFileRef} from '../../../../machines/telemetry/chartFile'
import type {ChartZoomRef} from '../../../../machines/telemetry/chartZoom'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {FullScreenRef} from '../../../../machines/telemetry/fullScreen'
import type {UsualRef} from '../../../../machines/telemetry/usual'
import {type ThresholdInPlaceProps, useApplication, useHasAdditions} from '../../../kit/application'
import {useMay} from '../../../kit/viewer'
import {readingFreshness} from '../../freshness/ReadingFreshness'
import {ChangesButton} from '../../usual/ChangesButton'
import {texts as usualTexts} from '../../usual/texts'
import {UsualButton} from '../../usual/UsualButton'
import {useUsualParts} from '../../usual/useUsualParts'
import type {Crosshair} from '../detail/crosshair'
import {texts} from '../texts'
import styles from './Chart.module.css'
import {ChartCanvas} from './ChartCanvas'
import {ChartControls} from './ChartControls'
import {
  ChartState,
  chartState,
  FiguresNotice,
  FileNotice,
  MixedNotice,
  OutdatedNotice,
  PointCount,
  StaleNotice,
  SumNotice,
  ZoomNotice,
} from './ChartNotices'
import type {Drawing} from './drawing/drawing'
import type {DrawnLimit} from './drawing/limitLines'
import {stateColour} from './drawing/stateBand'
import legendStyles from './Legend.module.css'
import {LevelBar, LevelButton} from './Level'
import {ShareMenu, ShareNotice} from './ShareMenu'

interface Props {
  devices: DevicesRef
  chart: ChartRef
  device: ThresholdInPlaceProps['device'] & {name: string}
  telemetryKey: string
  /** The unit of a single value; an aggregate can have another. */
  unit: ShownUnit
  kind: ValueKind
  crosshair: Crosshair
  annotations?: AnnotationsRef | undefined
  /** The periods of maintenance of the device in the range. */
  maintenance?: readonly TitledPeriod[] | undefined
  fullScreen?: FullScreenRef | undefined
  /** When the alarm that the chart is about was active. */
  active?: TimeRange
}

export function ChartPanel({
  devices,
  chart,
  device,
  telemetryKey,
  unit,
  kind,
  crosshair,
  annotations,
  maintenance,
  fullScreen,
  active,
}: Props) {
  const {id: deviceId, name} = device
  const drawing = useRef<Drawing>(null)
  const levelButton = useRef<HTMLButtonElement>(null)
  const figure = useRef<HTMLElement>(null)
  const isText = kind === 'text'
  const color = telemetryKey === 'temperature' ? 'red' : 'blue'
  const state = useSelector(devices, s => readingFreshness(s, deviceId, telemetryKey))
  const drawn = useSelector(chart, s => chartState(s, isText))
  const zone = useSelector(chart, s => s.context.zone)
  const file = useSelector(chart, s => s.children.file)
  const zoom = useSelector(chart, s => s.children.zoom)
  const share = useSelector(chart, s => s.children.share)
  const limits = useLimits({devices, chart, deviceId, telemetryKey, unit})
  const usual = useSelector(chart, s => s.children.usual)
  const changes = useSelector(chart, s => s.children.changes)
  const usualParts = useUsualParts(chart, unit)
  const mayEdit = useMay('device.edit')
  const hasAdditions = useHasAdditions()
  // A threshold is of now, and would not be drawn in a replay.
  const isAlarmable = mayEdit && hasAdditions && kind === 'number' && state !== 'replay'
  const hasFile = useSelector(chart, s => s.can({type: 'download.requested', unit}))
  const download = {isPossible: hasFile, start: () => chart.send({type: 'download.requested', unit})}
  return (
    <div className={styles.panel} data-chart-panel>
      <ChartControls chart={chart} zone={zone} />
      <figure
        ref={figure}
        className={styles.figure}
        aria-label={texts.chart.name(name, telemetryKey)}
        data-freshness={state}
        data-state={drawn}
      >
        <div className={styles.bar}>
          <div className={styles.notices}>
            <Legend chart={chart} zoom={zoom} color={color} kind={kind} name={telemetryKey} />
            <LimitsEntry chart={chart} limits={limits.known} />
            {usual !== undefined && <UsualEntry usual={usual} />}
            <PointCount chart={chart} />
            <FiguresNotice chart={chart} />
            <MixedNotice chart={chart} devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} kind={kind} />
            <SumNotice chart={chart} unit={unit} />
            {zoom !== undefined && <ZoomNotice zoom={zoom} />}
            {file !== undefined && <FileNotice file={file} />}
            {share !== undefined && <ShareNotice share={share} />}
            <OutdatedNotice chart={chart} />
            <StaleNotice devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
          </div>
          <div className={styles.buttons}>
            {isAlarmable && <LevelButton chart={chart} drawing={drawing} opener={levelButton} />}
            {usual !== undefined && kind === 'number' && (
              <UsualButton chart={chart} usual={usual} name={name} telemetryKey={telemetryKey} unit={unit} />
            )}
            {changes !== undefined && zoom !== undefined && (
              <ChangesButton changes={changes} chart={chart} devices={devices} zoom={zoom} />
            )}
            {zoom !== undefined && <ResetZoomButton zoom={zoom} onClick={() => drawing.current?.show(null)} />}
            {file !== undefined && <DownloadButton chart={chart} file={file} unit={unit} />}
            {share !== undefined && (
              <ShareMenu
                chart={chart}
                share={share}
                figure={figure}
                name={name}
                telemetryKey={telemetryKey}
                color={color}
                download={download}
              />
            )}
            {fullScreen !== undefined && <FullScreenButton fullScreen={fullScreen} />}
          </div>
        </div>
        <LevelBar chart={chart} unit={unit} opener={levelButton} device={device} telemetryKey={telemetryKey} />
        <ChartCanvas
          chart={chart}
          drawing={drawing}
          label={texts.chart.label(name, telemetryKey)}
          unit={unit}
          telemetryKey={telemetryKey}
          color={color}
          kind={kind}
          limits={limits.shown}
          usual={usualParts}
          crosshair={crosshair}
          annotations={annotations}
          maintenance={maintenance}
          fullScreen={fullScreen}
          active={active}
        />
        <ChartState chart={chart} isText={isText} />
      </figure>
    </div>
  )
}

function FullScreenButton({fullScreen}: {fullScreen: FullScreenRef}) {
  const isFull = useSelector(fullScreen, s => s.matches('full'))
  const isRefused = useSelector(fullScreen, s => s.matches({full: 'refused'}))
  return (
    <>
      {isRefused && (
        <span role="status" className={styles.quiet}>
          {texts.controls.fullScreenRefused}
        </span>
      )}
      <Button
        size="compact-sm"
        fz="xs"
        variant="default"
        aria-pressed={isFull}
        onClick={() => fullScreen.send({type: 'fullScreen.toggled'})}
      >
        {texts.controls.fullScreen}
      </Button>
    </>
  )
}

function ResetZoomButton({zoom, onClick}: {zoom: ChartZoomRef; onClick: () => void}) {
  const isZoomed = useSelector(zoom, s => s.context.view !== null)
  return (
    <Button className={styles.reset} size="compact-sm" fz="xs" variant="default" disabled={!isZoomed} onClick={onClick}>
      {texts.controls.resetZoom}
    </Button>
  )
}

function DownloadButton({chart, file, unit}: Pick<Props, 'chart' | 'unit'> & {file: ChartFileRef}) {
  const hasFile = useSelector(chart, s => s.can({type: 'download.requested', unit}))
  const isSaving = useSelector(file, s => s.matches('saving'))
  return (
    <Button
      size="compact-sm"
      fz="xs"
      variant="default"
      onClick={() => chart.send({type: 'download.requested', unit})}
      disabled={!hasFile || isSaving}
    >
      {texts.controls.download}
    </Button>
  )
}

interface LegendProps {
  chart: ChartRef
  zoom: ChartZoomRef | undefined
  name: string
  color: 'red' | 'blue'
  kind: ValueKind
}

/** More would take the room of the drawing; the pointer still reads each of them. */
const MOST = 8

/** The names of the drawn lines: the key, or each state with its colour. */
function Legend({chart, zoom, name, color, kind}: LegendProps) {
  const states = useSelector(chart, s => s.context.series?.states)
  const detail = useSelector(zoom, s => s?.context.detail?.series.states)
  const isThinned = useSelector(chart, s => (s.context.series?.envelope ?? []).length > 0)
  const hasDetail = useSelector(zoom, s => s !== undefined && s.context.detail !== null)
  const isThinnedInView = useSelector(zoom, s => (s?.context.detail?.series.envelope ?? []).length > 0)
  if (states === undefined || states.runs.length === 0)
    return (
      <>
        <span className={legendStyles.legend} data-color={color}>
          {name}
        </span>
        {hasEnvelope(kind) && (hasDetail ? isThinnedInView : isThinned) && (
          <span className={legendStyles.legend} data-color={color} data-part="envelope">
            {texts.chart.envelope}
          </span>
        )}
      </>
    )
  const names = stateNames(states, detail)
  return (
    <ul className={legendStyles.states} aria-label={name}>
      {names.slice(0, MOST).map((text, at) => (
        <li key={text} title={text} style={colourOf(at)}>
          {text}
        </li>
      ))}
      {names.length > MOST && <li>{texts.chart.otherStates(names.length - MOST)}</li>}
    </ul>
  )
}

const colourOf = (at: number): CSSProperties & Record<'--state', string> => ({'--state': stateColour(at)})

/** The limits in the legend, which hides and shows them. */
function LimitsEntry({chart, limits}: {chart: ChartRef; limits: readonly DrawnLimit[]}) {
  const areShown = useSelector(chart, s => s.context.areLimitsShown)
  if (limits.length === 0) return null
  return (
    <Entry
      areShown={areShown}
      title={limits.map(({text}) => text).join(', ')}
      onToggled={() => chart.send({type: 'limits.toggled'})}
    >
      {texts.chart.limits}
    </Entry>
  )
}

const SWATCH: CSSProperties & Record<'--swatch', string> = {'--swatch': '10px solid var(--line-strong)'}

/** The entry of the usual band, likewise. */
function UsualEntry({usual}: {usual: UsualRef}) {
  const areShown = useSelector(usual, s => s.context.areShown)
  const isKnown = useSelector(usual, s => s.context.parts.length > 0)
  if (!isKnown) return null
  return (
    <Entry areShown={areShown} style={SWATCH} onToggled={() => usual.send({type: 'parts.toggled'})}>
      {usualTexts.band}
    </Entry>
  )
}

interface EntryProps {
  areShown: boolean
  title?: string
  style?: CSSProperties
  onToggled: () => void
  children: ReactNode
}

const Entry = ({areShown, onToggled, ...rest}: EntryProps) => (
  <button type="button" className={legendStyles.limits} aria-pressed={areShown} onClick={onToggled} {...rest} />
)

interface Shown {
  devices: DevicesRef
  chart: ChartRef
  deviceId: string
  telemetryKey: string
  unit: ShownUnit
}

const NONE: readonly DrawnLimit[] = []

/** Returns the limits of the drawn key, and the drawn ones: none while they are hidden. */
function useLimits({devices, chart, deviceId, telemetryKey, unit}: Shown) {
  const {formats} = useApplication()
  const threshold = useSelector(devices, s => namedOf(s.context.thresholds, deviceId, telemetryKey))
  const areDrawable = useSelector(chart, s => haveLimits(s.context.series?.aggregation ?? 'none'))
  const areShown = useSelector(chart, s => s.context.areLimitsShown)
  const known = useMemo(
    () =>
      (areDrawable ? limitsOf(threshold) : NO_LIMITS).map(limit => ({
        ...limit,
        value: inUnit(limit.value, unit),
        text: limitText(limit, limitInUnit(formats, limit.value, unit)),
      })),
    [threshold, areDrawable, unit, formats],
  )
  return {known, shown: areShown ? known : NONE}
}
