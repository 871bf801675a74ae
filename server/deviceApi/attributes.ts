import {ATTRIBUTE_SCOPES, type AttributeScope, type AttributeWire} from '../../contract/wire/entities/attribute'
import type {LiveAttribute} from '../../contract/wire/telemetry/live'
import {type Attribute, toWire} from '../attribute/repository'

/** The scopes that a device may read, by ThingsBoard's names. An empty scope is left out. */
export interface RequestedAttributes {
  client?: Record<string, unknown>
  shared?: Record<string, unknown>
}

/** Lists of keys, separated by commas. Without any list, all attributes of both scopes are sent. */
export interface RequestedKeys {
  clientKeys?: string | undefined
  sharedKeys?: string | undefined
}

export function requestedAttributes(
  found: readonly Attribute[],
  {clientKeys, sharedKeys}: RequestedKeys,
): RequestedAttributes {
  const wantsAll = !clientKeys && !sharedKeys
  const inScope = (scope: AttributeScope, keys: string | undefined) => {
    const requested = new Set(keys?.split(','))
    const answered = found.filter(attribute => attribute.scope === scope && (wantsAll || requested.has(attribute.key)))
    return Object.fromEntries(answered.map(attribute => [attribute.key, typedValueOf(toWire(attribute))]))
  }
  const answered = {
    client: inScope(ATTRIBUTE_SCOPES.client, clientKeys),
    shared: inScope(ATTRIBUTE_SCOPES.shared, sharedKeys),
  }
  return Object.fromEntries(Object.entries(answered).filter(([, values]) => Object.keys(values).length > 0))
}

/** Shared attributes of a device by their keys, and in `deleted` the keys of the deleted ones. */
export type AttributeUpdates = Record<string, unknown>

/** The changes of shared attributes for each device. */
export function updatesByDevice(batch: readonly LiveAttribute[]): Map<string, AttributeUpdates> {
  const written = new Map<string, Map<string, unknown>>()
  const deleted = new Map<string, string[]>()
  for (const change of batch) {
    const {entityId, attributeType, attributeKey} = 'written' in change ? change.written : change.deleted
    if (attributeType !== ATTRIBUTE_SCOPES.shared) continue
    if ('written' in change) {
      written.set(entityId, (written.get(entityId) ?? new Map()).set(attributeKey, typedValueOf(change.written)))
    } else {
      deleted.set(entityId, [...(deleted.get(entityId) ?? []), attributeKey])
    }
  }
  return new Map(
    [...new Set([...written.keys(), ...deleted.keys()])].map(id => {
      const keys = deleted.get(id)
      return [id, {...Object.fromEntries(written.get(id) ?? []), ...(keys && {deleted: keys})}] as const
    }),
  )
}

const typedValueOf = ({bool_v, long_v, dbl_v, str_v, json_v}: AttributeWire): unknown =>
  bool_v ?? long_v ?? dbl_v ?? str_v ?? json_v
