import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ownPasswordBody} from '../../contract/wire/account'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {countRefusals} from '../access/countRefusals'
import {createGrowingDelay} from '../access/growingDelay'
import {callerOf} from '../access/viewer'
import type {RateLimits} from '../http/rateLimits'
import type {OwnAccount} from './own'

export interface OwnAccountRoutesOptions {
  own: OwnAccount
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
  rateLimits: Pick<RateLimits, 'loginAccount'>
  now: () => EpochMs
}

/** What people change of their own account, for which they give their present password. */
export const ownAccountRoutes: FastifyPluginAsyncZod<OwnAccountRoutesOptions> = async (app, options) => {
  const {own, onMailQueued, onSessionEnded, rateLimits, now} = options
  // Somebody at an unlocked screen must not find out the password by trying.
  const attempts = createGrowingDelay(rateLimits.loginAccount, now)
  const refusals = {400: errorBody, 403: errorBody, 429: errorBody}

  app.put(
    '/api/v0/users/password',
    {schema: {tags: ['account'], body: ownPasswordBody, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {userId} = request.viewer
      const ended = await countRefusals(attempts.begin(userId), () =>
        own.changePassword(callerOf(request), request.body),
      )
      ended.forEach(onSessionEnded)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )
}
