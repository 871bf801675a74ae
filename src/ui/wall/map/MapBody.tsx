import {useComputedColorScheme} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {geoMercator, geoPath} from 'd3-geo'
import {useCallback, useMemo, useState} from 'react'
import {feature, mesh} from 'topojson-client'
import type {Objects, Topology} from 'topojson-specification'
import json from 'world-atlas/countries-110m.json?raw'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {ClientConfig} from '../../../../contract/wire/config'
import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import {isLinkDown} from '../../../domain/link'
import {isNormal} from '../../../domain/wall/conditions'
import {type Cluster, clustered, type Mark} from '../../../domain/wall/places/clusters'
import type {MapPanel} from '../../../domain/wall/places/map'
import {
  croppedWidth,
  fittedView,
  type MapSize,
  type MapView,
  pointOf,
  tilesIn,
  worldWidth,
} from '../../../domain/wall/places/mapView'
import {type DevicePlaces, type PlacedDevice, placedDevices, severityOf} from '../../../domain/wall/places/placed'
import type {WallRef} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {MenuItem, PlainMenu} from '../../kit/menu/PlainMenu'
import {StatusShape} from '../grid/StatusShape'
import panels from '../panels/Panels.module.css'
import type {BodyProps} from '../panels/painting'
import {ReadFailure} from '../panels/ReadFailure'
import {WholeCells} from '../panels/WholeCells'
import {texts as wallTexts} from '../texts'
import styles from './Map.module.css'
import {texts} from './texts'

/** Marks nearer to each other than this are joined: a count is as wide. */
const APART = 40
const NOWHERE: DevicePlaces = new Map()

/** Devices at their places. The outline is drawn once for each view, and marks when their states change. */
export function MapBody({panel, wall, sources}: BodyProps<MapPanel>) {
  const {formats} = useApplication()
  const machine = useActorRef(sources.places, {input: {}})
  const places = useSelector(machine, s => s.context.value ?? NOWHERE)
  const isAsked = useSelector(machine, s => s.context.value !== null)
  const {placed, unplaced} = useSelector(wall, s => placedDevices(panel, s.context.board, places), isSame)
  const cutFor = useSelector(wall, ({context: {board}}) =>
    isLinkDown(board.link) && board.cutAt !== null ? ageOf(board.cutAt, board.now) : null,
  )
  return (
    <div className={styles.map}>
      <ReadFailure machine={machine} />
      <Ground panel={panel} wall={wall} placed={placed} />
      <p className={panels.note}>
        {[
          ...(cutFor === null ? [] : [`${wallTexts.statuses.linkDown}, ${texts.before(cutFor)}`]),
          ...(isAsked && placed.length === 0 ? [texts.none] : []),
          ...(isAsked && placed.length > 0 && unplaced.length > 0
            ? [texts.without(namesOf(unplaced, formats), formats.number(unplaced.length), unplaced.length)]
            : []),
        ].join(' · ')}
      </p>
    </div>
  )
}

const MAX_NAMES = 3

function namesOf(names: readonly string[], {number}: Formats): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? texts.more(shown, number(names.length - MAX_NAMES)) : shown
}

interface EarthProps extends Pick<BodyProps<MapPanel>, 'panel' | 'wall'> {
  placed: readonly PlacedDevice[]
}

/** The narrowest list beside the map, in letters. */
const LEAST_LIST = 14

/** The map and, where it needs only a part of the room, its devices beside it. */
function Ground({panel, wall, placed}: EarthProps) {
  const [room, setRoom] = useState<(MapSize & {font: number}) | null>(null)
  const where = placed.map(({place}) => place)
  const width = room === null || panel.view === 'kept' ? null : croppedWidth(where, room)
  const isCropped = room !== null && width !== null && room.width - width >= LEAST_LIST * room.font
  const measure = useMemo(
    () =>
      measuring(({width, height}, element) =>
        setRoom({width, height, font: Number.parseFloat(getComputedStyle(element).fontSize)}),
      ),
    [],
  )
  return (
    <div ref={measure} className={styles.ground}>
      <div className={styles.frame} style={isCropped ? {flex: `0 0 ${width}px`} : undefined}>
        <Earth panel={panel} wall={wall} placed={placed} />
      </div>
      {isCropped && <Beside wall={wall} placed={placed} />}
    </div>
  )
}

/** The least size of a name beside the map, as in the style sheet. */
const CELL = {width: 16, height: 1.7, gap: 0.5}

/** The devices of the map, the worst first. */
function Beside({wall, placed}: Omit<EarthProps, 'panel'>) {
  const worst = useMemo(
    () => placed.toSorted((one, other) => severityOf(other.status) - severityOf(one.status)),
    [placed],
  )
  return (
    <WholeCells count={worst.length} cell={CELL}>
      {shown => (
        <ul className={styles.beside}>
          {worst.slice(0, shown).map(({id, name, status}) => (
            <li key={id}>
              <button
                type="button"
                className={styles.row}
                data-status={status}
                onClick={() => wall.send({type: 'view.changed', change: {deviceId: id}, history: 'push'})}
              >
                <StatusShape status={status} />
                <bdi title={name}>{name}</bdi>
                <span>{isNormal(status) ? '' : wallTexts.statuses[status]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </WholeCells>
  )
}

function Earth({panel, wall, placed}: EarthProps) {
  const colorScheme = useComputedColorScheme()
  const {mapTiles} = useApplication().config
  const [size, setSize] = useState<MapSize | null>(null)
  // Devices that change their states alone leave the view as it is.
  const where = JSON.stringify(placed.map(({place}) => place))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are compared by their contents
  const view = useMemo(
    () =>
      size === null
        ? null
        : panel.view === 'kept'
          ? panel
          : fittedView(
              placed.map(({place}) => place),
              size,
            ),
    [size, panel, where],
  )
  const clusters = useMemo(() => {
    if (view === null || size === null) return []
    const marks = placed
      .map(device => ({...device, ...pointOf(device.place, view, size), severity: severityOf(device.status)}))
      .filter(({x, y}) => x >= 0 && x <= size.width && y >= 0 && y <= size.height)
    return clustered(marks, APART)
  }, [placed, view, size])
  const outline = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas !== null && view !== null && size !== null) drawOutline(canvas, view, size)
    },
    [view, size],
  )
  return (
    <div ref={useMemo(() => measuring(setSize), [])} className={styles.earth}>
      {view !== null && size !== null && (
        <canvas
          // Its colours depend on the scheme.
          key={colorScheme}
          ref={outline}
          className={styles.outline}
        />
      )}
      {mapTiles !== undefined && view !== null && size !== null && (
        <Tiles {...mapTiles} view={view} size={size} wall={wall} />
      )}
      <ul className={styles.marks} aria-label={texts.devices}>
        {clusters.map((cluster, at) => (
          <li
            key={cluster[0].id}
            className={styles.place}
            // The worst come first, and are above others.
            style={{left: cluster[0].x, top: cluster[0].y, zIndex: clusters.length - at}}
          >
            <MapMark cluster={cluster} wall={wall} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function measuring(onMeasured: (size: MapSize, element: HTMLElement) => void) {
  return (element: HTMLElement | null) => {
    if (element === null) return undefined
    const measure = () => onMeasured({width: element.clientWidth, height: element.clientHeight}, element)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }
}

interface MarkProps {
  cluster: Cluster<PlacedDevice & Mark>
  wall: WallRef
}

/** One device, or the worst of several, which a menu names. */
function MapMark({cluster, wall}: MarkProps) {
  const {formats} = useApplication()
  const [worst, ...others] = cluster
  const {id, name, status} = worst
  const word = wallTexts.statuses[status]
  const open = (deviceId: string) => wall.send({type: 'view.changed', change: {deviceId}, history: 'push'})
  if (others.length === 0)
    return (
      <button
        type="button"
        className={styles.mark}
        data-status={status}
        aria-label={texts.mark(name, word)}
        title={name}
        onClick={() => open(id)}
      >
        <StatusShape status={status} />
      </button>
    )
  const label = texts.several(formats.number(cluster.length), name, word)
  return (
    <PlainMenu
      label={label}
      opener={opener => (
        <button type="button" {...opener} className={styles.mark} data-status={status} aria-label={label} title={label}>
          <StatusShape status={status} />
          <b>{formats.number(cluster.length)}</b>
        </button>
      )}
    >
      {cluster.map(device => (
        <MenuItem key={device.id} icon={<StatusShape status={device.status} />} onChosen={() => open(device.id)}>
          {texts.mark(device.name, wallTexts.statuses[device.status])}
        </MenuItem>
      ))}
    </PlainMenu>
  )
}

type Placed = ReturnType<typeof placedDevices>

const isSame = (one: Placed, other: Placed): boolean =>
  one.unplaced.length === other.unplaced.length &&
  one.unplaced.every((name, at) => name === other.unplaced[at]) &&
  one.placed.length === other.placed.length &&
  one.placed.every((device, at) => {
    const before = other.placed[at]
    return (
      before?.id === device.id &&
      before.name === device.name &&
      before.status === device.status &&
      before.place.latitude === device.place.latitude &&
      before.place.longitude === device.place.longitude
    )
  })

const RETRIED_AFTER = 5 * MINUTE

interface TilesProps extends NonNullable<ClientConfig['mapTiles']> {
  view: MapView
  size: MapSize
  wall: WallRef
}

/** Images over the outline, which shows where one is missing. Missing ones are asked for again in the next period. */
function Tiles({url, attribution, view, size, wall}: TilesProps) {
  const period = useSelector(
    wall,
    ({context: {board}}) => `${isLinkDown(board.link)} ${Math.floor(board.now / RETRIED_AFTER)}`,
  )
  const [failed, setFailed] = useState<{period: string; addresses: readonly string[]}>({period, addresses: []})
  const missing = failed.period === period ? failed.addresses : []
  // Earth is drawn once, however wide the panel is.
  const width = Math.min(size.width, worldWidth(view))
  const tiles = tilesIn(view, {...size, width}).map(tile => ({...tile, address: addressOf(url, tile)}))
  return (
    <>
      <div className={styles.tiles} style={{width}}>
        {tiles
          .filter(({address}) => !missing.includes(address))
          .map(tile => (
            <img
              key={`${tile.address} ${tile.left}`}
              src={tile.address}
              alt=""
              draggable={false}
              style={{left: tile.left, top: tile.top, width: tile.width, height: tile.width}}
              onError={() =>
                setFailed(before => ({
                  period,
                  addresses: [...(before.period === period ? before.addresses : []), tile.address],
                }))
              }
            />
          ))}
      </div>
      <p className={styles.attribution}>
        {[...(tiles.some(({address}) => missing.includes(address)) ? [texts.missing] : []), attribution].join(' · ')}
      </p>
    </>
  )
}

const addressOf = (url: string, {z, x, y}: Record<'z' | 'x' | 'y', number>): string =>
  url.replaceAll('{z}', `${z}`).replaceAll('{x}', `${x}`).replaceAll('{y}', `${y}`)

const world: Topology<Objects<Record<string, string>>> = JSON.parse(json)
const {land, countries} = world.objects

/** Draws the land and its borders, once for each view. */
function drawOutline(canvas: HTMLCanvasElement, view: MapView, {width, height}: MapSize) {
  const context = canvas.getContext('2d')
  if (context === null || land === undefined || countries?.type !== 'GeometryCollection') return
  const density = window.devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  const style = getComputedStyle(canvas)
  const projection = geoMercator()
    .scale(worldWidth(view) / (2 * Math.PI))
    .rotate([-view.longitude, 0])
    .center([0, view.latitude])
    .translate([width / 2, height / 2])
    .clipExtent([
      [-2, -2],
      [width + 2, height + 2],
    ])
  const draw = geoPath(projection, context)
  context.beginPath()
  draw(feature(world, land))
  context.fillStyle = style.getPropertyValue('--line')
  context.fill()
  context.beginPath()
  draw(mesh(world, countries, (one, other) => one !== other))
  context.strokeStyle = style.getPropertyValue('--surface')
  context.lineWidth = 1
  context.stroke()
}
