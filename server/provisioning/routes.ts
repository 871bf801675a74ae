import type {FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {COMMAND_BYTES} from '../../contract/limits'
import {errorBody, id} from '../../contract/wire/common'
import {
  issuedProvisioningProfile,
  newProvisioningProfile,
  provisionAnswer,
  provisioningProfiles,
} from '../../contract/wire/provisioning'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {asText} from '../http/json'
import {type Provisioning, type ProvisioningRepository, toWire} from './repository'

/** These calls are additions to the specified ones. */
export const provisioningProfileRoutes: FastifyPluginAsyncZod<{profiles: ProvisioningRepository}> = async (
  app,
  {profiles},
) => {
  const schema = {tags: ['provisioning']}
  const params = z.object({id})

  app.get(
    '/api/v0/provisioning/by-org/:id',
    {schema: {...schema, params, response: {200: provisioningProfiles, ...refusals}}},
    async ({params}) => (await profiles.list(params.id)).map(toWire),
  )

  app.post(
    '/api/v0/provisioning/by-org/:id',
    {
      schema: {
        ...schema,
        params,
        body: newProvisioningProfile,
        response: {201: issuedProvisioningProfile, ...refusals},
      },
    },
    async (request, reply) => {
      const {row, secret} = await profiles.issue(callerOf(request), request.params.id, request.body)
      return reply.code(201).send({...toWire(row), secret})
    },
  )

  app.delete(
    '/api/v0/provisioning/by-org/:id/profile/:profileId',
    {schema: {...schema, params: z.object({id, profileId: id}), response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await profiles.revoke(callerOf(request), request.params.id, request.params.profileId)
      return reply.code(204).send(null)
    },
  )
}

export const provisionRoutes: FastifyPluginAsyncZod<{provisioning: Provisioning}> = async (app, {provisioning}) => {
  // Devices often send a wrong content type, so every body is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', {parseAs: 'buffer'}, async (_request: FastifyRequest, body: Buffer) => body)

  app.post(
    '/api/v1/provision',
    {
      bodyLimit: COMMAND_BYTES,
      schema: {
        tags: ['device api'],
        description:
          'A device registers itself with `deviceName`, `provisionDeviceKey` and `provisionDeviceSecret`, and gets its access ' +
          'token.',
        response: {200: provisionAnswer, 400: errorBody, 413: errorBody, 429: errorBody, 503: errorBody},
      },
    },
    ({body, ip}) => provisioning.provision(asText(body), ip),
  )
}
