import {isUtf8} from 'node:buffer'
import type {FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {DEVICE_BODY_BYTES} from '../../contract/limits'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceRef} from '../device/repository'
import {badRequest} from '../http/errors'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import type {TelemetryWriter} from '../telemetry/repository'
import {readAttributes, readTelemetry} from './payload'
import type {DeviceTokens} from './tokens'

export interface DeviceApiOptions {
  tokens: DeviceTokens
  telemetry: TelemetryWriter
  attributes: AttributeRepository
  rateLimits: Pick<RateLimits, 'device' | 'organisation'>
  now: () => EpochMs
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Only requests to the device API have it. */
    device: DeviceRef
  }
}

export const deviceApiRoutes: FastifyPluginAsyncZod<DeviceApiOptions> = async (app, options) => {
  const {tokens, telemetry, attributes, rateLimits, now} = options
  const devices = createRateLimiter(rateLimits.device)
  const organisations = createRateLimiter(rateLimits.organisation)

  // Devices often send a wrong content type (curl's default is a form), so every body is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', {parseAs: 'buffer'}, async (_request: FastifyRequest, body: Buffer) => body)
  app.decorateRequest('device')

  // The hook must be `onRequest`, which runs before the body is read. Otherwise a caller without a valid token could
  // make the server hold a megabyte.
  app.addHook<{Params: {accessToken: string}}>('onRequest', async (request, reply) => {
    const device = await tokens.find(request.params.accessToken)
    if (device === undefined) return reply.code(401).send()
    await devices.consume(device.id)
    await organisations.consume(device.organisationId)
    request.device = device
  })

  const route = {
    bodyLimit: DEVICE_BODY_BYTES,
    schema: {
      tags: ['device api'],
      params: z.object({accessToken: z.string()}),
      response: {200: z.void(), 400: errorBody, 401: z.void(), 413: errorBody, 429: errorBody, 503: errorBody},
    },
  }

  app.post('/api/v1/:accessToken/telemetry', route, async ({device, body}, reply) => {
    await telemetry.write(device, readTelemetry(asText(body), now()))
    return reply.code(200).send()
  })

  app.post('/api/v1/:accessToken/attributes', route, async ({device, body}, reply) => {
    await attributes.upsertClientAttributes(device, readAttributes(asText(body)))
    return reply.code(200).send()
  })
}

function asText(body: unknown): string {
  if (!(body instanceof Buffer)) throw badRequest('The body is empty.')
  if (!isUtf8(body)) throw badRequest('The body is not UTF-8.')
  return body.toString()
}
