import {ALARM_ROUTES_ATTRIBUTE} from '../../../contract/rules/alarmRoutes'
import {WALLS_ATTRIBUTE} from '../../../contract/rules/lists/walls'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {USUAL_ATTRIBUTE} from '../../../contract/rules/usual/zone'
import type {EpochMs, Json} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type AttributeScope, type EntityType} from '../../../contract/wire/entities/attribute'

/** `long` is a whole number, `double` is any number. An attribute without a value has the JSON value null. */
export type AttributeValue =
  | {type: 'text'; value: string}
  | {type: 'bool'; value: boolean}
  | {type: 'long'; value: number}
  | {type: 'double'; value: number}
  | {type: 'json'; value: Json}

export type AttributeType = AttributeValue['type']

/**
 * `updatedAt` is on the client's clock; it is null when the server doesn't send it. `version` is null when the server
 * counts no versions.
 */
export interface Attribute {
  scope: AttributeScope
  key: string
  value: AttributeValue
  updatedAt: EpochMs | null
  version: number | null
}

/** The entity that has the attributes. `organisationId` is null for a user without an organisation. */
export interface AttributeOwner {
  kind: EntityType
  id: string
  organisationId: string | null
}

/** The name of an attribute, which is unique within its entity. */
export type AttributeName = Pick<Attribute, 'scope' | 'key'>

/** The attribute of an organisation that names the time zone of usual values. */
export const USUAL_SETTING: AttributeName = {scope: ATTRIBUTE_SCOPES.shared, key: USUAL_ATTRIBUTE}

export const isSameAttribute = (a: AttributeName, b: AttributeName): boolean => a.scope === b.scope && a.key === b.key

const shared = (...keys: readonly string[]) => keys.map(key => ({scope: ATTRIBUTE_SCOPES.shared, key}))

/** The attributes that have a form of their own. */
const WITH_FORMS: Readonly<Record<EntityType, readonly AttributeName[]>> = {
  organisation: [
    ...shared(THRESHOLDS_ATTRIBUTE, UNITS_ATTRIBUTE, USUAL_ATTRIBUTE, WALLS_ATTRIBUTE),
    {scope: ATTRIBUTE_SCOPES.server, key: ALARM_ROUTES_ATTRIBUTE},
  ],
  customer: shared(THRESHOLDS_ATTRIBUTE),
  device: shared(THRESHOLDS_ATTRIBUTE),
  user: [],
  asset: [],
}

/** Keeps the attributes without a form of their own. */
export const withoutForms = (attributes: readonly Attribute[], kind: EntityType): readonly Attribute[] =>
  attributes.filter(attribute => !WITH_FORMS[kind].some(name => isSameAttribute(name, attribute)))

/** Keeps the attributes of one scope, sorted by key. */
export function attributesIn(attributes: readonly Attribute[], scope: AttributeScope): readonly Attribute[] {
  return attributes.filter(attribute => attribute.scope === scope).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Replaces the attribute with the same scope and key, or adds it. Without an `attribute` nothing changes. */
export function withAttribute(attributes: readonly Attribute[], attribute: Attribute | null): readonly Attribute[] {
  return attribute === null ? attributes : [...withoutAttribute(attributes, attribute), attribute]
}

export function withoutAttribute(attributes: readonly Attribute[], name: AttributeName | null): readonly Attribute[] {
  return name === null ? attributes : attributes.filter(attribute => !isSameAttribute(attribute, name))
}

/** Writes the whole value as text. JSON is indented over several lines. */
export function attributeText({type, value}: AttributeValue): string {
  if (type === 'json') return JSON.stringify(value, null, 2)
  return String(value)
}

export interface AttributesInput {
  owner: AttributeOwner
}

export interface AttributeQuestion {
  owner: AttributeOwner
  name: AttributeName
}

export interface AttributeWrite extends AttributeQuestion {
  value: AttributeValue
  /** The version that the user has edited; null for a new attribute, and when the server counts no versions. */
  version: number | null
  isNew: boolean
}
