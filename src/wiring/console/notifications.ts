import {type ComponentType, createElement} from 'react'
import {fromEventObservable, fromPromise} from 'xstate'
import {createAttribute, saveAttribute} from '../../api/console/attributes'
import {listDeliveries, loadAlarmRoutes, testRoute} from '../../api/console/notifications'
import {type AlarmRoutesLogic, alarmRoutesMachine} from '../../machines/console/alarmRoutes'
import {deliveriesMachine} from '../../machines/console/deliveries'
import {connected} from '../../machines/ports'
import {Notifications, type NotificationsProps} from '../../ui/console/notifications/Notifications'
import type {Connections} from '../connections'
import {createFindChange} from './findChange'

/** The panels, whose code is loaded with them. */
export function createNotifications(connections: Connections): ComponentType<NotificationsProps> {
  const logic = createAlarmRoutesLogic(connections)
  return props => createElement(Notifications, {...props, logic})
}

function createAlarmRoutesLogic(connections: Connections): AlarmRoutesLogic {
  const {http, serverClock, toasts, links} = connections
  const server = {http, clock: serverClock}
  return connected(alarmRoutesMachine)({
    actors: {
      retries: connections.retries,
      loadRoutes: fromPromise(({input, signal}) => loadAlarmRoutes(server, input, {signal})),
      writeAttribute: fromPromise(({input, signal}) =>
        input.isNew ? createAttribute(server, input, {signal}) : saveAttribute(server, input, {signal}),
      ),
      findChange: createFindChange(connections),
      sendTest: fromPromise(({input, signal}) => testRoute(http, input, {signal})),
      deliveries: connected(deliveriesMachine)({
        actors: {
          linkChanges: fromEventObservable(() => links),
          loadPage: fromPromise(({input, signal}) => listDeliveries(http, input, {signal})),
        },
      }),
    },
    actions: {showOutcome: (_, {kind, text}) => toasts.send({type: 'outcome.reported', kind, text})},
  })
}
