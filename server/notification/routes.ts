import type {FastifyPluginAsync} from 'fastify'
import {listNotifications, readWhom, testNotification} from '../../contract/wire/notification'
import type {ReachedAmong} from '../access/reach'
import {callerOf} from '../access/viewer'
import {noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {Notifying} from './notifying'
import {type NotificationRepository, toWire} from './repository'

export interface NotificationOptions {
  notifications: Pick<NotificationRepository, 'list' | 'test'>
  whom: Notifying['whom']
  reachedAmong: ReachedAmong
  /** Called when there are mails or webhooks to send. */
  send: () => void
}

export const notificationRoutes: FastifyPluginAsync<NotificationOptions> = async (app, options) => {
  const {notifications, whom, reachedAmong, send} = options
  const serve = serving(app, 'alarm')

  serve(listNotifications, async request => {
    const {organisation_id: organisationId, ...page} = request.query
    const reached = await reachedAmong(callerOf(request), 'organisation', [organisationId])
    if (reached.size === 0) throw noSuch('organisation')
    const found = await notifications.list(organisationId, page)
    const items = found.slice(0, page.limit)
    return {items: items.map(toWire), next: found.length > items.length ? (items.at(-1)?.id ?? null) : null}
  })

  serve(readWhom, ({params}) => whom(params.id))

  serve(
    {
      ...testNotification,
      description: 'Sends a test to those whom a route names. What comes of it is in the list of notifications.',
    },
    async request => {
      const {organisation_id: organisationId, route} = request.body
      const queued = await notifications.test(callerOf(request), organisationId, route)
      send()
      return {items: queued.map(toWire)}
    },
  )
}
