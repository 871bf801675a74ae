import type {NewUserBody} from '../../contract/wire/userChange'
import {REACH} from '../access/access'
import {createIsOwnOrganisation, createIsWithinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {findCustomer} from '../customer/repository'
import type {Transaction} from '../database/connect'
import {badRequest, forbidden, notFound} from '../http/errors'

/** Where a user belongs. */
export interface Membership {
  organisationId: string | null
  customerId: string | null
}

/** What the admin leaves open is as the admin's own, as far as its reach is bound to it. */
export function membershipOfNew(admin: Viewer, {organisation_id, customer_id}: NewUserBody): Membership {
  const reach = REACH.user[admin.authority]
  return {
    organisationId: organisation_id ?? (reach === 'everything' ? null : admin.organisationId),
    customerId: customer_id ?? (reach === 'customer' ? admin.customerId : null),
  }
}

/** Throws 404 for what the admin does not reach, 403 where a user would leave its reach, 400 where the two don't belong together. */
export async function requireMembership(
  transaction: Pick<Transaction, 'select'>,
  admin: Viewer,
  {organisationId, customerId}: Membership,
) {
  const reach = REACH.user[admin.authority]
  if (organisationId === null && reach !== 'everything') throw forbidden(outside('organisation'))
  if (customerId === null && reach === 'customer') throw forbidden(outside('customer'))

  const isOwnOrganisation = createIsOwnOrganisation(createIsWithinReach({db: transaction}))
  if (organisationId !== null && !(await isOwnOrganisation(admin, organisationId)))
    throw notFound('Organisation not found.')

  if (customerId === null) return
  const customer = await findCustomer(transaction, admin, customerId)
  if (customer === undefined) throw notFound('Customer not found.')
  if (customer.organisationId !== organisationId)
    throw badRequest('The customer belongs to another organisation than the user.')
}

const outside = (what: string) => `Your account looks after users of its own ${what} only.`
