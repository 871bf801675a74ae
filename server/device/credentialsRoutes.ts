import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {credentialsBody, credentialsRemoval, deviceCredentials} from '../../contract/wire/device'
import {actorOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {type CredentialsRepository, toWire} from './credentials'

export interface CredentialsOptions {
  credentials: CredentialsRepository
  onCredentialsEnded: (deviceId: string) => void
}

export const credentialsRoutes: FastifyPluginAsyncZod<CredentialsOptions> = async (app, options) => {
  const {credentials, onCredentialsEnded} = options
  const url = '/api/v0/device/:id/credentials'
  const schema = {tags: ['device'], params: z.object({id})}

  app.get(url, {schema: {...schema, response: {200: deviceCredentials, ...refusals}}}, async ({viewer, params}) =>
    toWire(await credentials.find(viewer, params.id)),
  )

  app.post(
    url,
    {schema: {...schema, body: credentialsBody, response: {201: deviceCredentials, ...refusals}}},
    async (request, reply) => {
      const {viewer, params, body} = request
      const created = await credentials.create(viewer, actorOf(request), params.id, body)
      return reply.code(201).send(toWire(created))
    },
  )

  app.delete(
    url,
    {schema: {...schema, body: credentialsRemoval, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {viewer, params, body} = request
      await credentials.remove(viewer, actorOf(request), params.id, body?.credentials_value)
      onCredentialsEnded(params.id)
      return reply.code(204).send(null)
    },
  )
}
