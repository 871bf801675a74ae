import {ALARM_ROUTES_ATTRIBUTE, type AlarmRoute, alarmRoutesFrom} from '../../contract/rules/alarmRoutes'
import type {AttributeRepository} from '../attribute/repository'

/** The routes of each of some organisations, as they are now. */
export type ReadRoutes = (organisationIds: readonly string[]) => Promise<ReadonlyMap<string, readonly AlarmRoute[]>>

export function createReadRoutes(attributes: Pick<AttributeRepository, 'serverJson'>): ReadRoutes {
  return async organisationIds => {
    const kept = await attributes.serverJson(ALARM_ROUTES_ATTRIBUTE, [...new Set(organisationIds)])
    return new Map([...kept].map(([id, value]) => [id, alarmRoutesFrom(value).routes]))
  }
}
