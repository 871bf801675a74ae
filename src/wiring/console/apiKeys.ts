import {type ComponentType, createElement} from 'react'
import {issueApiKey, loadApiKeys, revokeApiKey} from '../../api/console/apiKeys'
import {listRecords} from '../../api/console/records'
import {customers} from '../../domain/console/records/customers'
import {titleOf} from '../../domain/console/records/description'
import {apiKeysMachine} from '../../machines/console/organisation/apiKeys'
import {connected} from '../../machines/ports'
import {ApiKeys} from '../../ui/console/apiKeys/ApiKeys'
import type {ApiKeysProps} from '../../ui/console/logic'
import {ask} from '../ask'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createApiKeys({http, retries}: Connections): ComponentType<ApiKeysProps> {
  const logic = connected(apiKeysMachine)({
    actors: {
      retries,
      load: ask(http, async (_, {organisationId}, options) => {
        const [secrets, found] = await Promise.all([
          loadApiKeys(http, organisationId, options),
          organisationId === null ? [] : listRecords(http, {description: customers, organisationId}, options),
        ])
        return {secrets, choices: found.map(record => ({id: record.id, name: titleOf(customers, record)}))}
      }),
      issue: ask(http, issueApiKey),
      revoke: ask(http, revokeApiKey),
    },
  })
  return props => createElement(ApiKeys, {...props, logic})
}
