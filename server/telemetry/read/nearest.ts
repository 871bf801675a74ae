import type {Json} from '../../../contract/wire/common'

/** A device with those whose attributes hold for it, from the farthest (its organisation) to the nearest (itself). */
export interface Owned {
  id: string
  owners: readonly string[]
}

/**
 * Groups devices by the values for their keys: most share those of their organisation. `stored` is what the owners have
 * stored. The nearest one wins, key by key; devices without any value are in no group.
 */
export function groupsByNearest<Value>(
  devices: readonly Owned[],
  stored: ReadonlyMap<string, Json>,
  read: (json: Json) => ReadonlyMap<string, Value>,
): {ids: string[]; nearest: ReadonlyMap<string, Value>}[] {
  const said = new Map([...stored].flatMap(([owner, json]) => asSaid(owner, read(json))))
  const groups = new Map<string, {ids: string[]; nearest: ReadonlyMap<string, Value>}>()
  for (const {id, owners} of devices) {
    const saying = owners.filter(owner => said.has(owner))
    if (saying.length === 0) continue
    const name = saying.join(' ')
    const group = groups.get(name)
    if (group !== undefined) group.ids.push(id)
    else groups.set(name, {ids: [id], nearest: new Map(saying.flatMap(owner => [...(said.get(owner) ?? [])]))})
  }
  return [...groups.values()]
}

const asSaid = <Value>(owner: string, values: ReadonlyMap<string, Value>) =>
  values.size === 0 ? [] : [[owner, values] as const]
