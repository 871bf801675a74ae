import * as z from 'zod/mini'
import {
  issuedProvisioningProfile,
  type ProvisioningProfileWire,
  provisioningProfiles,
} from '../../../contract/wire/provisioning'
import type {NewProvisioningProfile, ProvisioningProfile} from '../../domain/console/provisioningProfile'
import type {Http, Options} from '../http'
import type {Server} from '../server'

export async function loadProvisioningProfiles(
  {http, clock}: Server,
  organisationId: string,
  options: Options = {},
): Promise<readonly ProvisioningProfile[]> {
  const profiles = await http.get(pathOf(organisationId), provisioningProfiles, options)
  return profiles.map(profile => fromWire(profile, clock))
}

/** The secret can't be asked for again. `told` are the key and the secret with a space between. */
export async function issueProvisioningProfile(
  {http, clock}: Server,
  {organisationId, request}: {organisationId: string; request: NewProvisioningProfile},
  options: Options = {},
): Promise<{secret: ProvisioningProfile; plainText: string}> {
  const body = {name: request.name, customer_id: request.customerId}
  const {secret, ...issued} = await http.post(pathOf(organisationId), issuedProvisioningProfile, {body, ...options})
  return {secret: fromWire(issued, clock), plainText: `${issued.key} ${secret}`}
}

/** Throws an `ApiError` with status 404 when the profile was revoked already. */
export async function revokeProvisioningProfile(
  http: Http,
  {organisationId, id}: {organisationId: string; id: string},
  options: Options = {},
): Promise<void> {
  await http.delete(`${pathOf(organisationId)}/profile/${encodeURIComponent(id)}`, z.unknown(), options)
}

const pathOf = (organisationId: string): string => `/api/v0/provisioning/by-org/${encodeURIComponent(organisationId)}`

const fromWire = (wire: ProvisioningProfileWire, {toClient}: Server['clock']): ProvisioningProfile => ({
  ...{id: wire._id, name: wire.name, customerId: wire.customer_id, key: wire.key},
  ...{issuedBy: wire.issued_by, issuedAt: toClient(wire.issued_at)},
})
