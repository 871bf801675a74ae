import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {customer, customerChange, customerListQuery, newCustomerBody} from '../../contract/wire/customer'
import {pageOrList} from '../../contract/wire/list'
import type {IsOwnOrganisation} from '../access/reach'
import {actorOf} from '../access/viewer'
import {notFound, refusals} from '../http/errors'
import {forgetListQuery, listOnWire} from '../store/list'
import type {CustomerRepository} from './repository'
import {toWire} from './wire'

export interface CustomerOptions {
  customers: CustomerRepository
  isOwnOrganisation: IsOwnOrganisation
  additions: boolean
  onSessionEnded: (sessionId: string) => void
}

export const customerRoutes: FastifyPluginAsyncZod<CustomerOptions> = async (app, options) => {
  const {customers, isOwnOrganisation, additions, onSessionEnded} = options
  const schema = {tags: ['customer']}
  const params = z.object({id})
  if (!additions) app.addHook('preValidation', forgetListQuery)

  app.get(
    '/api/v0/customer/by-org/:id',
    {schema: {...schema, params, querystring: customerListQuery, response: {200: pageOrList(customer), ...refusals}}},
    async ({viewer, params, query}) => {
      if (!(await isOwnOrganisation(viewer, params.id))) throw notFound('Organisation not found.')
      return listOnWire(await customers.listVisible(viewer, params.id, query), toWire)
    },
  )

  app.get(
    '/api/v0/customer/:id',
    {schema: {...schema, params, response: {200: customer, ...refusals}}},
    async ({viewer, params}) => {
      const found = await customers.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('Customer not found.')
      const {counts, ...stored} = found
      return {...toWire(stored), ...(additions && {counts})}
    },
  )

  app.post(
    '/api/v0/customer',
    {schema: {...schema, body: newCustomerBody, response: {201: customer, ...refusals}}},
    async (request, reply) => {
      const created = await customers.create(request.viewer, actorOf(request), request.body)
      return reply.code(201).send(toWire(created))
    },
  )

  app.put(
    '/api/v0/customer/:id',
    {schema: {...schema, params, body: customerChange, response: {200: customer, ...refusals}}},
    async request => {
      const {viewer, params, body} = request
      return toWire(await customers.change(viewer, actorOf(request), params.id, body))
    },
  )

  app.delete(
    '/api/v0/customer/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {sessionIds} = await customers.remove(request.viewer, actorOf(request), request.params.id)
      sessionIds.forEach(onSessionEnded)
      return reply.code(204).send(null)
    },
  )
}
