import {type CurrentUserWire, currentUser} from '../../contract/user'
import type {CurrentUser} from '../domain/user'
import type {CallOptions, Http} from './http'

export async function loadCurrentUser(http: Http, options: Pick<CallOptions, 'signal'> = {}): Promise<CurrentUser> {
  return userFromWire(await http.get('/api/v0/user', currentUser, options))
}

function userFromWire({_id, email, name, authority, organisation_id, customer_id}: CurrentUserWire): CurrentUser {
  return {
    id: _id,
    email,
    name: name ?? null,
    authority,
    organisationId: organisation_id ?? null,
    customerId: customer_id ?? null,
  }
}
