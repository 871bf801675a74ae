import type {Authority} from '../../contract/wire/people/user'
import type {NewUserBody, UserChange} from '../../contract/wire/people/userChange'
import {MAY_GRANT, REACH} from '../access/access'
import {lockEntity, lockOwnOrganisation} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {AuditRecord} from '../audit/repository'
import type {Transaction} from '../database/connect'
import {badRequest, conflict, forbidden, noSuch} from '../http/failures/errors'
import type {User} from './repository'

/** The fields of a user that an admin decides. */
export type Decision = Pick<
  User,
  'email' | 'passwordHash' | 'authority' | 'organisationId' | 'customerId' | 'userDeleted' | 'isVerified'
>

/** Applies a change; missing fields stay as they are. An admin who sets a password thereby vouches for the email. */
export function decide(found: Decision, change: UserChange, passwordHash: string | undefined): Decision {
  const {organisation_id = found.organisationId, customer_id = found.customerId} = change
  return {
    email: change.email ?? found.email,
    passwordHash: passwordHash ?? found.passwordHash,
    authority: change.authority ?? found.authority,
    organisationId: organisation_id,
    customerId: customer_id,
    userDeleted: change.userDeleted ?? found.userDeleted,
    isVerified: found.isVerified || passwordHash !== undefined,
  }
}

/** The names of these fields in the contract. `isVerified` is left out, since it follows from the others. */
const FIELDS = [
  ['email', 'email'],
  ['passwordHash', 'password'],
  ['authority', 'authority'],
  ['organisationId', 'organisation_id'],
  ['customerId', 'customer_id'],
  ['userDeleted', 'userDeleted'],
] as const

export type Field = (typeof FIELDS)[number][1]

export function differences(found: Decision, decided: Decision): Field[] {
  return FIELDS.flatMap(([key, name]) => (found[key] === decided[key] ? [] : [name]))
}

/** The values by the names of the fields, without the password. */
export const namedValues = (decided: Decision): object =>
  Object.fromEntries(FIELDS.flatMap(([key, name]) => (key === 'passwordHash' ? [] : [[name, decided[key]]])))

export function actionOf(found: Decision, decided: Decision): AuditRecord['action'] {
  if (found.userDeleted === decided.userDeleted) return 'user.updated'
  return decided.userDeleted ? 'user.deleted' : 'user.restored'
}

export const isActiveSystemAdmin = ({authority, userDeleted, isVerified}: Decision): boolean =>
  authority === 'SYS_ADMIN' && !userDeleted && isVerified

export interface AskedChange {
  found: User
  change: UserChange
  /** The user as the change would make it. */
  decided: Decision
  /** Whether another user can sign in as a SYS_ADMIN. */
  hasOtherSystemAdmin: () => Promise<boolean>
}

/** Throws 400, 403, 404 or 409 when the admin may not make this change. The user must be within the admin's reach. */
export async function requireAllowed(transaction: Transaction, admin: Viewer, asked: AskedChange) {
  const {found, change, decided} = asked
  requireMayChange(admin, found, change)
  if (change.version !== undefined && change.version !== found.version)
    throw conflict('Somebody else has changed this user meanwhile.')
  if (found.userDeleted && !decided.userDeleted && !change.password)
    throw badRequest('Password is required when restoring a deleted user.')
  if (isMoved(found, decided)) await requireMembership(transaction, admin, decided)
  const isOneAdminLess = isActiveSystemAdmin(found) && !isActiveSystemAdmin(decided)
  if (isOneAdminLess && !(await asked.hasOtherSystemAdmin()))
    throw conflict('The last system administrator can not be deleted or demoted.')
}

const isMoved = (found: Decision, decided: Decision) =>
  found.organisationId !== decided.organisationId || found.customerId !== decided.customerId

/** Throws 403 when the admin may not give this authority to anybody. */
export function requireMayGrant(admin: Viewer, authority: Authority) {
  if (!mayGrant(admin, authority)) throw forbidden('Your account may not give this authority.')
}

/** Throws 403 when the admin may not change a holder of this authority, or not in this way. */
export function requireMayChange(
  admin: Viewer,
  holder: Pick<User, 'authority' | 'organisationId'>,
  change: UserChange,
) {
  if (!mayGrant(admin, holder.authority)) throw forbidden('Your account may not change this user.')
  if (change.authority !== undefined) requireMayGrant(admin, change.authority)
  const {organisation_id: organisationId = holder.organisationId} = change
  if (organisationId !== holder.organisationId && REACH.user[admin.authority] !== 'everything')
    throw forbidden('Your account may not move users to another organisation.')
}

const mayGrant = (admin: Viewer, authority: Authority) => MAY_GRANT[admin.authority].includes(authority)

/** The organisation and customer of a user. */
export interface Membership {
  organisationId: string | null
  customerId: string | null
}

/** The admin's own organisation and customer fill those that the body leaves open, if the admin is bound to them. */
export function membershipOfNew(admin: Viewer, {organisation_id, customer_id}: NewUserBody): Membership {
  const reach = REACH.user[admin.authority]
  return {
    organisationId: organisation_id ?? (reach === 'everything' ? null : admin.organisationId),
    customerId: customer_id ?? (reach === 'customer' ? admin.customerId : null),
  }
}

/**
 * Throws 404 for an organisation or customer out of the admin's reach, 403 when the user would leave that reach, and
 * 400 when the customer is in another organisation.
 */
export async function requireMembership(
  transaction: Transaction,
  admin: Viewer,
  {organisationId, customerId}: Membership,
) {
  const reach = REACH.user[admin.authority]
  if (organisationId === null && reach !== 'everything') throw forbidden(outside('organisation'))
  if (customerId === null && reach === 'customer') throw forbidden(outside('customer'))

  if (organisationId !== null && !(await lockOwnOrganisation(transaction, admin, organisationId)))
    throw noSuch('organisation')

  if (customerId === null) return
  const customer = await lockEntity(transaction, admin, {entityType: 'customer', entityId: customerId})
  if (customer === undefined) throw noSuch('customer')
  if (customer.organisationId !== organisationId)
    throw badRequest('The customer belongs to another organisation than the user.')
}

const outside = (what: string) => `Your account looks after users of its own ${what} only.`
