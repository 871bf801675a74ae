import {PLACE_KEYS, type Place, placeFrom} from '../../../../contract/rules/place'
import {MARKED_STATUSES, type MarkedStatus} from '../../telemetry/devices/worstFirst'
import type {Board} from '../board'
import {statusOfDevice} from '../conditions'
import {chosenDevices} from '../walls'
import type {MapPanel} from './map'

/** The places in the attributes of devices, by device id. */
export type DevicePlaces = ReadonlyMap<string, Place>

export interface PlacedDevice {
  id: string
  name: string
  status: MarkedStatus
  place: Place
}

/**
 * Returns the chosen devices that have a place, and the names of the others: by their attributes, or by their latest
 * values.
 */
export function placedDevices(
  {devices}: Pick<MapPanel, 'devices'>,
  board: Pick<Board, 'devices' | 'conditions' | 'readings'>,
  places: DevicePlaces,
): {placed: readonly PlacedDevice[]; unplaced: readonly string[]} {
  const chosen = chosenDevices(board.devices, devices)
  const unplaced: string[] = []
  const placed = chosen.flatMap(({id, name}) => {
    const readings = board.readings.get(id)
    const place =
      places.get(id) ?? placeFrom(readings?.get(PLACE_KEYS.latitude)?.value, readings?.get(PLACE_KEYS.longitude)?.value)
    if (place === null) unplaced.push(name)
    return place === null ? [] : [{id, name, place, status: statusOfDevice(board.conditions.get(id))}]
  })
  return {placed, unplaced}
}

/** The larger, the worse. */
export const severityOf = (status: MarkedStatus): number => -MARKED_STATUSES.indexOf(status)
