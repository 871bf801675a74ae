import type {MaintenancePeriod} from '../../../contract/rules/maintenance'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {isLinkDown, isLinkUp, type LinkState, PROBING} from '../link'
import type {CustomerNames, DeviceEntry} from '../telemetry/devices/device'
import {type DeviceStates, NO_DEVICE_STATES} from '../telemetry/devices/deviceStates'
import {
  type AlarmsByDevice,
  type AlarmsReceived,
  alarmsByDevice,
  type DeviceMarks,
  type MarksByDevice,
  marksWithAlarms,
  marksWithSeverities,
  NO_DEVICE_MARKS,
} from '../telemetry/devices/marks'
import {type DeviceIndex, type Facet, facetsOf, indexOf} from '../telemetry/devices/navigator'
import type {Severities} from '../telemetry/devices/severities'
import type {MarkedStatus} from '../telemetry/devices/worstFirst'
import type {FreshnessConditions} from '../telemetry/readings/freshness'
import {type KeySettings, NO_KEY_SETTINGS} from '../telemetry/readings/keySettings'
import type {ReadingsByDevice} from '../telemetry/readings/reading'
import type {Span} from '../telemetry/series/sparkline'
import {NOTHING_UNUSUAL, type UnusualByDevice} from '../telemetry/usual'
import {type Arranged, arrangeWall, isSameWall, type WallGroup} from './arrangement'
import {type Conditions, countsOf, NO_WALL_COUNTS, type WallCounts, withEvaluated} from './conditions'
import {type Copies, copiesIn, panelsWithCopies} from './copies'
import type {Layout} from './layout/layout'
import {pageRows, pagesOfLayout} from './layout/shape'
import {type Box, type Page, pageOf} from './page'
import type {Panel} from './panels/panels'
import {type PanelSpan, spanOf} from './panels/span'
import type {TilesPanel} from './panels/tiles'
import {asRequested, namedWall, type WallView} from './view'
import {chosenDevices, NEW_WALL, type Wall} from './walls'

/** The tiles of a panel, which are a wall of their own in the room of the panel. */
export type PanelTiles = Pick<Board, 'wall' | 'devices' | 'groups' | 'urgent' | 'box' | 'page'>

/** A wall with all that it shows. */
export interface Board extends FreshnessConditions, DeviceMarks {
  view: WallView
  walls: readonly Wall[]
  /** The name of the wall that the user sees first; null for that of the organisation. */
  first: string | null
  /** Null when there is no wall of that name. */
  wall: Wall | null
  /** The shown wall among those that take turns, and its page. */
  turn: {wall: number; page: number}
  /** All devices that the user may see. */
  all: readonly DeviceEntry[]
  /** The devices on the wall. */
  devices: readonly DeviceEntry[]
  index: DeviceIndex
  labels: readonly Facet[]
  customers: CustomerNames
  readings: ReadingsByDevice
  deviceStates: DeviceStates
  conditions: Conditions
  alarmsByDevice: AlarmsByDevice
  /** The units, thresholds and headline keys of the devices. */
  settings: KeySettings
  counts: WallCounts
  groups: readonly WallGroup[]
  /** The devices on cards, if there is room for so many. */
  urgent: readonly DeviceEntry[]
  /** The states of the devices when they were put in order. */
  arrangedBy: Conditions
  /** The alarms by which the keys of tiles were chosen. */
  laidOutBy: MarksByDevice
  /** Null before they were. */
  arrangedAt: EpochMs | null
  box: Box | null
  page: Page | null
  /**
   * The rooms of panels of tiles, by their ids. They belong to the elements on the screen, and not to the wall: an
   * element whose size stays is not measured again, whatever wall it shows next.
   */
  boxes: ReadonlyMap<string, Box>
  /** The tiles of a composed wall, which has no page itself, by the ids of their panels. */
  panels: ReadonlyMap<string, PanelTiles>
  /** The copies of repeated panels. They change when devices are put in order. */
  copies: Copies
  /** The draft that is shown instead of the wall while it is composed. */
  draft: Wall | null
  /** Whether a user is at work on the wall, whose tiles then keep their places. */
  isWatched: boolean
  /** Whether a user has stopped the pages from turning. */
  isPaused: boolean
  /** The periods of maintenance that run, or begin soon. */
  maintenance: readonly MaintenancePeriod[]
  unusual: UnusualByDevice
  /** When the link was last known to be up; null while it is up or first sought. */
  cutAt: EpochMs | null
}

export const EMPTY_BOARD: Omit<Board, 'view' | 'lateAfter' | 'now'> = {
  ...NO_DEVICE_MARKS,
  link: PROBING,
  walls: [],
  first: null,
  wall: NEW_WALL,
  turn: {wall: 0, page: 0},
  all: [],
  devices: [],
  index: new Map(),
  labels: [],
  customers: new Map(),
  readings: new Map(),
  deviceStates: NO_DEVICE_STATES,
  conditions: new Map(),
  alarmsByDevice: new Map(),
  settings: NO_KEY_SETTINGS,
  counts: NO_WALL_COUNTS,
  groups: [],
  urgent: [],
  arrangedBy: new Map(),
  laidOutBy: NO_DEVICE_MARKS.marks,
  arrangedAt: null,
  box: null,
  page: null,
  boxes: new Map(),
  panels: new Map(),
  copies: new Map(),
  draft: null,
  isWatched: false,
  isPaused: false,
  maintenance: [],
  unusual: NOTHING_UNUSUAL,
  cutAt: null,
}

/** Tiles change their places at most once in this time. */
const ORDER_PAUSE: Milliseconds = 5000

/** Chooses the wall and its devices again, and puts them in order. */
export function chosen(board: Board): Board {
  const {view, walls, first, turn, all} = board
  const named = view.walls.length === 0 ? view.wall : (view.walls[turn.wall % view.walls.length] ?? null)
  const found = namedWall(walls, named, first)
  const requested = board.draft ?? (found && asRequested(found, view))
  const wall = JSON.stringify(requested) === JSON.stringify(board.wall) ? board.wall : requested
  const devices = wall === null ? [] : chosenDevices(all, wall.devices)
  const isSame = devices.length === board.devices.length && devices.every(({id}, at) => board.devices[at]?.id === id)
  return arranged(
    evaluated({
      ...board,
      wall,
      devices,
      index: indexOf(devices, board.index),
      labels: isSame ? board.labels : facetsOf(devices, 'label'),
    }),
  )
}

/** Evaluates and counts the devices again; their places stay. */
export function evaluated(board: Board): Board {
  const {deviceStates, conditions} = withEvaluated(board, board)
  if (conditions === board.conditions) return {...board, deviceStates}
  return {...board, deviceStates, conditions, counts: countsOf(board.devices, conditions)}
}

export const withSeverities = (board: Board, severities: Severities): Board =>
  evaluated({...board, ...marksWithSeverities(board, severities)})

export function withAlarms(board: Board, received: AlarmsReceived): Board {
  const marks = marksWithAlarms(board, received)
  return evaluated({...board, ...marks, alarmsByDevice: alarmsByDevice(marks.alarms ?? new Map())})
}

/** The board with other units, thresholds and headline keys. */
export const withSettings = (board: Board, settings: KeySettings): Board => laidOut({...board, settings})

/** The data of the devices besides their values. */
export type WallFacts = Pick<Board, 'customers'>

/** Puts the devices in the places that their conditions give them now. */
function arranged(board: Board): Board {
  const {groups, urgent} = orderedNow(board)
  const copies = copiesIn(board.wall?.composition, board)
  const stored =
    isSameWall(groups, board.groups) && groups.every(({devices}, at) => isSameList(devices, board.groups[at]))
  return laidOut({
    ...board,
    groups: stored ? board.groups : groups,
    urgent,
    arrangedBy: board.conditions,
    laidOutBy: board.marks,
    arrangedAt: board.now,
    copies,
    panels: panelsOf({...board, copies}, arranged),
  })
}

/** The tiles of all panels, each as `change` leaves the wall that it is. */
function panelsOf(board: Board, change: (panel: Board) => Board): Board['panels'] {
  const pages = pagesOf(board)
  return new Map(
    panelsWithCopies(board.wall?.composition, board.copies).flatMap(panel => {
      if (panel.kind !== 'tiles' || board.wall === null) return []
      const known = board.panels.get(panel.id)
      const {composition, ...whole} = board.wall
      const requested: Wall = {...whole, ...settingsOf(panel)}
      const {wall, devices, groups, urgent, box, page} = change({
        ...board,
        wall: JSON.stringify(requested) === JSON.stringify(known?.wall) ? (known?.wall ?? requested) : requested,
        devices: chosenDevices(board.devices, panel.devices),
        groups: known?.groups ?? [],
        urgent: known?.urgent ?? [],
        box: board.boxes.get(panel.id) ?? null,
        page: known?.page ?? null,
        turn: {wall: 0, page: Math.min(board.turn.page, pages - 1) % (known?.page?.pages ?? 1)},
      })
      return [[panel.id, {wall, devices, groups, urgent, box, page}] as const]
    }),
  )
}

const settingsOf = ({devices, keys, tiles, order, grouping}: TilesPanel) => ({devices, keys, tiles, order, grouping})

/** Pages turn in all panels at once, and with those of the panels themselves. */
export const pagesOf = ({wall, page, panels}: Pick<Board, 'wall' | 'page' | 'panels'>): number =>
  Math.max(page?.pages ?? 1, panelPages(wall).length, ...Array.from(panels.values(), panel => panel.page?.pages ?? 1))

/** The panels of each page of a composed wall. */
export const panelPages = (wall: Wall | null): readonly Layout<Panel>[] =>
  pagesOfLayout(wall?.composition?.panels ?? [], wall === null ? Number.POSITIVE_INFINITY : pageRows(wall))

/** Whole walls and panels of tiles have a room. */
export function withBox(board: Board, box: Box, panel?: string): Board {
  return laidOut(panel === undefined ? {...board, box} : {...board, boxes: new Map(board.boxes).set(panel, box)})
}

/** The time range of the panels without one of their own. */
export const wallSpan = ({wall}: Pick<Board, 'wall'>): Span => (wall ?? NEW_WALL).span

/** The time range that a panel shows. */
export const shownSpan = ({span}: {span: PanelSpan}, board: Pick<Board, 'wall'>): Span => spanOf(span, wallSpan(board))

/** Returns the board with the draft while its wall is composed, or without one afterwards. */
export const withDraft = (board: Board, draft: Wall | null): Board => chosen({...board, draft})

const isSameList = (devices: readonly DeviceEntry[], group: WallGroup | undefined): boolean =>
  devices.every((device, place) => group?.devices[place] === device)

const orderedNow = (board: Board): Arranged => arrangeWall({...board, wall: board.wall ?? NEW_WALL})

/**
 * Tells whether the tiles may change their places now: nobody is looking for one, some time has passed since the last
 * change, and the link is up. Without the link all are in the same state, and the last known order says more. Values read
 * for the first time are put in order at once, and in a replay all are: a moment has one order, no matter how it was
 * reached.
 */
function isOrderDue({isWatched, now, arrangedAt, link, conditions, arrangedBy}: Board): boolean {
  if (isLinkDown(link) || conditions === arrangedBy) return false
  const isPauseOver = arrangedAt === null || now - arrangedAt >= ORDER_PAUSE || link.kind === 'replay'
  return (!isWatched && isPauseOver) || (hasUnread(arrangedBy) && !hasUnread(conditions))
}

/**
 * The board with its tiles in order, if that is due. Otherwise places stay, and a tile with an alarm still shows the key
 * in alarm: its colour is that of the alarm. In a storm of alarms that costs as much as one.
 */
export function inOrder(board: Board): Board {
  if (isOrderDue(board)) return arranged(board)
  return board.marks === board.laidOutBy ? board : laidOut({...board, laidOutBy: board.marks})
}

export const withLink = (board: Board, link: LinkState): Board => ({
  ...board,
  link,
  cutAt: isLinkUp(link) ? null : isLinkUp(board.link) ? board.now : board.cutAt,
})

/** Returns the number of devices in an alarm when the link was cut; null while it is up. */
export function alarmsAtCut({link, cutAt, devices, conditions}: Board, status: MarkedStatus): number | null {
  if (!isLinkDown(link) || cutAt === null || (status !== 'critical' && status !== 'warning')) return null
  return devices.filter(({id}) => conditions.get(id)?.mark.severity === status).length
}

const hasUnread = (conditions: Conditions): boolean =>
  [...conditions.values()].some(({deviceState}) => deviceState.status === 'notRead')

/** Packs the page into the room that there is. A page that shows the same stays the same object. */
export function laidOut(board: Board): Board {
  const {wall} = board
  if (wall?.composition !== undefined) {
    const panels = panelsOf(board, laidOut)
    const page = Math.min(board.turn.page, pagesOf({wall, page: null, panels}) - 1)
    return {...board, page: null, panels, turn: {...board.turn, page}}
  }
  const found = pageOf({...board, alarms: board.alarmsByDevice})
  return found === null ? {...board, page: null} : {...board, page: found.page, turn: {...board.turn, page: found.at}}
}

/** Goes on to the next page, and after the last one to the next wall. */
export function turned(board: Board, step: 1 | -1): Board {
  const pages = pagesOf(board)
  const next = board.turn.page + step
  const walls = Math.max(1, board.view.walls.length)
  if (next >= 0 && next < pages) return laidOut({...board, turn: {...board.turn, page: next}})
  const wall = (board.turn.wall + step + walls) % walls
  const page = step === 1 ? 0 : Number.MAX_SAFE_INTEGER
  return wall === board.turn.wall ? laidOut({...board, turn: {wall, page}}) : chosen({...board, turn: {wall, page}})
}

/** Tells whether another wall takes turns with the shown one, or is stored beside it. */
export const hasNextWall = ({view, walls}: Board): boolean => view.walls.length > 1 || walls.length > 1

/** Shows the next of the walls that take turns; where none do, the next stored one. */
export function withNextWall(board: Board): Board {
  const {view, walls, turn} = board
  if (view.walls.length > 1) return chosen({...board, turn: {wall: (turn.wall + 1) % view.walls.length, page: 0}})
  const next = walls[(walls.findIndex(({name}) => name === board.wall?.name) + 1) % walls.length]
  if (next === undefined) return board
  return withView(board, {...view, wall: next.name, walls: [], tiles: null, order: null, grouping: null})
}

/** Whether there is anything to turn to. */
export const hasTurns = (board: Board): boolean => pagesOf(board) > 1 || board.view.walls.length > 1

/** Whether pages turn by themselves now. A moment of the past shows the same page to everybody. */
export const isTurning = (board: Board): boolean =>
  hasTurns(board) && !board.isPaused && !board.isWatched && !isLinkDown(board.link) && board.link.kind !== 'replay'

/** The time that a page stays, in seconds. */
export const turnAfter = ({view, wall}: Board): number => view.every ?? (wall ?? NEW_WALL).turnAfter

/** The board of another address. A device that is opened or closed leaves the tiles in their places. */
export function withView(board: Board, view: WallView): Board {
  const {deviceId, ...before} = board.view
  const isSame = Object.entries(before).every(([name, value]) => String(value) === String({...view}[name]))
  return isSame ? {...board, view} : chosen({...board, view, turn: {wall: 0, page: 0}})
}
