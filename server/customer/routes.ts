import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody, id} from '../../contract/common'
import {type CustomerWire, customer} from '../../contract/customer'
import {notFound} from '../http/errors'
import type {IsOwnOrganisation} from '../http/reach'
import type {Customer, CustomerRepository} from './repository'

export interface CustomerOptions {
  customers: CustomerRepository
  isOwnOrganisation: IsOwnOrganisation
}

export const customerRoutes: FastifyPluginAsyncZod<CustomerOptions> = async (app, {customers, isOwnOrganisation}) => {
  const params = z.object({id})

  app.get(
    '/api/v0/customer/by-org/:id',
    {schema: {tags: ['customer'], params, response: {200: z.array(customer), 404: errorBody}}},
    async ({viewer, params}) => {
      if (!(await isOwnOrganisation(viewer, params.id))) throw notFound('Organisation not found.')
      return (await customers.listVisible(viewer, params.id)).map(toWire)
    },
  )

  app.get(
    '/api/v0/customer/:id',
    {schema: {tags: ['customer'], params, response: {200: customer, 404: errorBody}}},
    async ({viewer, params}) => {
      const found = await customers.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('Customer not found.')
      return toWire(found)
    },
  )
}

function toWire({id, organisationId, ...found}: Customer): CustomerWire {
  return {_id: id, organisation_id: organisationId, ...found}
}
