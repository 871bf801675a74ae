import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ownEmailBody, ownPasswordBody} from '../../contract/wire/account'
import {type EpochMs, errorBody} from '../../contract/wire/common'
import {createMailLimit} from '../access/mailLimit'
import {callerOf} from '../access/viewer'
import type {RateLimits} from '../http/rateLimits'
import type {OwnAccount} from './own'

export interface OwnAccountRoutesOptions {
  own: OwnAccount
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
  rateLimits: Pick<RateLimits, 'resetAccount' | 'resetAddress'>
  now: () => EpochMs
}

/** What people change of their own account, for which they give their present password. */
export const ownAccountRoutes: FastifyPluginAsyncZod<OwnAccountRoutesOptions> = async (app, options) => {
  const {own, onMailQueued, onSessionEnded, rateLimits, now} = options
  const mails = createMailLimit({inboxLimit: rateLimits.resetAccount, addressLimit: rateLimits.resetAddress, now})
  const response = {204: z.null(), 400: errorBody, 403: errorBody, 429: errorBody}

  app.put(
    '/api/v0/users/password',
    {schema: {tags: ['account'], body: ownPasswordBody, response}},
    async (request, reply) => {
      const ended = await own.changePassword(callerOf(request), request.body)
      ended.forEach(onSessionEnded)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/api/v0/users/email',
    {schema: {tags: ['account'], body: ownEmailBody, response}},
    async (request, reply) => {
      mails.count(request.body.email, request.ip)
      await own.askForEmail(callerOf(request), request.body)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )
}
