import type {FastifyPluginAsync} from 'fastify'
import {organisationCalls} from '../../contract/wire/entities/organisation'
import {serveEntity} from '../store/routes'
import {type OrganisationRepository, toWire} from './repository'

export interface OrganisationOptions {
  organisations: OrganisationRepository
}

export const organisationRoutes: FastifyPluginAsync<OrganisationOptions> = async (app, {organisations}) =>
  serveEntity(app, {kind: 'organisation', calls: organisationCalls, toWire}, {store: organisations})
