import type {Authority} from '../../contract/wire/user'
import type {UserChange} from '../../contract/wire/userChange'
import {MAY_GRANT, REACH} from '../access/access'
import type {Viewer} from '../access/viewer'
import {forbidden} from '../http/errors'

type Admin = Pick<Viewer, 'authority'>

/** Throws 403 where the admin may not give this authority to anybody. */
export function requireMayGrant(admin: Admin, authority: Authority) {
  if (!mayGrant(admin, authority)) throw forbidden('Your account may not give this authority.')
}

/** Throws 403 where the admin may not change this holder of an authority, or not in this way. */
export function requireMayChange(admin: Admin, holder: {authority: Authority}, change: UserChange) {
  if (!mayGrant(admin, holder.authority)) throw forbidden('Your account may not change this user.')
  if (change.authority !== undefined) requireMayGrant(admin, change.authority)
  if (change.organisation_id !== undefined && REACH.user[admin.authority] !== 'everything')
    throw forbidden('Your account may not move users to another organisation.')
}

const mayGrant = (admin: Admin, authority: Authority) => MAY_GRANT[admin.authority].includes(authority)
