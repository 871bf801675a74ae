import type {ApiKey, KeyCustomer, NewApiKey} from '../../../domain/console/apiKey'
import {textsOf} from '../../../domain/language'
import {createIssuedSecretsMachine} from '../../issuedSecrets'

export const apiKeysTexts = textsOf('machines.apiKeys', {
  loadFailed: 'Failed to load the API keys',
  issueFailed: 'Failed to issue the API key',
  revokeFailed: 'Failed to revoke the API key',
})

export type KeyCustomers = readonly KeyCustomer[]

/** The keys by which programs call the API. */
export const apiKeysMachine = createIssuedSecretsMachine<ApiKey, KeyCustomers, NewApiKey>(apiKeysTexts, [])

export type ApiKeysLogic = typeof apiKeysMachine
