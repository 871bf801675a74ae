import * as z from 'zod/mini'
import {json} from '../../../contract/wire/common'
import {type AttributeChange, attribute, type NewAttributeBody} from '../../../contract/wire/entities/attribute'
import type {
  Attribute,
  AttributeName,
  AttributeOwner,
  AttributeValue,
  AttributeWrite,
} from '../../domain/console/attribute'
import {asAnyServerSends, orNull} from '../anyServer'
import type {Http, Options} from '../http'

/** Loads the attributes of all scopes. */
export async function listAttributes(
  http: Http,
  {owner}: {owner: AttributeOwner},
  options: Options = {},
): Promise<Attribute[]> {
  const found = await http.get(pathOf(owner), z.array(anyAttribute), options)
  return found.map(wire => attributeFromWire(wire, http.clock))
}

/** Throws an `ApiError` with status 404 when there is no such attribute. */
export async function loadAttribute(
  http: Http,
  {owner, name}: {owner: AttributeOwner; name: AttributeName},
  options: Options = {},
): Promise<Attribute> {
  return attributeFromWire(await http.get(pathOfOne(owner, name), anyAttribute, options), http.clock)
}

/** Creates an attribute that is new, and saves any other. */
export const writeAttribute = (http: Http, write: AttributeWrite, options: Options = {}): Promise<Attribute | null> =>
  write.isNew ? createAttribute(http, write, options) : saveAttribute(http, write, options)

/**
 * Throws an `ApiError` with status 409 when the scope already has the key. Null means that the attribute was created
 * and the server hasn't sent it back.
 */
export async function createAttribute(
  http: Http,
  {owner, name: {scope, key}, value}: {owner: AttributeOwner; name: AttributeName; value: AttributeValue},
  options: Options = {},
): Promise<Attribute | null> {
  const body: NewAttributeBody = {
    attributeKey: key,
    attributeType: scope,
    ...typedValue(value),
    entityId: owner.id,
    lastUpdateTs: Date.now(),
    ...(owner.organisationId === null ? {} : {organisation_id: owner.organisationId}),
  }
  const written = await http.post(pathOf(owner), orNull(anyAttribute), {body, ...options})
  return written === null ? null : attributeFromWire(written, http.clock)
}

/**
 * Throws an `ApiError` with status 409 when the server has another version than `version`, or has deleted the
 * attribute. With a `version` of null the value is overwritten. The answer is null when the server hasn't sent the
 * attribute back.
 */
export async function saveAttribute(
  http: Http,
  {
    owner,
    name,
    value,
    version,
  }: {owner: AttributeOwner; name: AttributeName; value: AttributeValue; version: number | null},
  options: Options = {},
): Promise<Attribute | null> {
  const body: AttributeChange = {...typedValue(value), ...(version === null ? {} : {version})}
  const written = await http.put(pathOfOne(owner, name), orNull(anyAttribute), {body, ...options})
  return written === null ? null : attributeFromWire(written, http.clock)
}

/** Throws an `ApiError` with status 404 when there is no such attribute. */
export async function deleteAttribute(
  http: Http,
  {owner, name}: {owner: AttributeOwner; name: AttributeName},
  options: Options = {},
): Promise<void> {
  await http.delete(pathOfOne(owner, name), z.unknown(), options)
}

const pathOf = ({kind, id}: AttributeOwner): string => `/api/v0/attribute/${kind}/${encodeURIComponent(id)}`

const pathOfOne = (owner: AttributeOwner, {scope, key}: AttributeName): string =>
  `${pathOf(owner)}/${scope}/${encodeURIComponent(key)}`

/** An attribute from any server. Only its scope and key are certain to be there. */
const anyAttribute = asAnyServerSends(z.partial(attribute, {id: true, entityId: true, lastUpdateTs: true}))
type AnyAttribute = z.infer<typeof anyAttribute>

function attributeFromWire(wire: AnyAttribute, clock: Http['clock']): Attribute {
  return {
    scope: wire.attributeType,
    key: wire.attributeKey,
    value: valueFromWire(wire),
    updatedAt: wire.lastUpdateTs === undefined ? null : clock.toClient(wire.lastUpdateTs),
    version: wire.version ?? null,
  }
}

const jsonOrNull = z.catch(json, null)

function valueFromWire({bool_v, str_v, long_v, dbl_v, json_v}: AnyAttribute): AttributeValue {
  if (typeof bool_v === 'boolean') return {type: 'bool', value: bool_v}
  if (typeof long_v === 'number') return {type: 'long', value: long_v}
  if (typeof dbl_v === 'number') return {type: 'double', value: dbl_v}
  if (typeof str_v === 'string') return {type: 'text', value: str_v}
  return {type: 'json', value: jsonOrNull.parse(json_v ?? null)}
}

function typedValue({type, value}: AttributeValue) {
  switch (type) {
    case 'text':
      return {str_v: value}
    case 'bool':
      return {bool_v: value}
    case 'long':
      return {long_v: value}
    case 'double':
      return {dbl_v: value}
    case 'json':
      return {json_v: value}
    default:
      return type satisfies never
  }
}
