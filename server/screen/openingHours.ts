import {asc, inArray} from 'drizzle-orm'
import {GROUP_ATTRIBUTE, idsFrom} from '../../contract/rules/lists/idList'
import {
  ALWAYS_OPEN,
  OPENING_HOURS_ATTRIBUTE,
  type OpeningHours,
  openingHoursFrom,
} from '../../contract/rules/media/openingHours'
import {namedGroup} from '../asset/repository'
import type {AttributeReader} from '../attribute/repository'
import type {Database} from '../database/connect'
import type {StoredScreen} from './repository'

export type OwnedScreen = Pick<StoredScreen, 'id' | 'organisationId'>

/** Resolves to the opening hours that count for each screen: its own, else a group's, else its organisation's. */
export type OpeningHoursOf = (screens: readonly OwnedScreen[]) => Promise<(screen: OwnedScreen) => OpeningHours>

export function createOpeningHours(
  {db}: Pick<Database, 'db'>,
  {sharedJson}: Pick<AttributeReader, 'sharedJson'>,
): OpeningHoursOf {
  return async screens => {
    const organisationIds = [...new Set(screens.map(({organisationId}) => organisationId))]
    const groups = await db
      .select({id: namedGroup.id})
      .from(namedGroup)
      .where(inArray(namedGroup.organisationId, organisationIds))
      .orderBy(asc(namedGroup.name), asc(namedGroup.id))
    const groupIds = groups.map(({id}) => id)
    const owners = [...organisationIds, ...groupIds, ...screens.map(({id}) => id)]
    const [written, members] = [
      await sharedJson(OPENING_HOURS_ATTRIBUTE, owners),
      await sharedJson(GROUP_ATTRIBUTE, groupIds),
    ]
    const hours = new Map([...written].map(([id, value]) => [id, openingHoursFrom(value)]))
    const ofGroups = new Map<string, OpeningHours>()
    for (const groupId of groupIds.toReversed()) {
      const own = hours.get(groupId)
      if (!own) continue
      for (const deviceId of idsFrom(members.get(groupId), null).items) ofGroups.set(deviceId, own)
    }
    return ({id, organisationId}) => hours.get(id) ?? ofGroups.get(id) ?? hours.get(organisationId) ?? ALWAYS_OPEN
  }
}
