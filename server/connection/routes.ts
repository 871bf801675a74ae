import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {type EpochMs, id} from '../../contract/wire/common'
import {deviceConnection} from '../../contract/wire/connection'
import {refusals} from '../http/errors'
import type {ConnectionRepository} from './repository'
import {connectionAt} from './state'

export interface ConnectionOptions {
  connections: Pick<ConnectionRepository, 'read'>
  now: () => EpochMs
}

/** This call is an addition to the specified ones. */
export const connectionRoutes: FastifyPluginAsyncZod<ConnectionOptions> = async (app, {connections, now}) => {
  app.get(
    '/api/v0/device/:id/connection',
    {schema: {tags: ['device'], params: z.object({id}), response: {200: deviceConnection, ...refusals}}},
    async ({params}) => connectionAt(await connections.read(params.id), now()),
  )
}
