import type {NewOrganisationBody, OrganisationChange, OrganisationWire} from '../../contract/wire/organisation'
import type {organisation} from '../database/schema'

export type Organisation = typeof organisation.$inferSelect

export function toWire({id, additionalInfo, ...found}: Organisation): OrganisationWire {
  return {_id: id, additional_info: additionalInfo, ...found}
}

export function valuesOf<Body extends NewOrganisationBody | Omit<OrganisationChange, 'version'>>({
  additional_info,
  ...body
}: Body) {
  return {...body, additionalInfo: additional_info}
}
