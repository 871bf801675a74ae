import type {FastifyPluginAsync} from 'fastify'
import {customer, customerChange, customerListQuery, newCustomerBody} from '../../contract/wire/entities/customer'
import {entityRoutes} from '../store/routes'
import {type CustomerRepository, toWire} from './repository'

export interface CustomerOptions {
  customers: CustomerRepository
  additions: boolean
}

export const customerRoutes: FastifyPluginAsync<CustomerOptions> = async (app, {customers, additions}) =>
  entityRoutes(
    app,
    {
      kind: 'customer',
      wire: customer,
      newBody: newCustomerBody,
      change: customerChange,
      listQuery: customerListQuery,
      isListedByOrganisation: true,
      toWire,
    },
    {store: customers, additions},
  )
