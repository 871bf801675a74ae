import type {FastifyPluginAsync} from 'fastify'
import {issueWallLink, listWallLinks, readShownWall, revokeWallLink} from '../../contract/wire/entities/wallLink'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import {toWire, type WallLinkRepository} from './repository'

export const wallLinkRoutes: FastifyPluginAsync<{links: WallLinkRepository}> = async (app, {links}) => {
  const serve = serving(app, 'wall')

  serve(listWallLinks, async ({params}) => (await links.list(params.id)).map(toWire))

  serve(issueWallLink, async request => {
    const {link, token} = await links.issue(callerOf(request), request.params.id, request.body)
    return {...toWire(link), token}
  })

  serve(revokeWallLink, request => links.revoke(callerOf(request), request.params.id, request.params.linkId))
  serve(readShownWall, async ({viewer}) => ({wall: await links.wallOf(viewer.userId)}))
}
