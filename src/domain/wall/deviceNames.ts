import type {DeviceEntry} from '../telemetry/devices/device'

const known = new WeakMap<readonly DeviceEntry[], ReadonlyMap<string, string>>()

/** The name of one of the devices, which no other of them has; null for a device that is not among them. */
export function nameIn(devices: readonly DeviceEntry[], id: string): string | null {
  const names = known.get(devices) ?? distinctNames(devices)
  known.set(devices, names)
  return names.get(id) ?? null
}

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
