import * as z from 'zod/mini'
import {type ApiKeyWire, apiKeys, issuedApiKey} from '../../../contract/wire/apiKey'
import type {ApiKey, NewApiKey} from '../../domain/console/apiKey'
import type {Http, Options} from '../http'
import type {ServerClock} from '../serverClock'

interface Server {
  http: Http
  clock: Pick<ServerClock, 'now' | 'toClient'>
}

const DAY = 24 * 60 * 60_000

/** Those of an organisation, or of the system. */
export async function loadApiKeys(
  {http, clock}: Server,
  organisationId: string | null,
  options: Options = {},
): Promise<readonly ApiKey[]> {
  const keys = await http.get(pathOf(organisationId), apiKeys, options)
  return keys.map(key => fromWire(key, clock))
}

/** The key can't be asked for again. */
export async function issueApiKey(
  {http, clock}: Server,
  {organisationId, request}: {organisationId: string | null; request: NewApiKey},
  options: Options = {},
): Promise<{secret: ApiKey; plainText: string}> {
  const {name, mayWrite, days, rights} = request
  const common = {name, scope: mayWrite ? 'write' : 'read', expires_at: clock.now() + days * DAY}
  const body =
    organisationId === null ? common : {...common, authority: rights.authority, customer_id: rights.customerId}
  const {key, ...issued} = await http.post(pathOf(organisationId), issuedApiKey, {body, ...options})
  return {secret: fromWire(issued, clock), plainText: key}
}

/** Throws an `ApiError` with status 404 when the key was revoked already. */
export async function revokeApiKey(
  http: Http,
  {organisationId, id}: {organisationId: string | null; id: string},
  options: Options = {},
): Promise<void> {
  if (organisationId === null) await http.post(`${SYSTEM}/revocation`, z.unknown(), {body: {id}, ...options})
  else await http.delete(`${pathOf(organisationId)}/key/${encodeURIComponent(id)}`, z.unknown(), options)
}

const SYSTEM = '/api/v0/api-key/system'

const pathOf = (organisationId: string | null): string =>
  organisationId === null ? SYSTEM : `/api/v0/api-key/by-org/${encodeURIComponent(organisationId)}`

const fromWire = (wire: ApiKeyWire, {toClient}: Server['clock']): ApiKey => ({
  ...{id: wire._id, name: wire.name, authority: wire.authority, customerId: wire.customer_id},
  ...{mayWrite: wire.scope === 'write', issuedBy: wire.issued_by, issuedAt: toClient(wire.issued_at)},
  expiresAt: toClient(wire.expires_at),
  usedAt: wire.last_used_at === null ? null : toClient(wire.last_used_at),
})
