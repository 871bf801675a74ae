import {lockEntities, lockOwnOrganisation} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest, notFound} from '../http/failures/errors'

/** Locks the organisation of a new entity until the transaction ends. Throws 404 unless it is the viewer's own. */
export async function holdOrganisation(transaction: Transaction, viewer: Viewer, id: string) {
  const held = await lockOwnOrganisation(transaction, viewer, id)
  if (held === undefined) throw notFound('Organisation not found.')
  return held
}

/**
 * Locks the customer of an entity until the transaction ends. Throws 400 unless the customer is within reach and in the
 * same organisation.
 */
export async function holdCustomer(transaction: Transaction, viewer: Viewer, id: string, organisationId: string) {
  const held = await lockEntities(transaction, viewer, 'customer', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest(NO_CUSTOMER)
}

export const NO_CUSTOMER = 'customer_id: there is no such customer in the organisation'
