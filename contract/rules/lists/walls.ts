import {WALL_NAME_LENGTH} from '../../limits'
import type {Json} from '../../wire/common'
import {trimmed} from '../../wire/text'
import {isRecord} from '../json'

/** The shared attribute of an organisation that holds its walls, a list. */
export const WALLS_ATTRIBUTE = 'walls'

/** A device is on the wall when it has one of the values; ids of devices when they were picked. */
export const CHOICES = ['all', 'label', 'type', 'picked'] as const
export interface DeviceChoice {
  by: (typeof CHOICES)[number]
  values: readonly string[]
}

export const ALL_DEVICES: DeviceChoice = {by: 'all', values: []}

/** Null for anything but a wall. */
export function wallNameFrom(entry: Json): string | null {
  const name = isRecord(entry) ? entry.name : undefined
  return typeof name === 'string' && trimmed(name) !== '' ? trimmed(name).slice(0, WALL_NAME_LENGTH) : null
}

/** Tells whether everybody sees a stored wall first. Where none says so, the first of the list is that wall. */
export const isHomeFrom = (entry: Json, at: number): boolean =>
  isRecord(entry) && (entry.home === undefined ? at === 0 : entry.home === true)

/** Invalid or missing choices mean all devices. */
export function choiceFrom(entry: Json): DeviceChoice {
  const devices = isRecord(entry) ? entry.devices : undefined
  if (devices === undefined || !isRecord(devices)) return ALL_DEVICES
  const by = CHOICES.find(each => devices[each] !== undefined)
  return by === undefined ? ALL_DEVICES : {by, values: textsFrom(devices[by])}
}

/** The stored value of the wall of this name; the first one, if several share it. */
export const storedWall = (value: Json | undefined, name: string): Json | null => storedWalls(value).get(name) ?? null

/** The stored value of each wall, by its name; the first one, if several share a name. */
export function storedWalls(value: Json | undefined): Map<string, Json> {
  const found = new Map<string, Json>()
  for (const entry of Array.isArray(value) ? value : []) {
    const name = wallNameFrom(entry)
    if (name !== null && !found.has(name)) found.set(name, entry)
  }
  return found
}

/** The ids of the pictures that the panels of a stored wall show. */
export const shownPictures = (wall: Json): string[] =>
  isRecord(wall) && Array.isArray(wall.panels)
    ? wall.panels.flatMap(panel => (isRecord(panel) && typeof panel.picture === 'string' ? [panel.picture] : []))
    : []

export const textsFrom = (json: Json | undefined): string[] =>
  Array.isArray(json) ? [...new Set(json.filter(each => typeof each === 'string'))] : []
