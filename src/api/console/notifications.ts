import {ALARM_ROUTES_ATTRIBUTE} from '../../../contract/rules/alarmRoutes'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {InClientNames} from '../../../contract/wire/names'
import {listNotifications, type NotificationWire, testNotification} from '../../../contract/wire/notification'
import type {Attribute} from '../../domain/console/attribute'
import type {Deliveries, Delivery} from '../../domain/console/delivery'
import type {Http, Options} from '../http'
import {listAttributes} from './attributes'

/** Loads the attribute that says whom an organisation notifies of which alarms. Null when it has none. */
export async function loadAlarmRoutes(
  http: Http,
  {organisationId}: {organisationId: string},
  options: Options = {},
): Promise<Attribute | null> {
  const owner = {kind: 'organisation', id: organisationId, organisationId} as const
  const attributes = await listAttributes(http, {owner}, options)
  return attributes.find(({scope, key}) => scope === ATTRIBUTE_SCOPES.server && key === ALARM_ROUTES_ATTRIBUTE) ?? null
}

/** Loads a page, newest first, from a server with additions. `cursor` is the `next` of the page before. */
export async function listDeliveries(
  http: Http,
  {organisationId, cursor}: {organisationId: string; cursor: string | null},
  options: Options = {},
): Promise<Deliveries> {
  const query = {organisationId, cursor: cursor ?? undefined}
  const {items, next} = await http.call(listNotifications, {query, ...options})
  return {deliveries: items.map(deliveryFrom), next}
}

/** Sends a test to those whom a route names first, and resolves to its deliveries, which nobody has attempted yet. */
export async function testRoute(
  http: Http,
  {organisationId, route}: {organisationId: string; route: string},
  options: Options = {},
): Promise<readonly Delivery[]> {
  const body = {organisationId, route}
  const {items} = await http.call(testNotification, {body, ...options})
  return items.map(deliveryFrom)
}

const deliveryFrom = ({channel, first, subject = null, ...wire}: InClientNames<NotificationWire>): Delivery => ({
  ...wire,
  ...channel,
  subject,
  first: first ? {device: first.deviceName, key: first.key, severity: first.severity, change: first.change} : null,
})
