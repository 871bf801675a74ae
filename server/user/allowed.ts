import type {UserChange} from '../../contract/wire/userChange'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest, conflict} from '../http/errors'
import {type Decision, isActiveSystemAdmin} from './decision'
import {requireMayChange} from './grants'
import {requireMembership} from './membership'
import type {User} from './select'
import {hasOtherSystemAdmin} from './writes'

export interface AskedChange {
  found: User
  change: UserChange
  /** What the change would make of the user. */
  decided: Decision
}

/** Throws what keeps the admin from changing a user that it sees: 400, 403, 404 or 409. */
export async function requireAllowed(transaction: Transaction, admin: Viewer, {found, change, decided}: AskedChange) {
  requireMayChange(admin, found, change)
  if (change.version !== undefined && change.version !== found.version)
    throw conflict('Somebody else has changed this user meanwhile.')
  if (found.userDeleted && !decided.userDeleted && !change.password)
    throw badRequest('Password is required when restoring a deleted user.')
  if (isMoved(found, decided)) await requireMembership(transaction, admin, decided)
  const isOneAdminLess = isActiveSystemAdmin(found) && !isActiveSystemAdmin(decided)
  if (isOneAdminLess && !(await hasOtherSystemAdmin(transaction, found)))
    throw conflict('The last system administrator can not be deleted or demoted.')
}

const isMoved = (found: Decision, decided: Decision) =>
  found.organisationId !== decided.organisationId || found.customerId !== decided.customerId
