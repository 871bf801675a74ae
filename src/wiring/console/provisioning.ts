import {type ComponentType, createElement} from 'react'
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
import type {OfOrganisation} from '../../ui/console/logic'
import {ProvisioningProfiles} from '../../ui/console/provisioning/ProvisioningProfiles'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createProvisioning({http, retries}: Connections): ComponentType<OfOrganisation> {
  const logic = connected(provisioningProfilesMachine)({
    actors: {
      retries,
      load: ask(http, async (_, input, options) => {
        const organisationId = input.organisationId ?? ''
        const [secrets, found] = await Promise.all([
          loadProvisioningProfiles(http, organisationId, options),
          listRecords(http, {description: customers, organisationId}, options),
        ])
        return {secrets, choices: found.map(record => ({id: record.id, name: titleOf(customers, record)}))}
      }),
      issue: ask(http, (_, {request, organisationId}, options) =>
        issueProvisioningProfile(http, {request, organisationId: organisationId ?? ''}, options),
      ),
      revoke: ask(http, (_, {id, organisationId}, options) =>
        revokeProvisioningProfile(http, {id, organisationId: organisationId ?? ''}, options),
      ),
    },
  })
  return props => createElement(ProvisioningProfiles, {...props, logic})
}
