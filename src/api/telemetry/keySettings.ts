import * as z from 'zod/mini'
import {headlinesFrom} from '../../../contract/rules/headlines'
import type {Place} from '../../../contract/rules/place'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import {unitsFrom} from '../../../contract/rules/units'
import {type Json, json} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type EntityType, listAttributes} from '../../../contract/wire/entities/attribute'
import type {InClientNames} from '../../../contract/wire/names'
import {
  type HeadlinesOfManyWire,
  readHeadlinesOfMany,
  readPlacesOfMany,
  readThresholdsOfMany,
  readUnitsOfMany,
  type ThresholdsOfManyWire,
  type UnitsOfManyWire,
} from '../../../contract/wire/telemetry/telemetry'
import type {KeySettings, Named} from '../../domain/telemetry/readings/keySettings'
import {ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'

/** Loads the units of all devices that the caller may see. Needs the addition `units`. */
export async function loadUnitsOfMany(http: Http, options: Options = {}): Promise<KeySettings['units']> {
  return unitsFromGroups(await http.call(readUnitsOfMany, options))
}

/** Loads the thresholds that hold for all devices that the caller may see. Needs the addition `thresholds`. */
export async function loadThresholdsOfMany(http: Http, options: Options = {}): Promise<KeySettings['thresholds']> {
  return thresholdsFromGroups(await http.call(readThresholdsOfMany, options))
}

/** Loads the headline keys that the organisations of all devices that the caller may see have named. */
export async function loadHeadlines(http: Http, options: Options = {}): Promise<KeySettings['headlines']> {
  return headlinesByOrganisation(await http.call(readHeadlinesOfMany, options))
}

export const headlinesByOrganisation = (found: InClientNames<HeadlinesOfManyWire>): KeySettings['headlines'] =>
  new Map(found.map(({organisationId, headlines}) => [organisationId, headlinesFrom(headlines)]))

/** Loads where the devices that the caller may see are. Needs the addition `places`. */
export async function loadPlaces(http: Http, options: Options = {}): Promise<ReadonlyMap<string, Place>> {
  const places = await http.call(readPlacesOfMany, options)
  return new Map(places.map(({deviceId, ...place}) => [deviceId, place]))
}

export const unitsFromGroups = (groups: InClientNames<UnitsOfManyWire>): KeySettings['units'] =>
  ofGroups(groups.map(({deviceIds, units}) => ({deviceIds, values: unitsFrom(units)})))

export const thresholdsFromGroups = (groups: InClientNames<ThresholdsOfManyWire>): KeySettings['thresholds'] =>
  ofGroups(groups.map(({deviceIds, thresholds}) => ({deviceIds, values: thresholdsFrom(thresholds).thresholds})))

export function ofGroups<Value>(
  groups: readonly {deviceIds: readonly string[]; values: ReadonlyMap<string, Value>}[],
): Named<Value> {
  const byDevice = groups.flatMap(({deviceIds, values}) => deviceIds.map(id => [id, values] as const))
  return {ofAll: new Map(), byDevice: new Map(byDevice)}
}

/**
 * Loads the JSON of the shared attributes of one entity, by their keys. All of its attributes are asked for, because
 * browsers report each call for an attribute that doesn't exist as a failure.
 */
export async function loadSharedJson(
  http: Http,
  {kind, id}: {kind: EntityType; id: string},
  options: Options = {},
): Promise<ReadonlyMap<string, Json>> {
  const attributes = await http.call(
    {...listAttributes, answer: z.array(anyShared)},
    {params: ownerParams({kind, id}), ...options},
  )
  return new Map(
    attributes.flatMap(({attributeType, attributeKey, json_v}) =>
      attributeType === ATTRIBUTE_SCOPES.shared && attributeKey !== null && json_v !== null
        ? [[attributeKey, json_v] as const]
        : [],
    ),
  )
}

const anyShared = z.object({
  attributeType: z.optional(z.unknown()),
  attributeKey: z.catch(z.nullable(z.string()), null),
  json_v: z.catch(z.nullable(json), null),
})
