import {isKiosk} from '../shell/shell'
import {GROUPINGS, type Grouping, LONGEST_SEARCH} from '../telemetry/devices/navigatorView'
import {MARKED_STATUSES, type MarkedStatus} from '../telemetry/devices/worstFirst'
import {ORDERS, type Order, TILE_CHOICES, type TileChoice, within} from './options'
import {NEW_WALL, TURNS, type Wall, type WallIntent} from './walls'

/** The part of the wall that the address holds. */
export interface WallView {
  /** The name of the wall; empty for that of all devices, and null for the one that everybody sees at first. */
  wall: string | null
  q: string
  statuses: readonly MarkedStatus[]
  labels: readonly string[]
  /** They go before what the wall says. */
  tiles: TileChoice | null
  order: Order | null
  grouping: Grouping | null
  /** The device whose telemetry is open beside the wall. */
  deviceId: string | null
  isKiosk: boolean
  /** The names of walls that take turns. */
  walls: readonly string[]
  /** The time for which each of them is shown, in seconds; null leaves it to the walls. */
  every: number | null
}

export const DEFAULT_WALL_VIEW: WallView = {
  wall: null,
  q: '',
  statuses: [],
  labels: [],
  tiles: null,
  order: null,
  grouping: null,
  deviceId: null,
  isKiosk: false,
  walls: [],
  every: null,
}

/** Reads the search part of the address. Invalid values become defaults. */
export function wallViewFromSearch(search: string): WallView {
  const parameters = new URLSearchParams(search)
  const all = (name: string) => [...new Set(parameters.getAll(name))]
  const named = (name: string) => parameters.get(name) || null
  return {
    wall: parameters.get('wall'),
    q: (parameters.get('q') ?? '').slice(0, LONGEST_SEARCH),
    statuses: MARKED_STATUSES.filter(status => all('status').includes(status)),
    labels: all('label'),
    tiles: TILE_CHOICES.find(each => each === parameters.get('tiles')) ?? null,
    order: ORDERS.find(each => each === parameters.get('order')) ?? null,
    grouping: GROUPINGS.find(each => each === parameters.get('group')) ?? null,
    deviceId: named('show'),
    isKiosk: isKiosk(search),
    walls: [...new Set((parameters.get('walls') ?? '').split(',').filter(name => name !== ''))],
    every: within(TURNS, Number(parameters.get('every') ?? 0)),
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out. */
export function searchFromWallView(view: WallView): string {
  const parameters = new URLSearchParams()
  const {wall, q, tiles, order, grouping, deviceId, every} = view
  if (view.isKiosk) parameters.set('kiosk', '1')
  if (view.walls.length > 0) parameters.set('walls', view.walls.join(','))
  if (every !== null) parameters.set('every', String(every))
  if (wall !== null) parameters.set('wall', wall)
  if (q !== '') parameters.set('q', q)
  for (const status of view.statuses) parameters.append('status', status)
  for (const label of view.labels) parameters.append('label', label)
  if (tiles !== null) parameters.set('tiles', tiles)
  if (order !== null) parameters.set('order', order)
  if (grouping !== null) parameters.set('group', grouping)
  if (deviceId !== null) parameters.set('show', deviceId)
  const search = parameters.toString()
  return search && `?${search}`
}

/** The wall as the address wants it. */
export const asRequested = (wall: Wall, {tiles, order, grouping}: WallView): Wall => ({
  ...wall,
  tiles: tiles ?? wall.tiles,
  order: order ?? wall.order,
  grouping: grouping ?? wall.grouping,
})

/**
 * The wall that the view names. The wall of all devices has no name. A view without a name shows the user's first wall
 * while it exists, otherwise that of the organisation, and the wall of all devices until there is one.
 */
export function namedWall(walls: readonly Wall[], name: string | null, first: string | null = null): Wall | null {
  if (name === null) {
    const own = first === null ? null : namedWall(walls, first)
    return own ?? walls.find(({isHome}) => isHome) ?? NEW_WALL
  }
  if (name === '') return NEW_WALL
  return walls.find(wall => wall.name === name) ?? null
}

/** A saved wall is shown as it was saved. */
export const viewAfter = (view: WallView, intent: WallIntent): WallView => ({
  ...view,
  tiles: null,
  order: null,
  grouping: null,
  walls: [],
  wall: intent.kind === 'keep' ? intent.wall.name : null,
})
