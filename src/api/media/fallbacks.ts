import * as z from 'zod/mini'
import {FALLBACK_ATTRIBUTE, idsFrom} from '../../../contract/rules/lists/idList'
import {ATTRIBUTE_SCOPES, listValuesOfAssets} from '../../../contract/wire/entities/attribute'
import type {FallbackVideos} from '../../domain/media/fallbacks'
import {anyAttribute, attributeJson} from '../attributeJson'
import type {Http, Options} from '../http'
import {loadList} from '../lists'

/** The fallback videos of an organisation and of its groups. The server must have the addition `attributes`. */
export async function loadFallbacks(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<FallbackVideos> {
  const owner = {kind: 'organisation' as const, id: organisationId, organisationId}
  const query = {organisationId, keys: FALLBACK_ATTRIBUTE}
  const [{list}, found] = await Promise.all([
    loadList(http, {owner, rules: IDS}, options),
    http.call({...listValuesOfAssets, answer: z.array(anyAttribute)}, {query, ...options}),
  ])
  return new Map([
    [organisationId, list.items],
    ...found
      .filter(({attributeType}) => attributeType === ATTRIBUTE_SCOPES.shared)
      .map(wire => [wire.entityId ?? '', idsFrom(attributeJson(wire), null).items] as const),
  ])
}

const IDS = {key: FALLBACK_ATTRIBUTE, scope: ATTRIBUTE_SCOPES.shared, read: idsFrom}
