import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {errorBody} from '../../contract/wire/common'
import {preferences, preferencesBody, preferencesChange} from '../../contract/wire/people/preferences'
import {callerOf} from '../access/viewer'
import type {PreferencesRepository} from './repository'

export interface PreferencesOptions {
  preferences: PreferencesRepository
}

const PATH = '/api/v0/users/preferences'

/** Serves each user's own preferences. Nobody can reach those of another user. */
export const preferencesRoutes: FastifyPluginAsyncZod<PreferencesOptions> = async (app, options) => {
  app.get(
    PATH,
    {schema: {tags: ['preferences'], response: {200: preferences}}},
    async ({viewer: {userId}}) => (await options.preferences.find(userId)) ?? {},
  )

  app.put(
    PATH,
    {schema: {tags: ['preferences'], body: preferencesChange, response: {200: preferencesBody, 400: errorBody}}},
    async request => options.preferences.change(callerOf(request), request.body),
  )
}
