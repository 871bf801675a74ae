import type * as z from 'zod/mini'
import {NO_UNITS, nearestUnits, type Units, unitsFrom} from '../../contract/rules/units'
import type {unitsOfMany} from '../../contract/wire/telemetry'

/**
 * Groups devices by their units: most share those of their organisation. `attributes` holds what organisations and
 * devices have stored, by their ids.
 */
export function unitGroups(
  devices: readonly {id: string; organisationId: string}[],
  attributes: ReadonlyMap<string, unknown>,
): z.infer<typeof unitsOfMany> {
  const ofOwner = new Map([...attributes].map(([id, json]) => [id, unitsFrom(json)]))
  const groups = new Map<Units, string[]>()
  for (const {id, organisationId} of devices) {
    const units = nearestUnits(ofOwner.get(organisationId) ?? NO_UNITS, ofOwner.get(id) ?? NO_UNITS)
    const group = groups.get(units)
    if (group !== undefined) group.push(id)
    else if (units.size > 0) groups.set(units, [id])
  }
  return [...groups].map(([units, device_ids]) => ({device_ids, units: Object.fromEntries(units)}))
}
