import {
  ATTRIBUTE_SCOPES,
  type AttributeChange,
  type AttributeScope,
  attributeKey,
  type NewAttributeBody,
} from '../../contract/wire/attribute'
import {MAY_GRANT, mayChange} from '../access/access'
import {type Entity, type EntityRef, holdEntity} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest, forbidden, noSuch} from '../http/errors'
import type {Attribute} from './repository'

/**
 * Holds an entity whose attributes are to be written until the transaction ends, since they would stay behind it.
 * Throws 404 out of reach, 403 for an entity that the viewer may not change. Nobody writes what is said of themselves.
 */
export async function holdChangeable(transaction: Transaction, viewer: Viewer, ref: EntityRef): Promise<Entity> {
  const {entityType, entityId} = ref
  const held = await holdEntity(transaction, viewer, ref)
  if (held === undefined) throw noSuch(entityType)
  const mayGrant = held.authority === null || MAY_GRANT[viewer.authority].includes(held.authority)
  if (!mayChange(viewer.authority, entityType) || !mayGrant || entityId === viewer.userId) {
    throw forbidden(`Your account may not change this ${entityType}.`)
  }
  return held
}

type Typed = Pick<Attribute, 'boolV' | 'strV' | 'longV' | 'dblV' | 'jsonV'>

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

/** How the audit trail calls a scope. */
export function scopeName(scope: AttributeScope): string {
  const [name] = Object.entries(ATTRIBUTE_SCOPES).find(([, number]) => number === scope) ?? ['']
  return name
}

/** What a body says of its entity must be so. */
export function requireSame(entity: Entity, {entityId, organisation_id: organisationId}: Partial<NewAttributeBody>) {
  if (entityId !== undefined && entityId !== entity.id) throw badRequest('entityId: is another one in the address')
  if (organisationId && organisationId !== entity.organisationId) throw badRequest('organisation_id: is another one')
}

/** Devices may call theirs what they like; what people make can be typed and seen. */
export function requireKey(key: string) {
  const parsed = attributeKey.safeParse(key)
  if (parsed.data !== key)
    throw badRequest('attributeKey: must not begin or end with a blank, or hold control characters')
}
