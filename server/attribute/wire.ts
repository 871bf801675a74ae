import {
  ATTRIBUTE_SCOPES,
  type AttributeChange,
  type AttributeScope,
  type AttributeWire,
  attributeScope,
} from '../../contract/wire/attribute'
import type {attribute} from '../database/schema'
import {badRequest} from '../http/errors'

export type Attribute = typeof attribute.$inferSelect
type Typed = Pick<Attribute, 'boolV' | 'strV' | 'longV' | 'dblV' | 'jsonV'>

export function toWire(found: Attribute): AttributeWire {
  return {
    id: found.id,
    entityId: found.entityId,
    attributeType: attributeScope.parse(found.scope),
    attributeKey: found.key,
    bool_v: found.boolV,
    str_v: found.strV,
    long_v: found.longV,
    dbl_v: found.dblV,
    json_v: found.jsonV,
    lastUpdateTs: found.lastUpdateTs,
    organisation_id: found.organisationId,
    version: found.version,
  }
}

/** The one value of a body in its column, and null in the others. 400 for none or several. */
export function typedValue(body: Omit<AttributeChange, 'version'>): Typed {
  const {
    bool_v: boolV = null,
    str_v: strV = null,
    long_v: longV = null,
    dbl_v: dblV = null,
    json_v: jsonV = null,
  } = body
  const typed = {boolV, strV, longV, dblV, jsonV}
  if (Object.values(typed).filter(value => value !== null).length === 1) return typed
  throw badRequest('Exactly one of bool_v, str_v, long_v, dbl_v and json_v must have a value.')
}

/** For people. */
export function scopeName(scope: AttributeScope): string {
  const [name] = Object.entries(ATTRIBUTE_SCOPES).find(([, number]) => number === scope) ?? ['']
  return name
}
