import * as z from 'zod/mini'
import {NO_UNITS, UNITS_ATTRIBUTE, type Units, unitsFrom} from '../../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/attribute'
import {unitsOfMany} from '../../../contract/wire/telemetry'
import type {NamedUnits} from '../../domain/telemetry/units'
import type {CallOptions, Http} from '../http'

type Signal = Pick<CallOptions, 'signal'>

/** Loads the units of all devices that the caller may see. Needs the addition `units`. */
export async function loadUnitsOfMany(http: Http, options: Signal = {}): Promise<NamedUnits> {
  const groups = await http.get('/api/v0/telemetry/device/units', unitsOfMany, options)
  const byDevice = groups.flatMap(({device_ids, units}) => {
    const shared = unitsFrom(units)
    return device_ids.map(id => [id, shared] as const)
  })
  return {ofAll: NO_UNITS, byDevice: new Map(byDevice)}
}

/**
 * Loads the units that one organisation or device names itself. All of its attributes are asked for, because browsers
 * report each call for an attribute that doesn't exist as a failure.
 */
export async function loadOwnUnits(
  http: Http,
  {kind, id}: {kind: 'organisation' | 'device'; id: string},
  options: Signal = {},
): Promise<Units> {
  const attributes = await http.get(`/api/v0/attribute/${kind}/${encodeURIComponent(id)}`, z.array(anyShared), options)
  const {shared} = ATTRIBUTE_SCOPES
  const found = attributes.find(
    ({attributeType, attributeKey}) => attributeType === shared && attributeKey === UNITS_ATTRIBUTE,
  )
  return unitsFrom(found?.json_v)
}

const anyShared = z.object({
  attributeType: z.optional(z.unknown()),
  attributeKey: z.optional(z.unknown()),
  json_v: z.optional(z.unknown()),
})
