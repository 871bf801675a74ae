import type {Place} from '../../../../contract/rules/place'

/** The middle of the map, and its size: at zoom 0 Earth is 256 pixels wide, at each next twice that. */
export interface MapView extends Place {
  zoom: number
}

export interface MapSize {
  width: number
  height: number
}

export const ZOOMS = {least: 0, most: 8}
/** A single device is shown with the countries around it. */
const CLOSEST = 5
const TILE = 256
/** Marks are not cut at the edge. */
const MARGIN = 40
/** The limit of Mercator's map towards the poles. */
const MAX_LATITUDE = 85

export const worldWidth = ({zoom}: Pick<MapView, 'zoom'>): number => TILE * 2 ** zoom

const clamped = (latitude: number): number => Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude))

/** From the north to the south, in widths of the world; the equator is at 0. */
function downOf(latitude: number): number {
  const angle = (clamped(latitude) * Math.PI) / 180
  return -Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
}

const latitudeAt = (down: number): number => (Math.atan(Math.sinh(-down * 2 * Math.PI)) * 180) / Math.PI

/** Between -180 and 180. */
const turned = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** Returns the point of a place; one beyond the date line on its nearer side. */
export function pointOf({latitude, longitude}: Place, view: MapView, {width, height}: MapSize): {x: number; y: number} {
  const world = worldWidth(view)
  return {
    x: width / 2 + (turned(longitude - view.longitude) / 360) * world,
    y: height / 2 + (downOf(latitude) - downOf(view.latitude)) * world,
  }
}

/** One of the squares that a view is made of, counted from the north-west, and where it is drawn. */
export interface Tile {
  z: number
  x: number
  y: number
  left: number
  top: number
  width: number
}

/** The squares of the zoom nearest to the view's. Those beyond the date line are drawn on both sides of it. */
export function tilesIn(view: MapView, size: MapSize): Tile[] {
  const z = Math.max(0, Math.round(view.zoom))
  const count = 2 ** z
  const width = worldWidth(view) / count
  const left = size.width / 2 - (view.longitude / 360 + 0.5) * worldWidth(view)
  const top = size.height / 2 - (downOf(view.latitude) + 0.5) * worldWidth(view)
  const columns = within(-left / width, (size.width - left) / width)
  const rows = within(-top / width, (size.height - top) / width).filter(row => row >= 0 && row < count)
  return rows.flatMap(row =>
    columns.map(column => ({
      z,
      x: ((column % count) + count) % count,
      y: row,
      left: left + column * width,
      top: top + row * width,
      width,
    })),
  )
}

/** The whole numbers from the one that `from` is in to the one before `to`. */
const within = (from: number, to: number): number[] =>
  Array.from({length: Math.ceil(to) - Math.floor(from)}, (_, at) => Math.floor(from) + at)

/** All places as large as they fit, by the shorter way around Earth; without any, all of Earth. */
export function fittedView(places: readonly Place[], {width, height}: MapSize): MapView {
  if (places.length === 0) return {latitude: 20, longitude: 0, zoom: zoomFor(1, width)}
  const {west, span} = widestGap(places.map(({longitude}) => longitude))
  const downs = places.map(({latitude}) => downOf(latitude))
  const [north, south] = [Math.min(...downs), Math.max(...downs)]
  const zoom = Math.min(zoomFor(span / 360, width - 2 * MARGIN), zoomFor(south - north, height - 2 * MARGIN), CLOSEST)
  return {
    latitude: latitudeAt((north + south) / 2),
    longitude: turned(west + span / 2),
    zoom: Math.max(ZOOMS.least, zoom),
  }
}

/** A map is at most so much wider than its devices need, and no narrower than it is high. */
const WIDEST = 1.6

/** Returns the width that a map of all places takes of its room. Beyond it there is nothing but ocean and empty land. */
export function croppedWidth(places: readonly Place[], size: MapSize): number {
  if (places.length === 0) return size.width
  const view = fittedView(places, size)
  const across = places.map(place => pointOf(place, view, size).x)
  const needed = Math.max(...across) - Math.min(...across) + 2 * MARGIN
  return Math.min(size.width, Math.max(size.height, needed * WIDEST))
}

/** So that a share of the world is as wide as there is room. */
const zoomFor = (share: number, room: number): number => Math.log2(Math.max(1, room) / TILE / share)

/**
 * Returns the start of the longitudes and their extent to the east, around all but the widest gap between two of them.
 */
function widestGap(longitudes: readonly number[]): {west: number; span: number} {
  const sorted = longitudes.map(turned).sort((one, other) => one - other)
  let [west, gap] = [sorted[0] ?? 0, -1]
  sorted.forEach((longitude, at) => {
    const before = at === 0 ? (sorted.at(-1) ?? 0) - 360 : (sorted[at - 1] ?? 0)
    if (longitude - before > gap) [west, gap] = [longitude, longitude - before]
  })
  // The gap of a single place is a turn, give or take a rounding error.
  return {west, span: Math.max(0, 360 - gap)}
}
