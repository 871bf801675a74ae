import * as z from 'zod/mini'
import * as routes from '../../../contract/wire/entities/attribute'
import type {
  Attribute,
  AttributeName,
  AttributeOwner,
  AttributeValue,
  AttributeWrite,
} from '../../domain/console/attribute'
import {orNull} from '../anyServer'
import {type AnyAttribute, anyAttribute, jsonOrNull, ownerParams} from '../attributeJson'
import type {Http, Options} from '../http'

/** Loads the attributes of all scopes. */
export async function listAttributes(
  http: Http,
  {owner}: {owner: AttributeOwner},
  options: Options = {},
): Promise<Attribute[]> {
  const found = await http.call(
    {...routes.listAttributes, answer: z.array(anyAttribute)},
    {params: ownerParams(owner), ...options},
  )
  return found.map(wire => attributeFromWire(wire, http.clock))
}

/** Throws an `ApiError` with status 404 when there is no such attribute. */
export async function loadAttribute(
  http: Http,
  {owner, name}: {owner: AttributeOwner; name: AttributeName},
  options: Options = {},
): Promise<Attribute> {
  const asked = {params: attributeParams(owner, name), ...options}
  return attributeFromWire(await http.call({...routes.readAttribute, answer: anyAttribute}, asked), http.clock)
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
  const body = {
    attributeKey: key,
    attributeType: scope,
    ...typedValue(value),
    entityId: owner.id,
    lastUpdateTs: http.clock.now(),
    ...(owner.organisationId === null ? {} : {organisationId: owner.organisationId}),
  }
  const asked = {params: ownerParams(owner), body, ...options}
  const written = await http.call({...routes.createAttribute, answer: orNull(anyAttribute)}, asked)
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
  const body = {...typedValue(value), ...(version === null ? {} : {version})}
  const asked = {params: attributeParams(owner, name), body, ...options}
  const written = await http.call({...routes.writeAttribute, answer: orNull(anyAttribute)}, asked)
  return written === null ? null : attributeFromWire(written, http.clock)
}

/** Throws an `ApiError` with status 404 when there is no such attribute. */
export async function deleteAttribute(
  http: Http,
  {owner, name}: {owner: AttributeOwner; name: AttributeName},
  options: Options = {},
): Promise<void> {
  await http.call(routes.deleteAttribute, {params: attributeParams(owner, name), ...options})
}

const attributeParams = (owner: AttributeOwner, {scope, key}: AttributeName) => ({
  ...ownerParams(owner),
  scope,
  attributeKey: key,
})

function attributeFromWire(wire: AnyAttribute, clock: Http['clock']): Attribute {
  return {
    scope: wire.attributeType,
    key: wire.attributeKey,
    value: valueFromWire(wire),
    updatedAt: wire.lastUpdateTs === undefined ? null : clock.toClient(wire.lastUpdateTs),
    version: wire.version ?? null,
  }
}

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
