import {fromEventObservable} from 'xstate'
import {listAudit} from '../../api/console/audit'
import {countDevices} from '../../api/console/health'
import {EVERYTHING} from '../../domain/console/audit'
import {
  type OrganisationHealthLogic,
  organisationHealthMachine,
} from '../../machines/console/organisation/organisationHealth'
import {connected} from '../../machines/ports'
import {pollTicks} from '../../streams/ticks'
import {visibility} from '../../streams/visibility'
import {ask} from '../ask'
import type {Connections} from '../connections'

const REFRESH_PERIOD = 60_000
const RECENT = 8

/** Ticks while the page is shown. */
export const minutely = () => pollTicks(REFRESH_PERIOD, visibility(document))

export function createOrganisationHealthLogic({
  http,
  links,
  config: {lateAfter},
}: Pick<Connections, 'http' | 'links' | 'config'>): OrganisationHealthLogic {
  return connected(organisationHealthMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      minuteTicks: fromEventObservable(minutely),
      loadHealth: ask(http, async (_, {organisationId, isCounting, isAudited}, options) => {
        const question = {filter: {...EVERYTHING, organisationId}, cursor: null, limit: RECENT}
        const [devices, page] = await Promise.all([
          isCounting ? countDevices(http, {organisationId, lateAfter}, options) : null,
          isAudited ? listAudit(http, question, options) : null,
        ])
        return {at: Date.now(), devices, recent: page === null ? null : page.entries}
      }),
    },
  })
}
