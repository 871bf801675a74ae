import {type ComponentType, createElement} from 'react'
import {listDeliveries, loadAlarmRoutes, testRoute} from '../../api/console/notifications'
import {listRecords} from '../../api/console/records'
import {listRotas} from '../../api/onCall'
import {devices} from '../../domain/console/records/devices'
import {typedText} from '../../domain/console/records/draft'
import {users} from '../../domain/console/records/users'
import {alarmRoutesMachine, alarmRoutesTexts, routeEntries} from '../../machines/console/organisation/alarmRoutes'
import {deliveriesMachine} from '../../machines/console/organisation/deliveries'
import {type NotificationsLogic, notificationsMachine} from '../../machines/console/organisation/notifications'
import {connected} from '../../machines/ports'
import type {OfOrganisation} from '../../ui/console/logic'
import {Notifications} from '../../ui/console/notifications/Notifications'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'
import {attributeCalls} from './attributeCalls'

/** The panels, whose code is loaded with them. */
export function createNotifications(connections: Connections): ComponentType<OfOrganisation> {
  const logic = createNotificationsLogic(connections)
  return props => createElement(Notifications, {...props, logic})
}

function createNotificationsLogic(connections: Connections): NotificationsLogic {
  const {http} = connections
  return connected(notificationsMachine)({
    actors: {
      routes: connected(alarmRoutesMachine)({
        actors: {
          ...attributeCalls(connections, routeEntries, alarmRoutesTexts),
          load: ask(http, (_, {input}, options) => loadAlarmRoutes(http, input, options)),
        },
      }),
      deliveries: connected(deliveriesMachine)({
        actors: {
          ...resourceSources(connections),
          load: ask(http, (_, {question, cursor}, options) => listDeliveries(http, {...question, cursor}, options)),
        },
      }),
      loadChoices: ask(http, async (_, organisationId, options) => {
        const [{rotas}, people, found] = await Promise.all([
          listRotas(http, organisationId, options),
          listRecords(http, {description: users, organisationId}, options),
          listRecords(http, {description: devices, organisationId}, options),
        ])
        return {
          rotas,
          emails: distinct(people.map(({values}) => (values.userDeleted === true ? '' : typedText(values.email)))),
          labels: distinct(found.map(({values}) => typedText(values.label))),
          types: distinct(found.map(({values}) => typedText(values.type))),
        }
      }),
      sendTest: ask(http, testRoute),
      readNewest: ask(
        http,
        async (_, organisationId, options) =>
          (await listDeliveries(http, {organisationId, cursor: null}, options)).deliveries,
      ),
    },
  })
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter(text => text !== ''))].sort()
