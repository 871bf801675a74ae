import type {FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody, id} from '../../contract/common'
import {currentUser, user} from '../../contract/user'
import {newUserBody, userChange} from '../../contract/userChange'
import {notFound, unauthorised} from '../http/errors'
import type {IsOwnOrganisation} from '../http/reach'
import {actorOf} from '../http/viewer'
import type {Admin, UserAdministration} from './administration'
import {toCurrentUser, toUser, type UserRepository} from './repository'

export interface UserOptions {
  users: UserRepository
  administration: UserAdministration
  isOwnOrganisation: IsOwnOrganisation
  /** What `toCurrentUser` asks for. */
  additions: boolean
}

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (app, options) => {
  const {users, administration, isOwnOrganisation, additions} = options
  const params = z.object({id})
  const schema = {tags: ['user']}
  const refusals = {400: errorBody, 403: errorBody, 404: errorBody, 409: errorBody}

  app.get('/api/v0/user', {schema: {...schema, response: {200: currentUser, 401: errorBody}}}, async ({viewer}) => {
    const found = await users.find(viewer.userId)
    if (found === undefined) throw unauthorised()
    return toCurrentUser(found, additions)
  })

  app.get(
    '/api/v0/user/by-org/:id',
    {schema: {...schema, params, response: {200: z.array(user), 404: errorBody}}},
    async ({viewer, params}) => {
      if (!(await isOwnOrganisation(viewer, params.id))) throw notFound('Organisation not found.')
      return (await users.listVisible(viewer, params.id)).map(toUser)
    },
  )

  app.get(
    '/api/v0/user/:id',
    {schema: {...schema, params, response: {200: user, 404: errorBody}}},
    async ({viewer, params}) => {
      const found = await users.findVisible(viewer, params.id)
      if (found === undefined) throw notFound('User not found.')
      return toUser(found)
    },
  )

  app.post(
    '/api/v0/user/register',
    {schema: {...schema, body: newUserBody, response: {201: user, ...refusals}}},
    async (request, reply) => {
      const created = await administration.create(adminOf(request), request.body)
      return reply.code(201).send(toUser(created))
    },
  )

  app.put(
    '/api/v0/user/:id',
    {schema: {...schema, params, body: userChange, response: {200: user, ...refusals}}},
    async request => toUser(await administration.change(adminOf(request), request.params.id, request.body)),
  )

  app.delete(
    '/api/v0/user/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await administration.change(adminOf(request), request.params.id, {userDeleted: true})
      return reply.code(204).send(null)
    },
  )
}

const adminOf = (request: FastifyRequest): Admin => ({viewer: request.viewer, actor: actorOf(request)})
