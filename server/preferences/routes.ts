import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {changeOwnOverview, readOwnOverview} from '../../contract/wire/people/overview'
import {changeOwnPreferences, readOwnPreferences} from '../../contract/wire/people/preferences'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {createOverviews} from './overview'
import type {PreferencesRepository} from './repository'

export interface PreferencesOptions {
  preferences: PreferencesRepository
  overviews: ReturnType<typeof createOverviews>
}

/** Serves each user's own preferences. Nobody can reach another user's. */
export const preferencesRoutes: FastifyPluginAsync<PreferencesOptions> = async (app, {preferences, overviews}) => {
  const serve = serving(app, 'preferences')

  serve({...readOwnPreferences, refusals: {}}, async ({viewer: {userId}}) => (await preferences.find(userId)) ?? {})

  serve({...changeOwnPreferences, refusals: {400: errorBody}}, request =>
    preferences.change(callerOf(request), request.body),
  )

  serve(readOwnOverview, ({viewer: {userId}}) => overviews.find(userId))

  serve(changeOwnOverview, request => overviews.change(callerOf(request), request.body))
}
