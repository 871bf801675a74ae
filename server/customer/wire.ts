import type {CustomerWire} from '../../contract/customer'
import type {customer} from '../database/schema'

export type Customer = typeof customer.$inferSelect

export function toWire({id, organisationId, ...found}: Customer): CustomerWire {
  return {_id: id, organisation_id: organisationId, ...found}
}
