import type {FastifyPluginAsync} from 'fastify'
import {
  newOrganisationBody,
  organisation,
  organisationChange,
  organisationListQuery,
} from '../../contract/wire/entities/organisation'
import {entityRoutes} from '../store/routes'
import {type OrganisationRepository, toWire} from './repository'

export interface OrganisationOptions {
  organisations: OrganisationRepository
  additions: boolean
}

export const organisationRoutes: FastifyPluginAsync<OrganisationOptions> = async (app, {organisations, additions}) =>
  entityRoutes(
    app,
    {
      kind: 'organisation',
      wire: organisation,
      newBody: newOrganisationBody,
      change: organisationChange,
      listQuery: organisationListQuery,
      toWire,
    },
    {store: organisations, additions},
  )
