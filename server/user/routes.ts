import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody, id} from '../../contract/wire/common'
import {pageOrList} from '../../contract/wire/list'
import {type CurrentUserWire, currentUser, user, userListQuery} from '../../contract/wire/people/user'
import {newUserBody, userChange} from '../../contract/wire/people/userChange'
import {callerOf, type Viewer} from '../access/viewer'
import {noSuch, notFound, refusals, unauthorised} from '../http/failures/errors'
import {setEchoesAside} from '../store/echo'
import {forgetListQuery, listOnWire} from '../store/list'
import type {UserAdministration} from './administration'
import {toCurrentUser, toUser, type UserRepository} from './repository'

export interface UserOptions {
  users: UserRepository
  administration: UserAdministration
  /** A screen with a wall link, as a user of a kind of its own. */
  findWall: (linkId: string) => Promise<CurrentUserWire | undefined>
  additions: boolean
}

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (app, options) => {
  const {users, administration, findWall, additions} = options
  const params = z.object({id})
  const schema = {tags: ['user']}
  const list = {querystring: userListQuery, response: {200: pageOrList(user), ...refusals}}
  if (!additions) app.addHook('preValidation', forgetListQuery)

  app.get('/api/v0/user', {schema: {...schema, response: {200: currentUser, 401: errorBody}}}, async ({viewer}) => {
    const found = viewer.authority === 'WALL' ? await findWall(viewer.userId) : await findUser(viewer)
    if (found === undefined) throw unauthorised()
    return found
  })

  async function findUser({userId, needsSecondFactor}: Viewer) {
    const found = await users.find(userId)
    return found && toCurrentUser(found, {additions, needsSecondFactor})
  }

  app.get('/api/v0/user/by-org/:id', {schema: {...schema, params, ...list}}, async ({viewer, params, query}) => {
    return listOnWire(await users.listVisible(viewer, params.id, query), toUser)
  })

  app.get('/api/v0/user/without-organisation', {schema: {...schema, ...list}}, async ({viewer, query}) => {
    if (!additions) throw notFound('This server has the specified calls only.')
    return listOnWire(await users.listVisible(viewer, null, query), toUser)
  })

  app.get(
    '/api/v0/user/:id',
    {schema: {...schema, params, response: {200: user, 404: errorBody}}},
    async ({viewer, params}) => {
      const found = await users.findVisible(viewer, params.id)
      if (found === undefined) throw noSuch('user')
      return toUser(found)
    },
  )

  app.post(
    '/api/v0/user/register',
    {
      schema: {...schema, body: newUserBody, response: {201: user, ...refusals}},
      preValidation: setEchoesAside(user, newUserBody),
    },
    async (request, reply) => {
      const created = await administration.create(callerOf(request), request.body)
      return reply.code(201).send(toUser(created))
    },
  )

  app.put(
    '/api/v0/user/:id',
    {
      schema: {...schema, params, body: userChange, response: {200: user, ...refusals}},
      preValidation: setEchoesAside(user, userChange),
    },
    async request => {
      const {params, body, echoed} = request
      return toUser(await administration.change(callerOf(request), params.id, body, echoed))
    },
  )

  if (additions) {
    app.post(
      '/api/v0/user/:id/invitation',
      {schema: {...schema, params, response: {204: z.null(), ...refusals, 429: errorBody}}},
      async (request, reply) => {
        await administration.invite(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/v0/user/:id/sessions/end',
      {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
      async (request, reply) => {
        await administration.signOut(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }

  app.delete(
    '/api/v0/user/:id',
    {schema: {...schema, params, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await administration.change(callerOf(request), request.params.id, {userDeleted: true})
      return reply.code(204).send(null)
    },
  )
}
