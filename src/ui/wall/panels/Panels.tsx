import {useSelector} from '@xstate/react'
import {type CSSProperties, useMemo} from 'react'
import {chosenZone} from '../../../domain/format/zone'
import {type Board, panelPages, shownSpan, wallSpan} from '../../../domain/wall/board'
import {isRepeated, keysOf} from '../../../domain/wall/copies'
import {nameIn} from '../../../domain/wall/deviceNames'
import {type Layout, type Rect, rowsOf} from '../../../domain/wall/layout/layout'
import {screenRows} from '../../../domain/wall/layout/shape'
import type {ClockPanel} from '../../../domain/wall/panels/clock'
import {type Composition, MAX_PANELS, type Panel} from '../../../domain/wall/panels/panels'
import {keyOf} from '../../../domain/wall/panels/templates'
import type {TextPanel} from '../../../domain/wall/panels/text'
import {isUnfinished} from '../../../domain/wall/panels/unfinished'
import {NEW_WALL} from '../../../domain/wall/walls'
import type {PanelSources} from '../../../machines/wall/panelSources'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {useScreen} from '../../kit/screen'
import {FactBody} from '../facts/FactBody'
import {texts as factTexts} from '../facts/texts'
import {GaugeBody} from '../gauges/GaugeBody'
import {IndicatorsBody} from '../gauges/IndicatorsBody'
import {Grid} from '../grid/Grid'
import {PictureBody} from '../places/PictureBody'
import {PlanBody} from '../places/PlanBody'
import {AlarmsBody} from './AlarmsBody'
import {ChartBody} from './ChartBody'
import {Copies} from './Copies'
import {Frame} from './Frame'
import {NumberBody} from './NumberBody'
import styles from './Panels.module.css'
import {type BodyProps, paintedBy, partOf, write} from './painting'
import textBodiesStyles from './TextBodies.module.css'
import {TopBody} from './TopBody'
import {texts} from './texts'
import {Message} from './WholeRows'

interface Props {
  wall: WallRef
  sources: PanelSources
  composition: Composition
}

/** A composed wall. React draws panels when they come, go or move; their contents are painted. */
export function Panels({wall, sources, composition}: Props) {
  const name = useSelector(wall, s => s.context.board.wall?.name)
  const isKiosk = useSelector(wall, s => s.context.board.view.isKiosk)
  // A kiosk has panels beside each other on a tablet: nobody scrolls it.
  const isStacked = useScreen(isKiosk ? 'phone' : 'tablet')
  const rows = useSelector(wall, s => screenRows(s.context.board.wall ?? NEW_WALL))
  const pages = useSelector(wall, s => panelPages(s.context.board.wall), isSamePages)
  const page = useSelector(wall, s => s.context.board.turn.page) % pages.length
  if (composition.panels.length === 0)
    return (
      <p role="status" className={styles.message}>
        {texts.none}
      </p>
    )
  return (
    <div className={styles.screen} data-stacked={isStacked || undefined}>
      <CompositionNotes composition={composition} />
      {/* Ids tell apart the panels of one wall alone. */}
      <div key={name} className={styles.pages}>
        {pages.map((panels, at) => (
          <ul
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
            key={at}
            className={styles.panels}
            style={rowsStyle(panels, rows)}
            aria-label={texts.label}
            data-away={at !== page || undefined}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wall that is higher than the screen is scrolled by keys
            tabIndex={0}
          >
            {inReadingOrder(panels)
              .filter(panel => !(isKiosk && isUnfinished(panel)))
              .map(panel => (
                <li key={panel.id} className={styles.panel} style={placeOf(panel)} data-kind={panel.kind}>
                  <PanelFrame panel={panel} wall={wall} sources={sources} />
                </li>
              ))}
          </ul>
        ))}
      </div>
    </div>
  )
}

/** The faults in the stored composition. */
export function CompositionNotes({composition: {surplus, isMended}}: {composition: Composition}) {
  const {formats} = useApplication()
  if (surplus.length === 0 && !isMended) return null
  return (
    <div role="status" className={styles.notes}>
      {isMended && <p>{texts.mended}</p>}
      {surplus.length > 0 && <p>{texts.surplus(formats.number(MAX_PANELS), formats.number(surplus.length))}</p>}
    </div>
  )
}

/** The title of a panel with its contents. */
export function PanelFrame({panel, wall, sources}: Omit<Props, 'composition'> & {panel: Panel}) {
  const title = useSelector(wall, s => titleOf(panel, s.context.board))
  const range = useSelector(wall, s => rangeOf(panel, s.context.board))
  return (
    <Frame heading="h2" kind={texts.kinds[panel.kind]} title={title} note={range}>
      {isRepeated(panel) ? (
        <Copies panel={panel} wall={wall}>
          {copy => <PanelBody panel={copy} wall={wall} sources={sources} />}
        </Copies>
      ) : (
        <PanelBody panel={panel} wall={wall} sources={sources} />
      )}
    </Frame>
  )
}

type Pages = ReturnType<typeof panelPages>

const isSamePages = (one: Pages, other: Pages): boolean => JSON.stringify(one) === JSON.stringify(other)

export const rowsStyle = (panels: Layout<Panel>, least: number): CSSProperties & Record<'--rows', number> => ({
  '--rows': rowsOf(panels, least),
})

export const placeOf = ({x, y, w, h}: Rect): CSSProperties => ({
  gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`,
  ...Object.fromEntries([['--h', String(h)]]),
})

/** From the left to the right, row by row. */
export const inReadingOrder = (panels: readonly Panel[]): readonly Panel[] =>
  panels.toSorted((one, other) => one.y - other.y || one.x - other.x)

/** Returns the panel's title, or else its kind. */
export const nameOf = (panel: Panel, board: Pick<Board, 'devices'>): string =>
  titleOf(panel, board) || texts.kinds[panel.kind]

/** Returns the panel's own title, or the name of its contents; empty where these show it themselves. */
export function titleOf(panel: Panel, {devices}: Pick<Board, 'devices'>): string {
  if (panel.title !== '') return panel.title
  switch (panel.kind) {
    case 'tiles':
      if (isRepeated(panel)) return ''
      return panel.devices.by === 'label' || panel.devices.by === 'type' ? panel.devices.values.join(', ') : ''
    case 'number':
    case 'gauge': {
      const {deviceId, key} = panel.series
      if (isRepeated(panel)) return key
      const name = nameIn(devices, deviceId)
      return name === null ? '' : `${name} · ${key}`
    }
    case 'chart':
      return isRepeated(panel) ? keysOf(panel).join(', ') : ''
    case 'indicators':
      return panel.of === 'key' ? panel.key : ''
    case 'top':
      return keyOf(panel, {devices}) === '' ? '' : texts.top.title(panel.end, keyOf(panel, {devices}))
    case 'alarms':
      return texts.alarms.title
    case 'comparison':
      return keyOf(panel, {devices}) === ''
        ? factTexts.comparison.title
        : factTexts.comparison.titleOf(keyOf(panel, {devices}))
    case 'unusual':
    case 'late':
    case 'availability':
    case 'screens':
    case 'changes':
      return factTexts.titles[panel.kind]
    default:
      return ''
  }
}

/** The time range of a chart that is another than that of its wall; empty otherwise. */
function rangeOf(panel: Panel, board: Pick<Board, 'wall'>): string {
  if (panel.kind !== 'chart') return ''
  const span = shownSpan(panel, board)
  return span === wallSpan(board) ? '' : texts.spans[span]
}

/** Its outline of Earth is loaded with it. */
const mapPart = async () => (await import('../map/MapBody')).MapBody

/** The contents of a panel of each kind. */
function PanelBody({panel, ...others}: BodyProps<Panel>) {
  switch (panel.kind) {
    case 'tiles':
      return <Grid wall={others.wall} panel={panel.id} />
    case 'number':
      return <NumberBody panel={panel} {...others} />
    case 'gauge':
      return <GaugeBody panel={panel} {...others} />
    case 'indicators':
      return <IndicatorsBody panel={panel} {...others} />
    case 'map':
      return (
        <LazyPart load={mapPart} waiting="">
          {MapBody => <MapBody panel={panel} {...others} />}
        </LazyPart>
      )
    case 'chart':
      return <ChartBody panel={panel} {...others} />
    case 'top':
      return <TopBody panel={panel} {...others} />
    case 'alarms':
      return <AlarmsBody panel={panel} {...others} />
    case 'unusual':
    case 'late':
    case 'availability':
    case 'screens':
    case 'comparison':
    case 'changes':
      return <FactBody panel={panel} {...others} />
    case 'text':
      return <TextBody panel={panel} {...others} />
    case 'clock':
      return <ClockBody panel={panel} {...others} />
    case 'picture':
      return <PictureBody panel={panel} {...others} />
    case 'plan':
      return <PlanBody panel={panel} {...others} />
    case 'later':
      return <Message>{texts.later(String(panel.entry.kind))}</Message>
    default:
      return panel satisfies never
  }
}

const TextBody = ({panel: {text, size}}: BodyProps<TextPanel>) => (
  <p className={textBodiesStyles.text} data-size={size} dir="auto">
    {text}
  </p>
)

/** The time of the server, or that of the moment that is replayed. */
function ClockBody({panel, wall}: BodyProps<ClockPanel>) {
  const {formats: own, createFormats, preferences, zone: ownZone} = useApplication()
  const language = useSelector(preferences, ({context}) => context.spoken)
  const {zone} = chosenZone(panel.zone === '' ? null : panel.zone, null, ownZone)
  const {isTwelveHours} = own
  const paint = useMemo(() => {
    const formats = createFormats({zone, language, hours: isTwelveHours ? '12' : '24'})
    return paintedBy(wall, element => {
      const [time, date] = [partOf(element, 'time'), partOf(element, 'date')]
      return ({context: {board}}) => {
        write(time, formats.time(board.now, 'minute'))
        write(date, formats.date(board.now))
      }
    })
  }, [wall, createFormats, zone, language, isTwelveHours])
  return (
    <div ref={paint} className={textBodiesStyles.clock}>
      <time className={textBodiesStyles.time} data-part="time" />
      <p className={textBodiesStyles.date}>
        <span data-part="date" />
        {panel.zone !== '' && ` · ${zone.replaceAll('_', ' ')}`}
      </p>
    </div>
  )
}
