import {USUAL_ATTRIBUTE, usualZone} from '../../contract/rules/usual/zone'
import type {AttributeReader} from '../attribute/repository'
import type {Database} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {namedDevice} from '../device/repository'

/** Resolves to the time zones of devices, by their numbers. Removed devices have none. */
export type ZonesOf = (deviceNumbers: readonly number[]) => Promise<ReadonlyMap<number, string>>

export function createZones({db}: Pick<Database, 'db'>, {sharedJson}: Pick<AttributeReader, 'sharedJson'>): ZonesOf {
  return async deviceNumbers => {
    const owners = await db
      .select({number: namedDevice.number, organisationId: namedDevice.organisationId})
      .from(namedDevice)
      .where(isAnyOf(namedDevice.number, deviceNumbers))
    const settings = await sharedJson(USUAL_ATTRIBUTE, [...new Set(owners.map(({organisationId}) => organisationId))])
    return new Map(owners.map(({number, organisationId}) => [number, usualZone(settings.get(organisationId))]))
  }
}
