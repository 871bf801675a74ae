import {isRecord} from '../../../contract/rules/json'
import {listFrom, listValue, type StoredList} from '../../../contract/rules/lists/storedList'
import {
  ALL_DEVICES,
  choiceFrom,
  type DeviceChoice,
  isHomeFrom,
  textsFrom,
  WALLS_ATTRIBUTE,
  wallNameFrom,
} from '../../../contract/rules/lists/walls'
import type {EpochMs, Json} from '../../../contract/wire/common'
import type {IssuedSecret} from '../issuedSecret'
import type {ListRules} from '../listRules'
import type {DeviceEntry} from '../telemetry/devices/device'
import {GROUPINGS, type Grouping} from '../telemetry/devices/navigatorView'
import {DEFAULT_SPAN, SPANS, type Span} from '../telemetry/series/sparkline'
import {type Framed, pageRows, SHAPES} from './layout/shape'
import {DESK, DIAGONALS, DISTANCES, type Viewing} from './legibility'
import {MAX_KEYS, ORDERS, type Order, oneOf, TILE_CHOICES, type TileChoice, within} from './options'
import {mergedWall} from './panels/changes'
import {type Composition, compositionFrom, compositionValue} from './panels/panels'

/** The contents and the settings of a wall. */
export interface Wall extends Framed {
  name: string
  /** Whether everybody who names no wall sees it instead of the wall of all devices. One at most is. */
  isHome: boolean
  devices: DeviceChoice
  /** The keys that tiles show; without any, each device's own keys. */
  keys: readonly string[]
  tiles: TileChoice
  order: Order
  grouping: Grouping
  viewing: Viewing
  /** The time range of its panels that have none of their own. */
  span: Span
  /** The time that a page stays, in seconds. */
  turnAfter: number
  /** Whether a kiosk shows the QR code of the alarm list. */
  hasAlarmCode?: boolean
  /** Without it, the wall is tiles of all its devices; with it, panels choose from these. */
  composition?: Composition
}

export const NEW_WALL: Wall = {
  name: '',
  isHome: false,
  devices: ALL_DEVICES,
  keys: [],
  tiles: 'auto',
  order: 'importance',
  grouping: 'label',
  viewing: DESK,
  span: DEFAULT_SPAN,
  turnAfter: 20,
}

export const TURNS = {least: 5, most: 3600} as const

/**
 * `was` is the name of the wall that it replaces; null for a new one. With `base`, the version it was made from, panels
 * that somebody else has changed since stay, too.
 */
export type WallIntent = {kind: 'keep'; wall: Wall; was: string | null; base?: Wall} | {kind: 'remove'; name: string}

/** Walls are distinguished by their names. */
export const WALLS: ListRules<Wall, WallIntent, Json[]> = {
  key: WALLS_ATTRIBUTE,
  scope: 2,
  read: (value, version) => uniquelyNamed(listFrom(value, version, wallFrom)),
  write: list => listValue(list, wallValue),
  fulfil: withWallIntent,
  inverse: inverseOf,
}

function withWallIntent(list: StoredList<Wall>, intent: WallIntent): StoredList<Wall> {
  if (intent.kind === 'remove') {
    const remaining = list.items.filter(({name}) => name !== intent.name)
    return remaining.length === list.items.length ? list : {...list, items: remaining}
  }
  const {wall: requested, was, base} = intent
  const at = list.items.findIndex(({name}) => name === was)
  const stored = list.items[at]
  const isMerged = base !== undefined && stored !== undefined && JSON.stringify(stored) !== JSON.stringify(base)
  const wall = isMerged ? mergedWall(base, stored, requested) : requested
  const others = list.items
    .filter(({name}) => name !== was && name !== wall.name)
    .map(other => (wall.isHome && other.isHome ? {...other, isHome: false} : other))
  return {...list, items: at === -1 ? [...others, wall] : others.toSpliced(at, 0, wall)}
}

function inverseOf({items}: StoredList<Wall>, intent: WallIntent): WallIntent | null {
  const before = items.find(({name}) => name === (intent.kind === 'remove' ? intent.name : intent.was))
  if (intent.kind === 'remove') return before === undefined ? null : {kind: 'keep', wall: before, was: null}
  return before === undefined
    ? {kind: 'remove', name: intent.wall.name}
    : {kind: 'keep', wall: before, was: intent.wall.name}
}

function uniquelyNamed(list: StoredList<Wall>): StoredList<Wall> {
  const names = list.items.map(({name}) => name)
  return {...list, items: list.items.filter(({name}, at) => names.indexOf(name) === at)}
}

/** Wrong and missing fields take their defaults, so that a wall of a later version is shown as far as it is known. */
function wallFrom(entry: Json, at: number): Wall | null {
  const name = wallNameFrom(entry)
  if (name === null || !isRecord(entry)) return null
  const {keys, tiles, order, group, diagonal, distance, turn} = entry
  const hasAlarmCode = entry.alarmCode === true
  const shape = oneOf(SHAPES, entry.shape)
  const framed: Framed = {...(shape && {shape}), ...(entry.pages === true && {hasPages: true})}
  const composition = compositionFrom(entry.panels, pageRows(framed))
  return {
    name,
    isHome: isHomeFrom(entry, at),
    devices: choiceFrom(entry),
    keys: textsFrom(keys).slice(0, MAX_KEYS),
    tiles: oneOf(TILE_CHOICES, tiles) ?? NEW_WALL.tiles,
    order: oneOf(ORDERS, order) ?? NEW_WALL.order,
    grouping: oneOf(GROUPINGS, group) ?? NEW_WALL.grouping,
    viewing: {
      diagonal: within(DIAGONALS, diagonal) ?? DESK.diagonal,
      distance: within(DISTANCES, distance) ?? DESK.distance,
    },
    span: oneOf(SPANS, entry.span) ?? NEW_WALL.span,
    turnAfter: within(TURNS, turn) ?? NEW_WALL.turnAfter,
    ...framed,
    ...(hasAlarmCode && {hasAlarmCode}),
    ...(composition && {composition}),
  }
}

const wallValue = ({
  name,
  isHome,
  devices,
  keys,
  tiles,
  order,
  grouping,
  viewing,
  span,
  turnAfter,
  ...wall
}: Wall): Json => ({
  name,
  home: isHome,
  keys: [...keys],
  tiles,
  order,
  group: grouping,
  ...viewing,
  span,
  turn: turnAfter,
  devices: devices.by === 'all' ? 'all' : {[devices.by]: [...devices.values]},
  ...(wall.shape && {shape: wall.shape}),
  ...(wall.hasPages && {pages: true}),
  ...(wall.hasAlarmCode && {alarmCode: true}),
  ...(wall.composition && {panels: compositionValue(wall.composition)}),
})

/** Tells whether every number is within its limits. A form holds the typed text, which may be no number at all. */
export const hasRightAmounts = ({viewing, turnAfter}: Pick<Wall, 'viewing' | 'turnAfter'>): boolean =>
  within(DIAGONALS, viewing.diagonal) !== null &&
  within(DISTANCES, viewing.distance) !== null &&
  within(TURNS, turnAfter) !== null

/** The devices that are on the wall. */
export function chosenDevices(devices: readonly DeviceEntry[], {by, values}: DeviceChoice): readonly DeviceEntry[] {
  if (by === 'all') return devices
  const requested = new Set(values)
  return devices.filter(device => requested.has(by === 'picked' ? device.id : (device[by] ?? '')))
}

/** An address by which a screen shows one wall. Its name says where the screen is. */
export interface WallLink extends IssuedSecret {
  wall: string
  /** On the client's clock; null before the link was used. */
  seenAt: EpochMs | null
}
