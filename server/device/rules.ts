import type {NewDeviceBody} from '../../contract/wire/entities/device'
import {REACH} from '../access/access'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {forbidden} from '../http/failures/errors'
import {holdCustomer, holdOrganisation} from '../store/place'

/** The organisation of a device, and its customer, if any. */
interface Place {
  organisationId: string
  customerId: string | null
}

/**
 * Locks the organisation and customer of a new device until the transaction ends. Throws 404 for an organisation that
 * is not the admin's, and 400 for a customer of another organisation.
 */
export async function lockParent(
  transaction: Transaction,
  admin: Viewer,
  {organisation_id: organisationId, customer_id}: Pick<NewDeviceBody, 'organisation_id' | 'customer_id'>,
): Promise<Place> {
  await holdOrganisation(transaction, admin, organisationId)
  const customerId = customer_id ?? ownCustomer(admin)
  if (customerId !== null) await holdCustomer(transaction, admin, customerId, organisationId)
  return {organisationId, customerId}
}

/** The customer of a new device whose body names none: the admin's own customer if the admin is bound to one. */
export function ownCustomer(admin: Viewer): string | null {
  if (!isBoundToCustomer(admin)) return null
  if (admin.customerId === null) throw outsideCustomer()
  return admin.customerId
}

/** Throws 403 when the device would leave the admin's reach, and 400 for a customer of another organisation. */
export async function requireCustomer(transaction: Transaction, admin: Viewer, {organisationId, customerId}: Place) {
  if (customerId !== null) await holdCustomer(transaction, admin, customerId, organisationId)
  else if (isBoundToCustomer(admin)) throw outsideCustomer()
}

const isBoundToCustomer = ({authority}: Viewer): boolean => REACH.device[authority] === 'customer'

const outsideCustomer = () => forbidden('Your account looks after devices of its own customer only.')
