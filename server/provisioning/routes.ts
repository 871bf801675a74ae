import type {FastifyPluginAsync, FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {COMMAND_BYTES} from '../../contract/limits'
import {errorBody} from '../../contract/wire/common'
import {
  issueProvisioningProfile,
  listProvisioningProfiles,
  provisionAnswer,
  revokeProvisioningProfile,
} from '../../contract/wire/entities/provisioning'
import {callerOf} from '../access/viewer'
import {asText} from '../http/json'
import {serving} from '../http/serve'
import {type Provisioning, type ProvisioningRepository, toWire} from './repository'

export const provisioningProfileRoutes: FastifyPluginAsync<{profiles: ProvisioningRepository}> = async (
  app,
  {profiles},
) => {
  const serve = serving(app, 'provisioning')

  serve(listProvisioningProfiles, async ({params}) => (await profiles.list(params.id)).map(toWire))

  serve(issueProvisioningProfile, async request => {
    const {row, secret} = await profiles.issue(callerOf(request), request.params.id, request.body)
    return {...toWire(row), secret}
  })

  serve(revokeProvisioningProfile, request =>
    profiles.revoke(callerOf(request), request.params.id, request.params.profileId),
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
