import {DAY} from '../../../contract/rules/time/durations'
import type {InClientNames} from '../../../contract/wire/names'
import * as routes from '../../../contract/wire/people/apiKey'
import type {ApiKey, NewApiKey} from '../../domain/console/apiKey'
import type {Http, Options} from '../http'

/** Those of an organisation, or of the system. */
export async function loadApiKeys(
  http: Http,
  organisationId: string | null,
  options: Options = {},
): Promise<readonly ApiKey[]> {
  const keys =
    organisationId === null
      ? await http.call(routes.listSystemApiKeys, options)
      : await http.call(routes.listApiKeys, {params: {id: organisationId}, ...options})
  return keys.map(key => fromWire(key, http.clock))
}

/** The key can't be asked for again. */
export async function issueApiKey(
  http: Http,
  {organisationId, request}: {organisationId: string | null; request: NewApiKey},
  options: Options = {},
): Promise<{secret: ApiKey; plainText: string}> {
  const {name, mayWrite, days, rights} = request
  const common = {name, scope: mayWrite ? 'write' : 'read', expiresAt: http.clock.now() + days * DAY} as const
  // A key with the rights of a SYS_ADMIN always belongs to the system.
  const {key, ...issued} =
    organisationId === null || rights.authority === 'SYS_ADMIN'
      ? await http.call(routes.issueSystemApiKey, {body: common, ...options})
      : await http.call(routes.issueApiKey, {
          params: {id: organisationId},
          body: {...common, authority: rights.authority, customerId: rights.customerId},
          ...options,
        })
  return {secret: fromWire(issued, http.clock), plainText: key}
}

/** Throws an `ApiError` with status 404 when the key was revoked already. */
export async function revokeApiKey(
  http: Http,
  {organisationId, id}: {organisationId: string | null; id: string},
  options: Options = {},
): Promise<void> {
  if (organisationId === null) await http.call(routes.revokeSystemApiKey, {body: {id}, ...options})
  else await http.call(routes.revokeApiKey, {params: {id: organisationId, keyId: id}, ...options})
}

const fromWire = (
  {scope, lastUsedAt, ...wire}: InClientNames<routes.ApiKeyWire>,
  {toClient}: Http['clock'],
): ApiKey => ({
  ...wire,
  mayWrite: scope === 'write',
  issuedAt: toClient(wire.issuedAt),
  expiresAt: toClient(wire.expiresAt),
  usedAt: lastUsedAt === null ? null : toClient(lastUsedAt),
})
