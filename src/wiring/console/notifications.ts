import {type ComponentType, createElement} from 'react'
import {fromPromise} from 'xstate'
import {listDeliveries, loadAlarmRoutes, testRoute} from '../../api/console/notifications'
import {alarmRoutesMachine} from '../../machines/console/organisation/alarmRoutes'
import {deliveriesMachine} from '../../machines/console/organisation/deliveries'
import {type NotificationsLogic, notificationsMachine} from '../../machines/console/organisation/notifications'
import {connected} from '../../machines/ports'
import {Notifications, type NotificationsProps} from '../../ui/console/notifications/Notifications'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'
import {editorCalls} from './editor'

/** The panels, whose code is loaded with them. */
export function createNotifications(connections: Connections): ComponentType<NotificationsProps> {
  const logic = createNotificationsLogic(connections)
  return props => createElement(Notifications, {...props, logic})
}

function createNotificationsLogic(connections: Connections): NotificationsLogic {
  const {http, serverClock, toasts} = connections
  const server = {http, clock: serverClock}
  return connected(notificationsMachine)({
    actors: {
      routes: connected(alarmRoutesMachine)({
        actors: {
          ...editorCalls(connections),
          load: fromPromise(({input: {owner}, signal}) => loadAlarmRoutes(server, owner, {signal})),
        },
        actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
      }),
      deliveries: connected(deliveriesMachine)({
        actors: {
          ...resourceSources(connections),
          load: fromPromise(({input: {question, cursor}, signal}) =>
            listDeliveries(http, {...question, cursor}, {signal}),
          ),
        },
      }),
      sendTest: fromPromise(({input, signal}) => testRoute(http, input, {signal})),
    },
    actions: {showOutcome: (_, {kind, text}) => toasts.send({type: 'outcome.reported', kind, text})},
  })
}
