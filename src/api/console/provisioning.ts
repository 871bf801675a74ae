import * as routes from '../../../contract/wire/entities/provisioning'
import type {InClientNames} from '../../../contract/wire/names'
import type {NewProvisioningProfile, ProvisioningProfile} from '../../domain/console/provisioningLines'
import type {Http, Options} from '../http'

export async function loadProvisioningProfiles(
  http: Http,
  organisationId: string,
  options: Options = {},
): Promise<readonly ProvisioningProfile[]> {
  const profiles = await http.call(routes.listProvisioningProfiles, {params: {id: organisationId}, ...options})
  return profiles.map(profile => fromWire(profile, http.clock))
}

/** The secret can't be asked for again. `plainText` is the key and the secret with a space between. */
export async function issueProvisioningProfile(
  http: Http,
  {organisationId, request}: {organisationId: string; request: NewProvisioningProfile},
  options: Options = {},
): Promise<{secret: ProvisioningProfile; plainText: string}> {
  const body = {name: request.name, customerId: request.customerId}
  const asked = {params: {id: organisationId}, body, ...options}
  const {secret, ...issued} = await http.call(routes.issueProvisioningProfile, asked)
  return {secret: fromWire(issued, http.clock), plainText: `${issued.key} ${secret}`}
}

/** Throws an `ApiError` with status 404 when the profile was revoked already. */
export async function revokeProvisioningProfile(
  http: Http,
  {organisationId, id}: {organisationId: string; id: string},
  options: Options = {},
): Promise<void> {
  await http.call(routes.revokeProvisioningProfile, {params: {id: organisationId, profileId: id}, ...options})
}

const fromWire = (
  wire: InClientNames<routes.ProvisioningProfileWire>,
  {toClient}: Http['clock'],
): ProvisioningProfile => ({...wire, issuedAt: toClient(wire.issuedAt)})
