import type {FastifyPluginAsync} from 'fastify'
import {customerCalls} from '../../contract/wire/entities/customer'
import {serveEntity} from '../store/routes'
import {type CustomerRepository, toWire} from './repository'

export interface CustomerOptions {
  customers: CustomerRepository
}

export const customerRoutes: FastifyPluginAsync<CustomerOptions> = async (app, {customers}) =>
  serveEntity(app, {kind: 'customer', calls: customerCalls, toWire}, {store: customers})
