import type {FastifyPluginAsync} from 'fastify'
import {endPushSubscription, listPushSubscriptions, subscribeToPush, testPush} from '../../../contract/wire/people/push'
import {callerOf} from '../../access/viewer'
import {serving} from '../../http/serve'
import type {OwnBrowsers} from './ownBrowsers'
import type {PushSubscription} from './subscriptions'

/** The browsers that people have their alarms pushed to. */
export const pushRoutes: FastifyPluginAsync<{browsers: OwnBrowsers}> = async (app, {browsers}) => {
  const serve = serving(app, 'push')

  serve(listPushSubscriptions, async request => {
    const [{publicKey}, found] = await Promise.all([browsers.keys(), browsers.list(callerOf(request))])
    return {public_key: publicKey, subscriptions: found.map(one => toWire(one, request.viewer.sessionId))}
  })

  serve(subscribeToPush, async request => {
    const made = {...request.body, userAgent: request.headers['user-agent']}
    return toWire(await browsers.add(callerOf(request), made), request.viewer.sessionId)
  })

  serve(endPushSubscription, request => browsers.end(callerOf(request), request.body.id))

  serve(testPush, async request => {
    const tested = await browsers.test(callerOf(request))
    return {items: tested.map(({subscription: {id, browser}, error}) => ({id, browser, error}))}
  })
}

const toWire = ({id, browser, createdAt, sessionId}: PushSubscription, currentId: string) => ({
  id,
  browser,
  created_at: createdAt,
  is_current: sessionId === currentId,
})
