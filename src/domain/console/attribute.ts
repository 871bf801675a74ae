import type {AttributeScope, EntityType} from '../../../contract/wire/attribute'
import type {EpochMs, Json} from '../../../contract/wire/common'

/** `long` is a whole number, `double` any. A value that no column holds is the JSON null. */
export type AttributeValue =
  | {type: 'text'; value: string}
  | {type: 'bool'; value: boolean}
  | {type: 'long'; value: number}
  | {type: 'double'; value: number}
  | {type: 'json'; value: Json}

export type AttributeType = AttributeValue['type']

/** `updatedAt` is on the client's clock, null where the server doesn't tell it. `version` is null where it counts none. */
export interface Attribute {
  scope: AttributeScope
  key: string
  value: AttributeValue
  updatedAt: EpochMs | null
  version: number | null
}

/** Whose attributes they are. `organisationId` is null for whoever belongs to none. */
export interface AttributeOwner {
  kind: EntityType
  id: string
  organisationId: string | null
}

/** Names one attribute of an entity. */
export type AttributeName = Pick<Attribute, 'scope' | 'key'>

export const isSameAttribute = (a: AttributeName, b: AttributeName): boolean => a.scope === b.scope && a.key === b.key

/** Those of one scope, by their keys. */
export function attributesIn(attributes: readonly Attribute[], scope: AttributeScope): readonly Attribute[] {
  return attributes.filter(attribute => attribute.scope === scope).sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** With `attribute`, if any, in the place of the one of its name, if there is one. */
export function withAttribute(attributes: readonly Attribute[], attribute: Attribute | null): readonly Attribute[] {
  return attribute === null ? attributes : [...withoutAttribute(attributes, attribute), attribute]
}

export function withoutAttribute(attributes: readonly Attribute[], name: AttributeName | null): readonly Attribute[] {
  return name === null ? attributes : attributes.filter(attribute => !isSameAttribute(attribute, name))
}

/** As it is shown in full; JSON over several lines. */
export function attributeText({type, value}: AttributeValue): string {
  if (type === 'json') return JSON.stringify(value, null, 2)
  return String(value)
}

/** Asks for the attributes of one entity. */
export interface AttributesInput {
  owner: AttributeOwner
}

export interface AttributeQuestion {
  owner: AttributeOwner
  name: AttributeName
}

export interface AttributeWrite extends AttributeQuestion {
  value: AttributeValue
  /** The version that the change was made on; null where the server counts none, and for a new attribute. */
  version: number | null
  isNew: boolean
}
