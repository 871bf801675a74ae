import {FALLBACK_ATTRIBUTE, GROUP_ATTRIBUTE, idsFrom} from '../../contract/rules/lists/idList'
import {fallbacksOf} from '../../contract/rules/media/fallback'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {AssetRepository} from '../asset/repository'
import type {Attribute, AttributeListener, AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'

export interface FallbackOptions {
  attributes: Pick<AttributeRepository, 'sharedJson'>
  assets: Pick<AssetRepository, 'groupsOf'>
}

/** The ids of the fallback videos of a screen. */
export async function fallbackOf(
  {id, organisationId}: DeviceRef,
  {attributes, assets}: FallbackOptions,
): Promise<readonly string[]> {
  const groups = await assets.groupsOf(organisationId)
  const groupIds = groups.map(group => group.id)
  const videos = await attributes.sharedJson(FALLBACK_ATTRIBUTE, [organisationId, ...groupIds])
  if (videos.size === 0) return []
  const members = await attributes.sharedJson(GROUP_ATTRIBUTE, groupIds)
  const fallbacks = {
    organisation: idsFrom(videos.get(organisationId), null).items,
    groups: groups.map(group => ({
      id: group.id,
      name: group.name,
      deviceIds: idsFrom(members.get(group.id), null).items,
      videoIds: idsFrom(videos.get(group.id), null).items,
    })),
  }
  return fallbacksOf(fallbacks)(id).videoIds
}

/** Called with organisations whose screens may have another fallback. */
export const fallbackListener =
  (onChanged: (organisationId: string) => void): AttributeListener =>
  async (_transaction, refs) => {
    const concerned = fallbackOwners(refs)
    return () => concerned.forEach(onChanged)
  }

/** The organisations in which any of the attributes says which fallback a screen has. */
export const fallbackOwners = (
  written: readonly Pick<Attribute, 'entityType' | 'scope' | 'key' | 'organisationId'>[],
): Set<string> =>
  new Set(
    written
      .filter(
        ({entityType, scope, key}) =>
          entityType !== 'device' &&
          scope === ATTRIBUTE_SCOPES.shared &&
          (key === FALLBACK_ATTRIBUTE || key === GROUP_ATTRIBUTE),
      )
      .flatMap(({organisationId}) => organisationId ?? []),
  )
