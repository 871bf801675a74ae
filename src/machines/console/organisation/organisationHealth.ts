import type {Health} from '../../../domain/console/health'
import {textsOf} from '../../../domain/language'
import {createResource, type ResourceLogic, type ResourceRef} from '../../resource'

export const organisationHealthTexts = textsOf('machines.organisationHealth', {
  unloaded: 'How the organisation is doing could not be loaded.',
})

export interface HealthQuestion {
  organisationId: string
}

/** Shows the state of an organisation: its devices by status, and the last actions. */
export const organisationHealthMachine = createResource<Health, HealthQuestion>({
  id: 'organisationHealth',
  texts: organisationHealthTexts,
  pause: () => 60_000,
})

export type OrganisationHealthLogic = ResourceLogic<Health, HealthQuestion>
export type OrganisationHealthRef = ResourceRef<Health, HealthQuestion>
