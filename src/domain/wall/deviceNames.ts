import type {DeviceEntry} from '../telemetry/devices/device'

const known = new WeakMap<readonly DeviceEntry[], ReadonlyMap<string, string>>()

/** The name of one of the devices, which no other of them has; null for a device that is not among them. */
export function nameIn(devices: readonly DeviceEntry[], id: string): string | null {
  const names = known.get(devices) ?? distinctNames(devices)
  known.set(devices, names)
  return names.get(id) ?? null
}

/** The same name, or the own one of a device that is not among them any more. */
export const shownName = (devices: readonly DeviceEntry[], {id, name}: Pick<DeviceEntry, 'id' | 'name'>): string =>
  nameIn(devices, id) ?? name

/** Devices of one name are told apart by their labels, or else by the ends of their ids. */
export function distinctNames(devices: readonly DeviceEntry[]): ReadonlyMap<string, string> {
  const byName = new Map<string, DeviceEntry[]>()
  for (const device of new Map(devices.map(device => [device.id, device])).values()) {
    const alike = byName.get(device.name)
    if (alike === undefined) byName.set(device.name, [device])
    else alike.push(device)
  }
  return new Map(
    Array.from(byName.values()).flatMap(alike => {
      if (alike.length === 1) return alike.map(({id, name}) => [id, name] as const)
      const labels = new Set(alike.map(({label}) => label))
      const hasLabels = labels.size === alike.length && !labels.has(null)
      return alike.map(({id, name, label}) => [id, `${name} ${hasLabels ? label : endOf(id, alike)}`] as const)
    }),
  )
}

const LEAST_END = 4

function endOf(id: string, alike: readonly DeviceEntry[]): string {
  let length = LEAST_END
  while (length < id.length && new Set(alike.map(each => each.id.slice(-length))).size < alike.length) length++
  return id.slice(-length)
}

const GRAPHEMES = new Intl.Segmenter(undefined, {granularity: 'grapheme'})
/** Names of no more letters have room everywhere. */
const SHORT = 12
const MAX_END = 8
const LETTERS_OF_END = 5

/**
 * Returns a name in two parts. Names differ at their ends most often, so that the second one stays where there is little
 * room. A long word at the end stays in one part; only a name of a single word is divided in it.
 */
export function endedName(name: string): {start: string; end: string} {
  const letters = Array.from(GRAPHEMES.segment(name), ({segment}) => segment)
  if (letters.length <= SHORT) return {start: name, end: ''}
  const word = letters.toReversed().findIndex(letter => letter.trim() === '') + 1
  if (word > MAX_END) return {start: name, end: ''}
  const length = word === 0 ? LETTERS_OF_END : word
  return {start: letters.slice(0, -length).join(''), end: letters.slice(-length).join('')}
}
