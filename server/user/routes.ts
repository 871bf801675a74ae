import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {errorBody} from '../../contract/common'
import {currentUser} from '../../contract/user'
import {unauthorised} from '../http/errors'
import {toCurrentUser, type UserRepository} from './repository'

export interface UserOptions {
  users: UserRepository
  additions: boolean
}

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (app, {users, additions}) => {
  app.get(
    '/api/v0/user',
    {schema: {tags: ['user'], response: {200: currentUser, 401: errorBody}}},
    async ({viewer}) => {
      const found = await users.find(viewer.userId)
      if (found === undefined) throw unauthorised()
      return toCurrentUser(found, additions)
    },
  )
}
