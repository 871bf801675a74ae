import type {TemperatureUnit} from '../../../contract/wire/temperatureUnit'
import {type CurrentUserWire, currentUser} from '../../../contract/wire/user'
import type {CurrentUser} from '../../domain/session/user'
import type {CallOptions, Http} from '../http'

/** Whoever is signed in. `temperatureUnit` is null when the server doesn't tell it here. */
export type ToldUser = Omit<CurrentUser, 'temperatureUnit'> & {temperatureUnit: TemperatureUnit | null}

export async function loadCurrentUser(
  http: Pick<Http, 'get'>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<ToldUser> {
  return userFromWire(await http.get('/api/v0/user', currentUser, options))
}

function userFromWire(wire: CurrentUserWire): ToldUser {
  return {
    id: wire._id,
    email: wire.email,
    name: wire.name ?? null,
    authority: wire.authority,
    organisationId: wire.organisation_id ?? null,
    customerId: wire.customer_id ?? null,
    temperatureUnit: wire.temperature_unit ?? null,
  }
}
