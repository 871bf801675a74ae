import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {apiKeyRevocation, apiKeys, issuedApiKey, newApiKey, newSystemApiKey} from '../../contract/wire/apiKey'
import {id} from '../../contract/wire/common'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {type ApiKeyRepository, toWire} from './repository'

/** These calls are additions to the specified ones. */
export const apiKeyRoutes: FastifyPluginAsyncZod<{keys: ApiKeyRepository}> = async (app, {keys}) => {
  const schema = {tags: ['api keys']}
  const params = z.object({id})

  app.get('/api/v0/api-key/system', {schema: {...schema, response: {200: apiKeys, ...refusals}}}, async () =>
    (await keys.list(null)).map(toWire),
  )

  app.post(
    '/api/v0/api-key/system',
    {schema: {...schema, body: newSystemApiKey, response: {201: issuedApiKey, ...refusals}}},
    async (request, reply) => {
      const {row, key} = await keys.issueForSystem(callerOf(request), request.body)
      return reply.code(201).send({...toWire(row), key})
    },
  )

  app.post(
    '/api/v0/api-key/system/revocation',
    {schema: {...schema, body: apiKeyRevocation, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await keys.revoke(callerOf(request), null, request.body.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/v0/api-key/by-org/:id',
    {schema: {...schema, params, response: {200: apiKeys, ...refusals}}},
    async ({params}) => (await keys.list(params.id)).map(toWire),
  )

  app.post(
    '/api/v0/api-key/by-org/:id',
    {schema: {...schema, params, body: newApiKey, response: {201: issuedApiKey, ...refusals}}},
    async (request, reply) => {
      const {row, key} = await keys.issue(callerOf(request), request.params.id, request.body)
      return reply.code(201).send({...toWire(row), key})
    },
  )

  app.delete(
    '/api/v0/api-key/by-org/:id/key/:keyId',
    {schema: {...schema, params: z.object({id, keyId: id}), response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await keys.revoke(callerOf(request), request.params.id, request.params.keyId)
      return reply.code(204).send(null)
    },
  )
}
