import type {FastifyPluginAsync} from 'fastify'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {claimDevice} from '../../contract/wire/entities/device'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import {callerOf} from '../access/viewer'
import {toWire} from '../device/repository'
import {refusals} from '../http/failures/errors'
import type {RateLimits} from '../http/rateLimits'
import {serving} from '../http/serve'
import type {ClaimRepository} from './repository'

export interface ClaimOptions {
  claims: Pick<ClaimRepository, 'take'>
  rateLimits: Pick<RateLimits, 'pairingUser'>
  now: () => EpochMs
}

export const claimRoutes: FastifyPluginAsync<ClaimOptions> = async (app, {claims, rateLimits, now}) => {
  const guesses = createGrowingDelay(rateLimits.pairingUser, now)

  serving(app, 'device')(
    {
      ...claimDevice,
      description: "Gives a device that lets itself be claimed to the caller's customer.",
      refusals: {...refusals, 429: errorBody},
    },
    async request => {
      const caller = callerOf(request)
      const claimed = await countRefusals(guesses.begin(caller.userId), () => claims.take(caller, request.body))
      return toWire(claimed)
    },
  )
}
