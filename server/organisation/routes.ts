import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {pageOrList} from '../../contract/wire/list'
import {
  newOrganisationBody,
  type OrganisationWire,
  organisation,
  organisationChange,
  organisationListQuery,
} from '../../contract/wire/organisation'
import {actorOf} from '../access/viewer'
import {notFound, refusals} from '../http/errors'
import {forgetListQuery, listOnWire} from '../store/list'
import type {CountedOrganisation, OrganisationRepository} from './repository'
import {toWire} from './wire'

export interface OrganisationOptions {
  organisations: OrganisationRepository
  additions: boolean
  onSessionEnded: (sessionId: string) => void
  /** It is waited for: after the answer nobody may get more of the devices. */
  onDevicesRemoved: (deviceIds: string[]) => Promise<void>
}

export const organisationRoutes: FastifyPluginAsyncZod<OrganisationOptions> = async (app, options) => {
  const {organisations, additions, onSessionEnded, onDevicesRemoved} = options
  const schema = {tags: ['organisation']}
  const params = z.object({id})
  if (!additions) app.addHook('preValidation', forgetListQuery)

  function withCounts({counts, ...found}: CountedOrganisation): OrganisationWire {
    return {...toWire(found), ...(additions && {counts})}
  }

  app.get(
    '/api/v0/organisation',
    {schema: {...schema, querystring: organisationListQuery, response: {200: pageOrList(organisation), ...refusals}}},
    async ({viewer, query}) => listOnWire(await organisations.list(viewer, query), withCounts),
  )

  app.get(
    '/api/v0/organisation/:id',
    {schema: {...schema, params, response: {200: organisation, ...refusals}}},
    async ({viewer, params}) => {
      const found = await organisations.find(viewer, params.id)
      if (found === undefined) throw notFound('Organisation not found.')
      return withCounts(found)
    },
  )

  app.post(
    '/api/v0/organisation',
    {schema: {...schema, body: newOrganisationBody, response: {201: organisation, ...refusals}}},
    async (request, reply) => {
      const created = await organisations.create(actorOf(request), request.body)
      return reply.code(201).send(toWire(created))
    },
  )

  app.put(
    '/api/v0/organisation/:id',
    {schema: {...schema, params, body: organisationChange, response: {200: organisation, ...refusals}}},
    async request => {
      const {viewer, params, body} = request
      return toWire(await organisations.change(viewer, actorOf(request), params.id, body))
    },
  )

  app.delete(
    '/api/v0/organisation/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const removed = await organisations.remove(request.viewer, actorOf(request), request.params.id)
      removed.sessionIds.forEach(onSessionEnded)
      await onDevicesRemoved(removed.deviceIds)
      return reply.code(204).send(null)
    },
  )
}
