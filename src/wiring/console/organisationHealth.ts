import {fromPromise} from 'xstate'
import {listAudit} from '../../api/console/audit'
import {countDevices} from '../../api/console/health'
import {EVERYTHING} from '../../domain/console/audit'
import {offeredHealth} from '../../domain/console/health'
import {
  type OrganisationHealthLogic,
  organisationHealthMachine,
} from '../../machines/console/organisation/organisationHealth'
import {connected} from '../../machines/ports'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

const RECENT = 8

export function createOrganisationHealthLogic(
  connections: Pick<Connections, 'http' | 'serverClock' | 'links' | 'config'>,
): OrganisationHealthLogic {
  const {http, serverClock: clock, config} = connections
  return connected(organisationHealthMachine)({
    actors: {
      ...resourceSources(connections),
      load: fromPromise(async ({input: {question, capabilities}, signal}) => {
        const {organisationId} = question
        const {isCounting, isAudited} = offeredHealth(capabilities)
        const recent = {filter: {...EVERYTHING, organisationId}, cursor: null, limit: RECENT}
        const [devices, page] = await Promise.all([
          isCounting ? countDevices({http, clock}, {organisationId, lateAfter: config.lateAfter}, {signal}) : null,
          isAudited ? listAudit({http, clock}, recent, {signal}) : null,
        ])
        return {at: Date.now(), devices, recent: page === null ? null : page.entries}
      }),
    },
  })
}
