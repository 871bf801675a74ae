import {isRecord} from '../../../../contract/rules/json'
import type {Json} from '../../../../contract/wire/common'
import type {Direction} from '../layout/layout'
import {MAX_ID, numberIn} from '../panels/panel'

/** In fractions of the width and the height of a picture, from its upper left corner. */
export interface Spot {
  x: number
  y: number
}

export interface DevicePlace extends Spot {
  deviceId: string
}

export const MAX_PLACES = 500
/** The steps of the arrow keys, alone and with Shift. */
export const STEPS = {small: 0.01, large: 0.05} as const

const MIDDLE: Spot = {x: 0.5, y: 0.5}
/** Finer than a pixel of any picture. */
const PARTS = 10_000

/** Moves a spot outside to the edge. */
export const within = ({x, y}: Spot): Spot => ({x: fraction(x), y: fraction(y)})

const fraction = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * PARTS) / PARTS

/** Reads each device once, at the first of its places. A device without a place is put in the middle. */
export function placesFrom(json: Json | undefined): readonly DevicePlace[] {
  const places = new Map<string, DevicePlace>()
  for (const entry of Array.isArray(json) ? json : []) {
    if (!isRecord(entry) || typeof entry.deviceId !== 'string' || entry.deviceId === '') continue
    const deviceId = entry.deviceId.slice(0, MAX_ID)
    if (places.has(deviceId) || places.size === MAX_PLACES) continue
    const {x, y} = entry
    places.set(deviceId, {deviceId, ...within({x: numberIn(x, MIDDLE.x), y: numberIn(y, MIDDLE.y)})})
  }
  return [...places.values()]
}

export const placed = (places: readonly DevicePlace[], deviceId: string, spot: Partial<Spot>): readonly DevicePlace[] =>
  places.map(place => (place.deviceId === deviceId ? {deviceId, ...within({...place, ...spot})} : place))

export const unplaced = (places: readonly DevicePlace[], deviceId: string): readonly DevicePlace[] =>
  places.filter(place => place.deviceId !== deviceId)

const WAYS = {left: {x: -1, y: 0}, right: {x: 1, y: 0}, up: {x: 0, y: -1}, down: {x: 0, y: 1}} as const

export function stepped(
  places: readonly DevicePlace[],
  deviceId: string,
  direction: Direction,
  step: number,
): readonly DevicePlace[] {
  const place = places.find(each => each.deviceId === deviceId)
  const way = WAYS[direction]
  return place === undefined ? places : placed(places, deviceId, {x: place.x + way.x * step, y: place.y + way.y * step})
}

/** New devices are put in rows from the upper left corner, each at a free spot. */
export function added(places: readonly DevicePlace[], deviceId: string): readonly DevicePlace[] {
  if (places.length >= MAX_PLACES || places.some(place => place.deviceId === deviceId)) return places
  return [...places, {deviceId, ...within(freeSpot(places))}]
}

const ROOM = 0.1

function freeSpot(places: readonly DevicePlace[]): Spot {
  for (let y = ROOM; y < 1; y += ROOM)
    for (let x = ROOM; x < 1; x += ROOM)
      if (places.every(place => Math.max(Math.abs(place.x - x), Math.abs(place.y - y)) > ROOM / 2)) return {x, y}
  return MIDDLE
}

/** Returns the devices with places, those without, and the number of places of devices that are not here. */
export function sorted<D extends {id: string}>(places: readonly DevicePlace[], devices: readonly D[]) {
  const known = new Map(devices.map(device => [device.id, device]))
  const taken = new Set(places.map(({deviceId}) => deviceId))
  const here = places.flatMap(place => {
    const device = known.get(place.deviceId)
    return device === undefined ? [] : [{place, device}]
  })
  return {here, missing: devices.filter(({id}) => !taken.has(id)), gone: places.length - here.length}
}
