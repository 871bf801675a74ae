import {lockEntities, lockEntity} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest, noSuch} from '../http/failures/errors'

/**
 * Locks the organisation that a secret is issued for, so that no other one of it is issued or revoked in the meantime.
 * Returns it for the audit trail. Throws 404 when it has been removed.
 */
export async function holdIssuer(transaction: Transaction, caller: Caller, organisationId: string) {
  const ref = {entityType: 'organisation', entityId: organisationId} as const
  const held = await lockEntity(transaction, caller, ref, 'no key update')
  if (held === undefined) throw noSuch('organisation')
  return {...ref, entityName: held.name, organisationId}
}

/** Locks the customer of a secret. Throws 400 when the organisation has no such customer. */
export async function requireCustomer(transaction: Transaction, caller: Caller, id: string, organisationId: string) {
  const [held] = await lockEntities(transaction, caller, 'customer', {ids: [id], organisationId})
  if (held === undefined) throw badRequest('The organisation has no such customer.')
}
