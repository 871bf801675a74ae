import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {ownSessionRef, ownSessions} from '../../contract/wire/session'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import type {OwnSession, OwnSessions} from './ownSessions'

export interface OwnSessionRoutesOptions {
  own: OwnSessions
  onSessionEnded: (sessionId: string) => void
}

const PATH = '/api/v0/users/sessions'

/** Where people are signed in, and how they end that. These calls are additions to the specified ones. */
export const ownSessionRoutes: FastifyPluginAsyncZod<OwnSessionRoutesOptions> = async (app, {own, onSessionEnded}) => {
  const schema = {tags: ['auth']}

  app.get(PATH, {schema: {...schema, response: {200: ownSessions}}}, async ({viewer}) =>
    (await own.list(viewer.userId)).map(session => toWire(session, viewer.sessionId)),
  )

  app.post(
    `${PATH}/end`,
    {schema: {...schema, body: ownSessionRef, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      const {id} = request.body
      await own.end(callerOf(request), id)
      onSessionEnded(id)
      return reply.code(204).send(null)
    },
  )

  app.post(`${PATH}/end-others`, {schema: {...schema, response: {204: z.null()}}}, async (request, reply) => {
    const ended = await own.endOthers(callerOf(request))
    ended.forEach(onSessionEnded)
    return reply.code(204).send(null)
  })
}

const toWire = ({id, address, userAgent, createdAt, lastSeenAt}: OwnSession, currentId: string) => ({
  ...{id, address},
  user_agent: userAgent,
  created_at: createdAt,
  last_seen_at: lastSeenAt,
  is_current: id === currentId,
})
