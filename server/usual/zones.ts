import {isRecord} from '../../contract/rules/json'
import {timeZone} from '../../contract/wire/telemetry/telemetry'
import type {AttributeReader} from '../attribute/repository'
import type {Database} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {namedDevice} from '../device/repository'

/** The shared attribute of an organisation by the weeks of whose `timeZone` its series are learned. */
const USUAL_ATTRIBUTE = 'usual'
const NO_ZONE = 'UTC'

/** Resolves to the time zones of devices, by their numbers. Removed devices have none. */
export type ZonesOf = (deviceNumbers: readonly number[]) => Promise<ReadonlyMap<number, string>>

export function createZones({db}: Pick<Database, 'db'>, {sharedJson}: Pick<AttributeReader, 'sharedJson'>): ZonesOf {
  return async deviceNumbers => {
    const owners = await db
      .select({number: namedDevice.number, organisationId: namedDevice.organisationId})
      .from(namedDevice)
      .where(isAnyOf(namedDevice.number, deviceNumbers))
    const settings = await sharedJson(USUAL_ATTRIBUTE, [...new Set(owners.map(({organisationId}) => organisationId))])
    return new Map(
      owners.map(({number, organisationId}) => {
        const setting = settings.get(organisationId)
        const zone = isRecord(setting) ? timeZone.safeParse(setting.timeZone).data : undefined
        return [number, zone ?? NO_ZONE]
      }),
    )
  }
}
