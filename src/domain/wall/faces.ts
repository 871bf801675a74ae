import {maintenanceUntil} from '../../../contract/rules/maintenance'
import {type Mark, NO_MARK} from '../telemetry/devices/marks'
import {type MarkedStatus, statusOf} from '../telemetry/devices/worstFirst'
import {type Freshness, freshness, validAt} from '../telemetry/readings/freshness'
import type {Reading} from '../telemetry/readings/reading'
import {mostUnusual, unusualNow} from '../telemetry/usual'
import type {Tile} from './arrangement'
import type {Board} from './board'

/** The contents of a tile at a moment. */
export interface Face extends Mark {
  status: MarkedStatus
  freshness: Freshness
  /** Whether its key, or any of its device, is unusual. */
  isUnusual: boolean
  /** The moment that its newest value tells of; null when that is not known. */
  seenAt: number | null
  /** The readings of the shown keys; null for one without a value, undefined as long as it isn't read. */
  readings: readonly (Reading | null | undefined)[]
}

/** A tile of one key speaks for that key, any other for its device. */
export function faceOf(tile: Tile, board: Board, isOfKey: boolean): Face {
  const condition = board.conditions.get(tile.device.id)
  const known = board.readings.get(tile.device.id)
  const readings = tile.keys.map(key => known?.get(key))
  const [key] = tile.keys
  if (isOfKey && key !== undefined) {
    const [reading] = readings
    const state = freshness(reading, board)
    const mark = condition?.marks.get(key) ?? NO_MARK
    return {
      ...inMaintenance(mark, tile, board),
      status: statusOf(mark.severity, state),
      freshness: state,
      isUnusual: unusualNow(board.unusual, {deviceId: tile.device.id, key, freshness: state}) !== null,
      seenAt: reading ? validAt(reading, board.now) : null,
      readings,
    }
  }
  const state = condition?.deviceState.status ?? 'notRead'
  const mark = condition?.mark ?? NO_MARK
  return {
    ...inMaintenance(mark, tile, board),
    status: statusOf(mark.severity, state),
    freshness: state,
    isUnusual: mostUnusual(board.unusual, tile.device.id, state) !== null,
    seenAt: condition?.deviceState.seenAt ?? null,
    readings,
  }
}

/** A device in maintenance says so, even where no alarm does. */
const inMaintenance = (mark: Mark, {device}: Tile, {maintenance, now}: Board): Mark =>
  mark.attention === null && maintenanceUntil(maintenance, device, now) !== null
    ? {...mark, attention: 'maintenance'}
    : mark

/** The moment that the newest value of all devices on the wall tells of; null when there is none. */
export function newestOf({deviceStates, devices}: Pick<Board, 'deviceStates' | 'devices'>): number | null {
  let newest: number | null = null
  for (const {id} of devices) {
    const seenAt = deviceStates.get(id)?.seenAt ?? null
    if (seenAt !== null && (newest === null || seenAt > newest)) newest = seenAt
  }
  return newest
}
