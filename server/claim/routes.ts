import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import type {EpochMs} from '../../contract/wire/common'
import {errorBody} from '../../contract/wire/common'
import {claimBody, device} from '../../contract/wire/entities/device'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import {callerOf} from '../access/viewer'
import {toWire} from '../device/repository'
import {refusals} from '../http/failures/errors'
import type {RateLimits} from '../http/rateLimits'
import type {ClaimRepository} from './repository'

export interface ClaimOptions {
  claims: Pick<ClaimRepository, 'take'>
  rateLimits: Pick<RateLimits, 'pairingUser'>
  now: () => EpochMs
}

/** This call is an addition to the specified ones. */
export const claimRoutes: FastifyPluginAsyncZod<ClaimOptions> = async (app, {claims, rateLimits, now}) => {
  const guesses = createGrowingDelay(rateLimits.pairingUser, now)

  app.post(
    '/api/v0/device/claim',
    {
      schema: {
        tags: ['device'],
        description: "Gives a device that lets itself be claimed to the caller's customer.",
        body: claimBody,
        response: {200: device, 429: errorBody, ...refusals},
      },
    },
    async request => {
      const caller = callerOf(request)
      const claimed = await countRefusals(guesses.begin(caller.userId), () => claims.take(caller, request.body))
      return toWire(claimed)
    },
  )
}
