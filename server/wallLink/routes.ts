import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {issuedWallLink, newWallLink, shownWall, wallLinks} from '../../contract/wire/wallLink'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import {toWire, type WallLinkRepository} from './repository'

/** These calls are additions to the specified ones. */
export const wallLinkRoutes: FastifyPluginAsyncZod<{links: WallLinkRepository}> = async (app, {links}) => {
  const schema = {tags: ['wall']}
  const params = z.object({id})

  app.get(
    '/api/v0/wall-link/by-org/:id',
    {schema: {...schema, params, response: {200: wallLinks, ...refusals}}},
    async ({params}) => (await links.list(params.id)).map(toWire),
  )

  app.post(
    '/api/v0/wall-link/by-org/:id',
    {schema: {...schema, params, body: newWallLink, response: {201: issuedWallLink, ...refusals}}},
    async (request, reply) => {
      const {link, token} = await links.issue(callerOf(request), request.params.id, request.body)
      return reply.code(201).send({...toWire(link), token})
    },
  )

  app.delete(
    '/api/v0/wall-link/by-org/:id/link/:linkId',
    {schema: {...schema, params: z.object({id, linkId: id}), response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await links.revoke(callerOf(request), request.params.id, request.params.linkId)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/v0/wall-link/wall',
    {schema: {...schema, response: {200: shownWall, ...refusals}}},
    async ({viewer}) => ({wall: await links.wallOf(viewer.userId)}),
  )
}
