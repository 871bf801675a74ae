import type {CustomerWire} from '../../contract/wire/customer'
import type {customer} from '../database/schema'

export type Customer = typeof customer.$inferSelect

export function toWire({id, organisationId, ...found}: Customer): CustomerWire {
  return {_id: id, organisation_id: organisationId, ...found}
}
