import * as z from 'zod/mini'
import {NO_LIST, type StoredList} from '../../contract/rules/lists/storedList'
import type {EpochMs} from '../../contract/wire/common'
import {
  type AttributeScope,
  createAttribute,
  listAttributes,
  writeAttribute,
} from '../../contract/wire/entities/attribute'
import type {ListRules} from '../domain/listRules'
import {orNull} from './anyServer'
import {anyAttribute, attributeJson, ownerParams} from './attributeJson'
import type {Http, Options} from './http'

interface Owner {
  kind: 'device' | 'asset' | 'organisation'
  id: string
  organisationId: string | null
}

/** A list as it is stored, with the scope of its attribute. */
export interface ScopedList<Item> {
  list: StoredList<Item>
  scope: AttributeScope
}

/**
 * Reads the list in whatever scope its attribute is found. Throws an `ApiError` with status 404 when its owner does not
 * exist.
 */
export async function loadList<Item>(
  http: Http,
  {owner, rules}: {owner: Owner; rules: Pick<ListRules<Item, never>, 'key' | 'scope' | 'read'>},
  options: Options = {},
): Promise<ScopedList<Item>> {
  const asked = {params: ownerParams(owner), ...options}
  const attributes = await http.call({...listAttributes, answer: z.array(anyAttribute)}, asked)
  const found = attributes.filter(({attributeKey}) => attributeKey === rules.key)
  const wire = found.find(({attributeType}) => attributeType === rules.scope) ?? found[0]
  if (wire === undefined) return {list: NO_LIST, scope: rules.scope}
  return {list: rules.read(attributeJson(wire), wire.version ?? null), scope: wire.attributeType}
}

/**
 * Writes the list, and returns it as it is stored now. Throws an `ApiError` with status 409 when another user has
 * written, created or deleted it in the meantime.
 */
export async function saveList<Item, Intent>(
  http: Http,
  {owner, rules, list, scope}: {owner: Owner; rules: ListRules<Item, Intent>} & ScopedList<Item>,
  options: Options = {},
): Promise<StoredList<Item>> {
  const value = rules.write(list)
  const params = ownerParams(owner)
  const answer = orNull(anyAttribute)
  const version = list.version === null ? {} : {version: list.version}
  const written = list.exists
    ? await http.call(
        {...writeAttribute, answer},
        {params: {...params, scope, attributeKey: rules.key}, body: {json_v: value, ...version}, ...options},
      )
    : await http.call(
        {...createAttribute, answer},
        {
          params,
          body: {
            ...newAttribute(owner, http.clock.now()),
            attributeKey: rules.key,
            attributeType: scope,
            json_v: value,
          },
          ...options,
        },
      )
  return rules.read(value, written?.version ?? null)
}

const newAttribute = ({id, organisationId}: Owner, now: EpochMs) => ({
  entityId: id,
  lastUpdateTs: now,
  ...(organisationId === null ? {} : {organisationId}),
})
