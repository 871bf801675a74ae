import {GROUP_ATTRIBUTE, idsFrom} from '../../contract/rules/lists/idList'
import {
  EMERGENCIES_ATTRIBUTE,
  EMERGENCY_VIDEOS_ATTRIBUTE,
  type Emergency,
  emergenciesFrom,
  emergencyOf,
} from '../../contract/rules/media/emergency'
import {type EpochMs, isId, type Json} from '../../contract/wire/common'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'

export interface EmergencyOptions {
  attributes: Pick<AttributeRepository, 'sharedJson'>
  now: () => EpochMs
}

/** The emergency of a screen, and the ids of the videos that its organisation has prepared for one. */
export async function emergenciesOf(
  {id, organisationId}: DeviceRef,
  {attributes, now}: EmergencyOptions,
): Promise<{emergency: Emergency | null; preparedIds: readonly string[]}> {
  const [stored, prepared] = await Promise.all([
    attributes.sharedJson(EMERGENCIES_ATTRIBUTE, [organisationId]),
    attributes.sharedJson(EMERGENCY_VIDEOS_ATTRIBUTE, [organisationId]),
  ])
  const emergencies = emergenciesFrom(stored.get(organisationId) ?? [], null).items
  const groupIds = emergencies.flatMap(({groupId}) => groupId ?? []).filter(isId)
  const members = groupIds.length === 0 ? NOBODY : await attributes.sharedJson(GROUP_ATTRIBUTE, groupIds)
  const own = groupIds.filter(groupId => idsFrom(members.get(groupId), null).items.includes(id))
  return {
    emergency: emergencyOf(emergencies, own, now()),
    preparedIds: idsFrom(prepared.get(organisationId), null).items,
  }
}

const NOBODY: ReadonlyMap<string, Json> = new Map()
