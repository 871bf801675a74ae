import {listAudit} from '../../api/console/audit'
import {countDevices} from '../../api/console/health'
import {EVERYTHING} from '../../domain/console/audit'
import {offeredHealth} from '../../domain/console/health'
import {
  type OrganisationHealthLogic,
  organisationHealthMachine,
} from '../../machines/console/organisation/organisationHealth'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

const RECENT = 8

export function createOrganisationHealthLogic(
  connections: Pick<Connections, 'http' | 'links' | 'config'>,
): OrganisationHealthLogic {
  const {http, config} = connections
  return connected(organisationHealthMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(http, async (_, {question: {organisationId}, capabilities}, options) => {
        const {isCounting, isAudited} = offeredHealth(capabilities)
        const recent = {filter: {...EVERYTHING, organisationId}, cursor: null, limit: RECENT}
        const [devices, page] = await Promise.all([
          isCounting ? countDevices(http, {organisationId, lateAfter: config.lateAfter}, options) : null,
          isAudited ? listAudit(http, recent, options) : null,
        ])
        return {at: Date.now(), devices, recent: page === null ? null : page.entries}
      }),
    },
  })
}
