import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {type EpochMs, errorBody, type Milliseconds} from '../../contract/wire/common'
import {pairDevice, pairing, pairingAnswer, pairNewDevice} from '../../contract/wire/player'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import {callerOf} from '../access/viewer'
import {type DeviceRepository, toWire} from '../device/repository'
import {notFound, refusals} from '../http/failures/errors'
import {untilClosed, type Waiting} from '../http/failures/waiting'
import {networkOf} from '../http/network'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import {hashToken} from '../http/secrets'
import {serving} from '../http/serve'
import type {PairingRepository} from './repository'

export interface PairingOptions {
  pairings: PairingRepository
  devices: Pick<DeviceRepository, 'create'>
  /** The access token of a device and its name; undefined when it has none. */
  accessOf(deviceId: string): Promise<{accessToken: string; name: string} | undefined>
  /** Called when the former access token of a device counts no longer. */
  onAccessEnded(deviceId: string): void
  /** Players that wait for their code to be typed in, by the hashes of their secrets. */
  waiting: Waiting<true>
  rateLimits: Pick<RateLimits, 'pairingAddress' | 'pairingUser'>
  now: () => EpochMs
}

/** A player that has waited on another server learns of its device when it asks again. */
const WAIT: Milliseconds = 20_000

export const pairingRoutes: FastifyPluginAsyncZod<PairingOptions> = async (app, options) => {
  const {pairings, devices, accessOf, onAccessEnded, waiting, rateLimits, now} = options
  const offers = createRateLimiter(rateLimits.pairingAddress)
  const guesses = createGrowingDelay(rateLimits.pairingUser, now)
  const schema = {tags: ['pairing']}

  app.post(
    '/api/v1/pairing',
    {
      config: {isAddition: true},
      schema: {
        ...schema,
        description: 'A code for a screen to show, and a secret by which it asks for its device.',
        response: {201: pairing, 429: errorBody},
      },
    },
    async (request, reply) => {
      await offers.consume(networkOf(request.ip))
      const {code, secret, expiresAt} = await pairings.offer()
      return reply.code(201).send({code, secret, expires_at: expiresAt})
    },
  )

  async function answerOf(secret: string) {
    const found = await pairings.find(secret)
    if (found === undefined) throw notFound('The code is not valid any more.')
    if (found.deviceId === null) return undefined
    const access = await accessOf(found.deviceId)
    if (access === undefined) throw notFound('The device has no access token any more.')
    return {access_token: access.accessToken, device_name: access.name}
  }

  app.get(
    '/api/v1/pairing/:secret',
    {
      config: {isAddition: true},
      exposeHeadRoute: false,
      schema: {
        ...schema,
        description: 'Waits until somebody has typed the code in, or until some time has passed (204).',
        params: z.object({secret: z.string()}),
        response: {200: pairingAnswer, 404: errorBody, 204: z.void(), 429: errorBody},
      },
    },
    async ({params: {secret}}, reply) => {
      // The wait begins before the first look, so that nothing is missed between the two.
      const paired = waiting.next(hashToken(secret), WAIT, untilClosed(reply))
      let answer = await answerOf(secret)
      if (answer === undefined) {
        await paired
        answer = await answerOf(secret)
      }
      return answer ?? reply.code(204).send()
    },
  )

  serving(app, 'pairing')(
    {
      ...pairDevice,
      description: 'Gives the device to the screen that shows the code.',
      refusals: {...refusals, 429: errorBody},
    },
    async request => {
      const caller = callerOf(request)
      const {code, replace = false} = request.body
      const {id} = request.params
      const player = await countRefusals(guesses.begin(caller.userId), () => pairings.pair(caller, id, {code, replace}))
      if (replace) onAccessEnded(id)
      waiting.notify(player, true)
    },
  )

  serving(app, 'pairing')(
    {
      ...pairNewDevice,
      description: 'Creates a device and gives it to the screen that shows the code.',
      refusals: {...refusals, 429: errorBody},
    },
    async request => {
      const caller = callerOf(request)
      const {code, ...body} = request.body
      // No device is created for a wrong code.
      await countRefusals(guesses.begin(caller.userId), () => pairings.requireShown(code))
      const created = await devices.create(caller, body)
      waiting.notify(await pairings.pair(caller, created.id, {code, replace: false}), true)
      return toWire(created)
    },
  )
}
