import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {
  changeOwnProfile,
  createOwnProfile,
  readOwnProfile,
  readOwnProfileAtSlash,
} from '../../contract/wire/people/profile'
import {callerOf} from '../access/viewer'
import {HttpError, notFound} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {ProfileRepository} from './repository'

export interface ProfileOptions {
  profiles: ProfileRepository
}

/** Serves each user's own profile. Nobody can reach the profile of another user. */
export const profileRoutes: FastifyPluginAsync<ProfileOptions> = async (app, {profiles}) => {
  const serve = serving(app, 'profile')

  for (const route of [readOwnProfile, readOwnProfileAtSlash])
    serve({...route, refusals: {404: errorBody}}, async ({viewer: {userId}}) => {
      const found = await profiles.find(userId)
      if (found === undefined) throw notFound(NONE)
      return found
    })

  serve({...createOwnProfile, refusals: {400: errorBody, 409: errorBody}}, async request => {
    const isCreated = await profiles.create(callerOf(request), request.body)
    if (!isCreated) throw new HttpError(409, 'There is a profile already.')
    return request.body
  })

  serve({...changeOwnProfile, refusals: {400: errorBody, 404: errorBody}}, async request => {
    const changed = await profiles.change(callerOf(request), request.body)
    if (changed === undefined) throw notFound(NONE)
    return changed
  })
}

const NONE = 'There is no profile yet.'
