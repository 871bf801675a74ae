import type {FastifyPluginAsync} from 'fastify'
import {listWallVersions} from '../../contract/wire/entities/wallVersion'
import type {ReachedAmong} from '../access/reach'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {WallVersionRepository} from './repository'

export interface WallVersionOptions {
  versions: WallVersionRepository
  reachedAmong: ReachedAmong
}

export const wallVersionRoutes: FastifyPluginAsync<WallVersionOptions> = async (app, {versions, reachedAmong}) => {
  const serve = serving(app, 'wall')

  serve(listWallVersions, async request => {
    const {id} = request.params
    const [walls, found] = await Promise.all([versions.walls(id), versions.list(id, request.query.wall)])
    const userIds = [...new Set(found.flatMap(({userId}) => userId ?? []))]
    const reached = await reachedAmong(callerOf(request), 'user', userIds)
    return {
      walls,
      versions: found.map(({id, keptAt, userId, email, value}) => ({
        _id: id,
        kept_at: keptAt,
        value,
        email: userId !== null && reached.has(userId) ? email : null,
      })),
    }
  })
}
