import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ownEmailBody, ownPasswordBody} from '../../contract/wire/account'
import {errorBody} from '../../contract/wire/common'
import type {MailLimit} from '../access/mailLimit'
import {callerOf} from '../access/viewer'
import type {OwnAccount} from './own'

export interface OwnAccountRoutesOptions {
  own: OwnAccount
  onMailQueued: () => void
  onSessionEnded: (sessionId: string) => void
  mailLimit: MailLimit
}

/** What people change of their own account, for which they give their present password. */
export const ownAccountRoutes: FastifyPluginAsyncZod<OwnAccountRoutesOptions> = async (app, options) => {
  const {own, mailLimit, onMailQueued, onSessionEnded} = options
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
      mailLimit.count(request.body.email, request.ip)
      await own.askForEmail(callerOf(request), request.body)
      onMailQueued()
      return reply.code(204).send(null)
    },
  )
}
