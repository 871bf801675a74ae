import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {
  issueProvisioningProfile,
  loadProvisioningProfiles,
  revokeProvisioningProfile,
} from '../../api/console/provisioning'
import {listRecords} from '../../api/console/records'
import {customers} from '../../domain/console/records/customers'
import {titleOf} from '../../domain/console/records/description'
import {provisioningProfilesMachine} from '../../machines/console/organisation/provisioningProfiles'
import {connected} from '../../machines/ports'
import {ProvisioningProfiles} from '../../ui/console/provisioning/ProvisioningProfiles'
import type {ProvisioningProps} from '../../ui/console/provisioning/props'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createProvisioning({http, retries, serverClock: clock}: Connections): ComponentType<ProvisioningProps> {
  const logic = connected(provisioningProfilesMachine)({
    actors: {
      retries,
      load: fromPromise(async ({input, signal}) => {
        const organisationId = input.organisationId ?? ''
        const [secrets, found] = await Promise.all([
          loadProvisioningProfiles({http, clock}, organisationId, {signal}),
          listRecords(http, customers, organisationId, {signal}),
        ])
        return {secrets, choices: found.map(record => ({id: record.id, name: titleOf(customers, record)}))}
      }),
      issue: fromPromise(({input: {request, organisationId}, signal}) =>
        issueProvisioningProfile({http, clock}, {request, organisationId: organisationId ?? ''}, {signal}),
      ),
      revoke: fromPromise(({input: {id, organisationId}, signal}) =>
        revokeProvisioningProfile(http, {id, organisationId: organisationId ?? ''}, {signal}),
      ),
    },
  })
  return props => createElement(ProvisioningProfiles, {...props, logic})
}
