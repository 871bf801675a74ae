import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {COMMAND_BYTES} from '../../contract/limits'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import type {DeviceClaims} from '../claim/repository'
import type {DeviceCommands} from '../command/repository'
import {untilClosed} from '../http/failures/waiting'
import {asText, readAnyJson} from '../http/json'
import type {RateLimits} from '../http/rateLimits'
import {answerClientCall, readClientCall, sessionLimits} from './clientCalls'
import type {CommandPolls} from './commandPolls'
import {deviceDeleted, timeout} from './polls'
import type {DeviceTokens} from './tokens'

export interface CommandRouteOptions {
  tokens: DeviceTokens
  commands: Pick<DeviceCommands, 'answer'>
  claims: Pick<DeviceClaims, 'offer'>
  commandPolls: CommandPolls
  rateLimits: Pick<RateLimits, 'device' | 'deviceValues'>
  now: () => EpochMs
}

/** The common parts of the calls of devices. */
interface Shared {
  schema: {tags: string[]; params: z.ZodMiniObject<{accessToken: z.ZodMiniString}>}
  refusals: Record<400 | 413 | 429 | 503, typeof errorBody> & {401: z.ZodMiniVoid}
}

type App = Parameters<FastifyPluginAsyncZod>[0]

/** Commands to the device of the token in the path, and its requests to the server: ThingsBoard's RPC. */
export function addCommandRoutes(app: App, options: CommandRouteOptions, {schema, refusals}: Shared) {
  const {tokens, commands, claims, commandPolls, rateLimits, now} = options
  const limits = sessionLimits(rateLimits)
  const url = '/api/v1/:accessToken/rpc'

  app.get(
    url,
    {
      schema: {
        ...schema,
        description: 'Waits for a command to the device, or until `timeout` (ms) has passed (408).',
        querystring: z.object({timeout}),
        response: {200: request, 403: errorBody, 408: z.void(), ...refusals},
      },
    },
    async ({device, params: {accessToken}, query, ip}, reply) => {
      const closed = untilClosed(reply)
      const outcome = await commandPolls.wait(device.id, query.timeout, closed)
      if (outcome.kind === 'deviceDeleted') throw deviceDeleted()
      const {delivered} = outcome.kind === 'commanded' ? outcome : {delivered() {}}
      try {
        // Another server may have revoked the token in the meantime.
        if ((await tokens.find(accessToken, ip)) === undefined) {
          delivered(false)
          return reply.code(401).send()
        }
      } catch (error) {
        delivered(false)
        throw error
      }
      if (outcome.kind === 'timedOut') return reply.code(408).send()
      if (closed.aborted) delivered(false)
      reply.raw.once('finish', () => delivered(true)).once('close', () => delivered(false))
      const {number, method, params} = outcome.request
      return {id: number, method, params}
    },
  )

  app.post(
    `${url}/:requestId`,
    {
      bodyLimit: COMMAND_BYTES,
      schema: {
        ...schema,
        description: "The device's answer to a command. One that nobody waits for is taken and forgotten.",
        params: z.extend(schema.params, {requestId: z.coerce.number().check(z.int32())}),
        response: {200: z.void(), ...refusals},
      },
    },
    async ({device, params, body}, reply) => {
      await commands.answer(device.id, params.requestId, readAnyJson(asText(body)))
      return reply.code(200).send()
    },
  )

  app.post(
    url,
    {
      bodyLimit: COMMAND_BYTES,
      schema: {
        ...schema,
        description:
          'What a device asks of the server: `getSessionLimits` or `getTime` (ms since 1970). Other methods are answered with ' +
          'an error.',
        response: {200: z.unknown(), ...refusals},
      },
    },
    async ({body}) => answerClientCall(readClientCall(asText(body)), {limits, now}),
  )

  app.post(
    '/api/v1/:accessToken/claim',
    {
      bodyLimit: COMMAND_BYTES,
      schema: {
        ...schema,
        description:
          'The device lets itself be claimed, by who knows its name and `secretKey`, for `durationMs` (a day unless it says so).',
        response: {200: z.void(), 403: errorBody, ...refusals},
      },
    },
    async ({device, body}, reply) => {
      await claims.offer(device, body instanceof Buffer ? asText(body) : '')
      return reply.code(200).send()
    },
  )
}

const request = z.object({id: z.number(), method: z.string(), params: z.unknown()})
