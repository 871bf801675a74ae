import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {issueApiKey, loadApiKeys, revokeApiKey} from '../../api/console/apiKeys'
import {listRecords} from '../../api/console/records'
import {customers} from '../../domain/console/records/customers'
import {titleOf} from '../../domain/console/records/description'
import {apiKeysMachine} from '../../machines/console/organisation/apiKeys'
import {connected} from '../../machines/ports'
import {ApiKeys} from '../../ui/console/apiKeys/ApiKeys'
import type {ApiKeysProps} from '../../ui/console/apiKeys/props'
import type {Connections} from '../connections'

/** The panel, whose code is loaded with it. */
export function createApiKeys({http, retries, serverClock: clock}: Connections): ComponentType<ApiKeysProps> {
  const logic = connected(apiKeysMachine)({
    actors: {
      retries,
      load: fromPromise(async ({input: {organisationId}, signal}) => {
        const [secrets, found] = await Promise.all([
          loadApiKeys({http, clock}, organisationId, {signal}),
          organisationId === null ? [] : listRecords(http, customers, organisationId, {signal}),
        ])
        return {secrets, choices: found.map(record => ({id: record.id, name: titleOf(customers, record)}))}
      }),
      issue: fromPromise(({input, signal}) => issueApiKey({http, clock}, input, {signal})),
      revoke: fromPromise(({input, signal}) => revokeApiKey(http, input, {signal})),
    },
  })
  return props => createElement(ApiKeys, {...props, logic})
}
