import type {FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  ATTRIBUTES_BYTES,
  ATTRIBUTES_OF_ENTITY,
  COMMAND_BYTES,
  DEVICE_BODY_BYTES,
  KEYS_OF_DEVICE,
} from '../../contract/limits'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {attributeUpdates, type PlayerPlaylistWire, playerPlaylist} from '../../contract/wire/player'
import type {EntityRef} from '../access/reach'
import type {AttributeRepository} from '../attribute/repository'
import type {DeviceClaims} from '../claim/repository'
import type {DeviceCommands} from '../command/repository'
import type {DeviceRef} from '../device/repository'
import {notFound} from '../http/failures/errors'
import {untilClosed} from '../http/failures/waiting'
import {asText, readAnyJson} from '../http/json'
import type {RateLimits} from '../http/rateLimits'
import type {Accepting} from './accepting'
import {requestedAttributes} from './attributes'
import {answerClientCall, readClientCall, sessionLimits} from './clientCalls'
import type {CommandPolls} from './commandPolls'
import {refuseEarlier} from './players'
import {type PlaylistOptions, playlistOf} from './playlist'
import {type AttributePolls, deviceDeleted, timeout} from './polls'
import type {DeviceTokens} from './tokens'

export interface DeviceApiOptions extends PlaylistOptions, CommandRouteOptions {
  tokens: DeviceTokens
  /** Whether another player has taken the device over, with a token of its own. */
  isReplaced(accessToken: string): Promise<boolean>
  accepting: Accepting
  attributes: AttributeRepository
  polls: AttributePolls
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Only requests to the device API have it. */
    device: DeviceRef
  }
}

export const deviceApiRoutes: FastifyPluginAsyncZod<DeviceApiOptions> = async (app, options) => {
  const {tokens, isReplaced, accepting, attributes, polls} = options

  const refusalOf = async (accessToken: string) => ((await isReplaced(accessToken)) ? 410 : 401)

  // Devices often send a wrong content type (curl's default is a form), so every body is read as JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', {parseAs: 'buffer'}, async (_request: FastifyRequest, body: Buffer) => body)
  app.decorateRequest('device')

  // The hook must be `onRequest`, which runs before the body is read. Otherwise a caller without a valid token could
  // make the server hold a megabyte.
  app.addHook<{Params: {accessToken: string}}>('onRequest', async (request, reply) => {
    const device = await tokens.find(request.params.accessToken, request.ip)
    if (device === undefined) return reply.code(await refusalOf(request.params.accessToken)).send()
    await accepting.admit(device)
    request.device = device
  })

  const refusals = {400: errorBody, 401: z.void(), 410: z.void(), 413: errorBody, 429: errorBody, 503: errorBody}
  const schema = {tags: ['device api'], params: z.object({accessToken: z.string()})}
  const querystring = z.object({player: z.optional(z.string())})
  const route = {
    bodyLimit: DEVICE_BODY_BYTES,
    schema: {...schema, querystring, response: {200: z.void(), 409: errorBody, ...refusals}},
  }

  const valuesRoute = {
    ...route,
    schema: {
      ...route.schema,
      description:
        'Answers when all values are on the disk. Of a message of more than 250 values that is refused, the first ones may ' +
        'be there; storing them again changes nothing. ' +
        `A device has at most ${KEYS_OF_DEVICE} keys in all.`,
    },
    // A device that has used up its values is refused before the body is read.
    onRequest: ({device}: FastifyRequest) => accepting.refuseUsedUp(device),
  }

  app.post('/api/v1/:accessToken/telemetry', valuesRoute, async ({device, query, body}, reply) => {
    await refuseEarlier(device, query.player, options)
    await accepting.inTurn(device.id, turn => turn.telemetry(device, body))
    return reply.code(200).send()
  })

  app.post(
    '/api/v1/:accessToken/attributes',
    {...route, schema: {...route.schema, description: ATTRIBUTE_BOUNDS}},
    async ({device, query, body}, reply) => {
      await refuseEarlier(device, query.player, options)
      await accepting.inTurn(device.id, turn => turn.attributes(device, body))
      return reply.code(200).send()
    },
  )

  app.get(
    '/api/v1/:accessToken/attributes',
    {schema: {...schema, querystring: attributesQuery, response: {200: attributesAnswer, ...refusals}}},
    async ({device, query}) => requestedAttributes(await attributes.list(refOf(device)), query),
  )

  app.get(
    '/api/v1/:accessToken/attributes/updates',
    {
      schema: {
        ...schema,
        description:
          'Waits until a shared attribute of the device changes or is deleted, or until `timeout` (ms) has passed (408).',
        querystring: updatesQuery,
        response: {200: attributeUpdates, 403: errorBody, 408: z.void(), ...refusals},
      },
    },
    async ({device, params, query, ip}, reply) => {
      const outcome = await polls.wait(device.id, query.timeout, untilClosed(reply))
      if (outcome.kind === 'deviceDeleted') throw deviceDeleted()
      // Another server may have revoked the token in the meantime.
      if ((await tokens.find(params.accessToken, ip)) === undefined) return reply.code(401).send()
      return outcome.kind === 'timedOut' ? reply.code(408).send() : outcome.updates
    },
  )

  addCommandRoutes(app, options, {schema, refusals})
  for (const kind of ['firmware', 'software'] as const) {
    app.get(
      `/api/v1/:accessToken/${kind}`,
      {schema: {...schema, description: 'No files are stored for devices.', response: {404: errorBody, ...refusals}}},
      async () => {
        throw notFound(`There is no ${kind} for the device.`)
      },
    )
  }

  app.get(
    '/api/v1/:accessToken/playlist',
    {
      config: {isAddition: true},
      schema: {
        ...schema,
        description:
          'What a screen is to play, in this order. The addresses are signed for the device. With a `revision`, it waits ' +
          'until the list has another one or the fallback may be another, or until `timeout` (ms) has passed; with the id ' +
          'of an `emergency`, empty for none, until there is another emergency, too.',
        querystring: playlistQuery,
        response: {200: playerPlaylist, 403: errorBody, ...refusals},
      },
    },
    async ({device, params, query, ip}, reply) => {
      const {revision, emergency, timeout} = query
      if (revision === undefined) return playlistOf(device, options)
      // It listens before it looks, so that no change comes between.
      const waiting = polls.waitForPlaylist(device, timeout, untilClosed(reply))
      const list = await Promise.race([playlistOf(device, options), waiting.then(() => undefined)])
      if (list !== undefined && (list.revision !== revision || isOther(list, emergency))) return list
      if ((await waiting).kind === 'deviceDeleted') throw deviceDeleted()
      if ((await tokens.find(params.accessToken, ip)) === undefined) {
        return reply.code(await refusalOf(params.accessToken)).send()
      }
      return playlistOf(device, options)
    },
  )
}

const ATTRIBUTE_BOUNDS = `A device has at most ${ATTRIBUTES_OF_ENTITY} attributes, which take at most ${ATTRIBUTES_BYTES} bytes (413).`

const attributesQuery = z.object({clientKeys: z.optional(z.string()), sharedKeys: z.optional(z.string())})
const values = z.record(z.string(), z.unknown())
const attributesAnswer = z.object({client: z.optional(values), shared: z.optional(values)})
const updatesQuery = z.object({timeout})
const playlistQuery = z.object({
  timeout,
  revision: z.optional(z.coerce.number()),
  emergency: z.optional(z.string().check(z.maxLength(100))),
})

/** Whether there is another emergency than the screen knows. Older players know of none. */
const isOther = ({emergency}: PlayerPlaylistWire, known: string | undefined): boolean =>
  known !== undefined && known !== (emergency?.id ?? '')

const refOf = ({id}: DeviceRef): EntityRef => ({entityType: 'device', entityId: id})

interface CommandRouteOptions {
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
  refusals: Record<400 | 413 | 429 | 503, typeof errorBody> & Record<401 | 410, z.ZodMiniVoid>
}

type App = Parameters<FastifyPluginAsyncZod>[0]

/** Commands to the device of the token in the path, and its requests to the server: ThingsBoard's RPC. */
function addCommandRoutes(app: App, options: CommandRouteOptions, {schema, refusals}: Shared) {
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
