import {FALLBACK_ATTRIBUTE, GROUP_ATTRIBUTE, idsFrom} from '../../contract/rules/lists/idList'
import {fallbacksOf} from '../../contract/rules/media/fallback'
import type {AssetRepository} from '../asset/repository'
import type {AttributeRepository} from '../attribute/repository'
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
