import * as z from 'zod/mini'
import {KEY_LENGTH, TEXT_VALUE_LENGTH} from '../../limits'
import {id, json} from '../common'
import {addition, nothing, route} from '../route'
import {isAddressable, isOneLine, isStorable, trim} from '../text'

export const ENTITY_TYPES = ['device', 'asset', 'customer', 'user', 'organisation'] as const
export const entityType = z.enum(ENTITY_TYPES)
export type EntityType = z.infer<typeof entityType>

/** Attributes of the scope `client` are written by the device. */
export const ATTRIBUTE_SCOPES = {client: 0, server: 1, shared: 2} as const
export const attributeScope = z.literal([0, 1, 2])
export type AttributeScope = z.infer<typeof attributeScope>

/** One attribute, with exactly one typed value. `lastUpdateTs` is the time of arrival on the server, epoch ms. */
export const attribute = z.object({
  id: z.string(),
  entityId: z.string(),
  attributeType: attributeScope,
  attributeKey: z.string(),
  bool_v: z.optional(z.nullable(z.boolean())),
  str_v: z.optional(z.nullable(z.string())),
  long_v: z.optional(z.nullable(z.number())),
  dbl_v: z.optional(z.nullable(z.number())),
  json_v: z.optional(z.unknown()),
  lastUpdateTs: z.number(),
  organisation_id: z.optional(z.nullable(z.string())),
  version: z.optional(z.number()),
})
export type AttributeWire = z.infer<typeof attribute>

const attributeValue = {
  bool_v: z.optional(z.nullable(z.boolean())),
  str_v: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.maxLength(TEXT_VALUE_LENGTH, `must have at most ${TEXT_VALUE_LENGTH} characters`),
          z.refine(isStorable, 'must not hold NUL or broken characters'),
        ),
    ),
  ),
  long_v: z.optional(z.nullable(z.int())),
  dbl_v: z.optional(z.nullable(z.number())),
  json_v: z.optional(json),
}

export const attributeKey = z
  .string()
  .check(
    trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(KEY_LENGTH, `must have at most ${KEY_LENGTH} characters`),
    z.refine(isOneLine, 'must not hold control characters'),
    z.refine(isAddressable, 'must not be a dot or two'),
  )

/** Exactly one typed value. The server sets `lastUpdateTs` itself, whatever is sent. */
const newAttributeBody = z.strictObject({
  attributeKey,
  attributeType: attributeScope,
  ...attributeValue,
  entityId: z.optional(id),
  organisation_id: z.optional(z.nullable(id)),
  lastUpdateTs: z.optional(z.number()),
})
export type NewAttributeBody = z.infer<typeof newAttributeBody>

const attributeChange = z.strictObject({...attributeValue, version: z.optional(z.int())})
export type AttributeChange = z.infer<typeof attributeChange>

/** The entity that a path names. */
export const entityParams = z.object({entityType, entityId: id})
const attributeParams = z.extend(entityParams, {
  scope: z.pipe(
    z.enum(['0', '1', '2']),
    z.transform(scope => attributeScope.parse(Number(scope))),
  ),
  attributeKey: z.string().check(z.minLength(1), z.maxLength(KEY_LENGTH)),
})
export type AttributeParams = z.infer<typeof attributeParams>

export const listAttributes = route('GET', '/api/v0/attribute/:entityType/:entityId', {
  params: entityParams,
  answer: z.array(attribute),
})
/** 409 when the scope has the key, and 400 when the body contradicts the address. */
export const createAttribute = route('POST', '/api/v0/attribute/:entityType/:entityId', {
  params: entityParams,
  body: newAttributeBody,
  answer: attribute,
  status: 201,
})
export const readAttribute = route('GET', '/api/v0/attribute/:entityType/:entityId/:scope/:attributeKey', {
  params: attributeParams,
  answer: attribute,
})
/** Creates a missing attribute, with the status 201. An outdated `version` is refused with 409. */
export const writeAttribute = route('PUT', '/api/v0/attribute/:entityType/:entityId/:scope/:attributeKey', {
  params: attributeParams,
  body: attributeChange,
  answer: attribute,
})
export const deleteAttribute = route('DELETE', '/api/v0/attribute/:entityType/:entityId/:scope/:attributeKey', {
  params: attributeParams,
  answer: nothing,
})
const valuesQuery = z.object({
  organisation_id: z.optional(id),
  keys: z.string().check(z.minLength(1), z.maxLength(10 * KEY_LENGTH)),
})
/**
 * The attributes of these keys of many devices, an addition: of an organisation, or of all that the caller may see.
 * `keys` are separated by commas.
 */
export const listValuesOfDevices = addition('GET', '/api/v0/attribute/device/values', {
  query: valuesQuery,
  answer: z.array(attribute),
})
/** The same of many assets, such as groups of devices. */
export const listValuesOfAssets = addition('GET', '/api/v0/attribute/asset/values', {
  query: valuesQuery,
  answer: z.array(attribute),
})
