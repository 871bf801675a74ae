import type {FastifyPluginAsync} from 'fastify'
import {endOtherSessions, endOwnSession, listOwnSessions} from '../../contract/wire/people/session'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {OwnSession, OwnSessions} from './ownSessions'

export interface OwnSessionRoutesOptions {
  own: OwnSessions
  onSessionEnded: (sessionId: string) => void
}

/** Lists where people are signed in, and ends that. */
export const ownSessionRoutes: FastifyPluginAsync<OwnSessionRoutesOptions> = async (app, {own, onSessionEnded}) => {
  const serve = serving(app, 'auth')

  serve({...listOwnSessions, refusals: {}}, async ({viewer}) =>
    (await own.list(viewer.userId)).map(session => toWire(session, viewer.sessionId)),
  )

  serve(endOwnSession, async request => {
    const {id} = request.body
    await own.end(callerOf(request), id)
    onSessionEnded(id)
  })

  serve({...endOtherSessions, refusals: {}}, async request => {
    const ended = await own.endOthers(callerOf(request))
    ended.forEach(onSessionEnded)
  })
}

const toWire = ({id, address, userAgent, createdAt, lastSeenAt}: OwnSession, currentId: string) => ({
  id,
  address,
  user_agent: userAgent,
  created_at: createdAt,
  last_seen_at: lastSeenAt,
  is_current: id === currentId,
})
