import type {Json} from '../../contract/wire/common'
import type {RouteChoices} from '../../src/domain/console/alarmRoutes/choices'
import {type RouteRow, routeRows} from '../../src/domain/console/alarmRoutes/rows'
import type {Attribute} from '../../src/domain/console/attribute'
import type {Delivery, DeliverySubject} from '../../src/domain/console/delivery'
import {attribute} from './consoleWorld'
import {ago, LONG} from './world'

const routesOf = (value: Json): Attribute => attribute(9, 'alarmRoutes', {type: 'json', value})

const OPERATORS: Json = {name: 'Operators', targets: [{kind: 'email', address: 'noc@harbour.test'}]}
const NIGHT: Json = {
  name: 'Night',
  targets: [
    {kind: 'email', address: 'ana.lindqvist@harbour.test'},
    {kind: 'email', address: 'tom@harbour.test'},
    {kind: 'webhook', url: 'https://hooks.harbour.test/alarms', secret: 'whsec_c2VjcmV0c2VjcmV0'},
  ],
  severities: ['critical'],
  labels: ['hall'],
  types: ['pump'],
  hours: {from: '22:00', until: '06:00', days: [1, 2, 3, 4, 5], zone: 'Europe/Helsinki'},
  escalations: [{after: 15, targets: [{kind: 'email', address: 'head@harbour.test'}]}],
  repeat: 60,
}

export const ROUTES_KEPT = routesOf([OPERATORS, NIGHT, {name: LONG, targets: [{kind: 'email', address: 'nobody'}]}])
export const NO_ROUTES = routesOf([])
/** Somebody else has changed the first one. */
export const ROUTES_CHANGED: Attribute = {
  ...routesOf([{name: 'Operators', targets: [{kind: 'email', address: 'b@c.test'}]}]),
  version: 3,
}

const [OPERATORS_ROW, NIGHT_ROW] = routeRows(ROUTES_KEPT)
if (OPERATORS_ROW === undefined || NIGHT_ROW === undefined) throw new Error('There are three routes')
export const ROWS: {operators: RouteRow; night: RouteRow} = {operators: OPERATORS_ROW, night: NIGHT_ROW}

const KEPT = 'kept:0123456789abcdef'
/** Channels of several kinds, whose secrets are stored. */
export const CHANNELS_KEPT = routesOf([
  {
    name: 'Duty',
    targets: [
      {kind: 'email', address: 'duty@harbour.test'},
      {kind: 'slack', url: KEPT},
      {kind: 'telegram', token: KEPT, chat: '-1001234567890'},
      {kind: 'pagerduty', key: KEPT, url: 'https://events.eu.pagerduty.com/'},
      {
        kind: 'http',
        method: 'POST',
        url: KEPT,
        contentType: 'application/json',
        headers: KEPT,
        body: '{"to": "+49 30 1234", "text": {{ text | json }}}',
      },
    ],
    escalations: [{after: 15, targets: [{kind: 'ntfy', url: 'https://ntfy.harbour.test/', topic: 'alarms'}]}],
  },
])
const [DUTY_ROW] = routeRows(CHANNELS_KEPT)
if (DUTY_ROW === undefined) throw new Error('There is a route')
export const DUTY: RouteRow = DUTY_ROW

const FIRST: DeliverySubject = {device: 'Boiler 2', key: 'pressure', severity: 'critical', change: 'raised'}

const delivery = (id: string, minutes: number, more: Partial<Delivery> = {}): Delivery => ({
  id,
  createdAt: ago(minutes),
  route: 'Operators',
  escalation: 0,
  kind: 'email',
  address: 'noc@harbour.test',
  isTest: false,
  subject: null,
  total: 1,
  first: FIRST,
  state: 'delivered',
  attempts: 1,
  error: null,
  settledAt: ago(minutes),
  ...more,
})

export const DELIVERIES: readonly Delivery[] = [
  delivery('n6', 1, {
    subject: 'Pulsewall: ana@harbour.test handed the shift over to you at 06:00',
    route: '',
    total: 0,
    first: null,
  }),
  delivery('n5', 1, {isTest: true, first: null, state: 'waiting', attempts: 0, settledAt: null}),
  delivery('n4', 8, {
    kind: 'webhook',
    address: 'https://hooks.harbour.test/alarms',
    route: 'Night',
    total: 214,
    state: 'waiting',
    attempts: 3,
    error: 'answered 500',
    settledAt: null,
  }),
  delivery('n3', 25, {address: 'head@harbour.test', route: 'Night', escalation: 1, total: 2}),
  delivery('n2', 2000, {
    address: `${LONG.replaceAll(' ', '.')}@harbour.test`,
    state: 'failed',
    error: 'no such mailbox',
  }),
  delivery('n1', 3000, {total: 12}),
]

/** The result of a test of a route. */
export const TESTED: readonly Delivery[] = [
  delivery('t1', 0, {isTest: true, first: null}),
  delivery('t2', 0, {
    isTest: true,
    first: null,
    state: 'failed',
    kind: 'slack',
    address: 'hooks.slack.com · 0f292b9f3a61',
    error: 'the address is not in use any more, or was never: answered 404 (no_service)',
  }),
  delivery('t3', 0, {
    isTest: true,
    first: null,
    state: 'waiting',
    kind: 'webhook',
    address: 'https://hooks.harbour.test/alarms',
    error: 'the certificate has expired (CERT_HAS_EXPIRED)',
    settledAt: null,
  }),
]
export const UNTRIED: readonly Delivery[] = TESTED.map(tested => ({
  ...tested,
  state: 'waiting',
  attempts: 0,
  error: null,
  settledAt: null,
}))

export const CHOICES: RouteChoices = {
  rotas: [{id: 'r1', name: 'Night shift'}],
  emails: ['nora@northgate.test', 'petra@harbour.test'],
  labels: ['Hall 2', 'Yard'],
  types: ['Conveyor', 'Pump'],
}
