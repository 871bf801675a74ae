import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {errorBody} from '../../contract/wire/common'
import {profile, profileBody, profileChange} from '../../contract/wire/people/profile'
import {callerOf} from '../access/viewer'
import {HttpError, notFound} from '../http/failures/errors'
import type {ProfileRepository} from './repository'

export interface ProfileOptions {
  profiles: ProfileRepository
}

const PATH = '/api/v0/users/profile'

/** Serves each user's own profile. Nobody can reach the profile of another user. */
export const profileRoutes: FastifyPluginAsyncZod<ProfileOptions> = async (app, {profiles}) => {
  for (const path of [PATH, `${PATH}/`])
    app.get(
      path,
      {schema: {tags: ['profile'], response: {200: profile, 404: errorBody}}},
      async ({viewer: {userId}}) => {
        const found = await profiles.find(userId)
        if (found === undefined) throw notFound(NONE)
        return found
      },
    )

  app.post(
    PATH,
    {schema: {tags: ['profile'], body: profileBody, response: {201: profile, 400: errorBody, 409: errorBody}}},
    async (request, reply) => {
      const isCreated = await profiles.create(callerOf(request), request.body)
      if (!isCreated) throw new HttpError(409, 'There is a profile already.')
      return reply.code(201).send(request.body)
    },
  )

  app.put(
    PATH,
    {schema: {tags: ['profile'], body: profileChange, response: {200: profile, 400: errorBody, 404: errorBody}}},
    async request => {
      const changed = await profiles.change(callerOf(request), request.body)
      if (changed === undefined) throw notFound(NONE)
      return changed
    },
  )
}

const NONE = 'There is no profile yet.'
