import {listAudit} from '../../api/audit'
import {countDevices} from '../../api/console/health'
import {EVERYTHING} from '../../domain/audit'
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
      load: ask(http, async (_, {question: {organisationId}}, options) => {
        const recent = {filter: {...EVERYTHING, organisationId}, cursor: null, limit: RECENT}
        const [devices, page] = await Promise.all([
          countDevices(http, {organisationId, lateAfter: config.lateAfter}, options),
          listAudit(http, recent, options),
        ])
        return {at: Date.now(), devices, recent: page.entries}
      }),
    },
  })
}
