import type {Json} from '../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type EntityType} from '../../contract/wire/entities/attribute'
import type {AuditEntry} from '../../src/domain/audit'
import type {Attribute, AttributeValue} from '../../src/domain/console/attribute'
import type {Command} from '../../src/domain/console/command'
import type {DeviceCredentials} from '../../src/domain/console/deviceCredentials'
import type {CheckedRow} from '../../src/domain/console/deviceImport/check'
import type {Sheet} from '../../src/domain/console/deviceImport/sheet'
import type {Health} from '../../src/domain/console/health'
import type {Connection} from '../../src/domain/console/mqttDoor'
import type {ConsoleRecord} from '../../src/domain/console/records/description'
import {type CellWorld, NO_NAMES} from '../../src/domain/console/records/list/cell'
import {createFormats} from '../../src/domain/format/formats'
import {LIVE} from '../../src/domain/link'
import type {ReadFile} from '../../src/machines/console/deviceImport'
import {ago, CONFIG, LONG, NOW, SYS_ADMIN, ZONE} from './world'

const organisation = (id: string, values: ConsoleRecord['values'], counts: ConsoleRecord['counts']) =>
  record(id, {...values, organisationId: null}, counts)

const record = (id: string, values: ConsoleRecord['values'], counts: ConsoleRecord['counts'] = {}): ConsoleRecord => ({
  id,
  version: 3,
  counts,
  values: {organisationId: 'o-harbour', createdAt: ago(90_000), version: 3, ...values},
})

const HARBOUR = organisation(
  'o-harbour',
  {
    title: 'Harbour Works',
    email: 'office@harbour.test',
    phone: '+49 40 1234',
    city: 'Hamburg',
    country: 'Germany',
    additionalInfo: {shift: 'night'},
  },
  {customers: 2, users: 3, devices: 7, assets: 2},
)
export const BOILER = record('d-boiler', {
  name: 'Boiler',
  type: 'Heating',
  label: 'Hall 2',
  customerId: 'c-north',
  additionalInfo: {maker: 'Vulkan'},
})

export const RECORDS: Readonly<Record<EntityType, readonly ConsoleRecord[]>> = {
  organisation: [
    HARBOUR,
    organisation(
      'o-mill',
      {title: 'Alte Mühle & Söhne', email: 'muehle@mill.test', phone: '+49 7071 99'},
      {devices: 0},
    ),
    organisation('o-long', {title: LONG, email: 'long@long.test', phone: '0'}, {customers: 1, devices: 120_000}),
    organisation('o-rtl', {title: 'مصنع الميناء', email: 'rtl@rtl.test', phone: '1'}, {devices: 12}),
  ],
  customer: [
    record('c-north', {email: 'north@harbour.test', title: 'North quay', phone: '+49 40 77', city: 'Hamburg'}),
    record('c-south', {email: 'south@harbour.test', title: 'South quay', isPublic: true}),
  ],
  user: [
    record('u-petra', {email: 'petra@harbour.test', authority: 'ORGANISATION_ADMIN', lastLogin: ago(12)}),
    record('u-tom', {email: 'tom@harbour.test', authority: 'CUSTOMER_USER', customerId: 'c-north'}),
    record('u-gone', {email: 'gone@harbour.test', authority: 'CUSTOMER_USER', userDeleted: true}),
  ],
  device: [
    BOILER,
    record('d-conveyor', {name: 'Conveyor', type: 'Drive', label: 'Hall 1'}),
    record('d-long', {name: LONG, type: LONG, label: LONG}),
    record('d-rtl', {name: 'مضخة المياه', type: 'Pump'}),
    record('d-emoji', {name: '🌡️ Roof sensor <b>bold</b>', type: 'Sensor'}),
  ],
  asset: [
    record('a-hall', {name: 'Hall 2', label: 'building', type: 'building'}),
    record('a-line', {name: 'Line 4', label: 'line', parentId: 'a-hall'}),
  ],
}

export const attribute = (at: number, key: string, value: AttributeValue): Attribute => ({
  key,
  value,
  scope: ATTRIBUTE_SCOPES.shared,
  updatedAt: ago(at * 700),
  version: 2,
})

export const SERIAL = attribute(3, 'serial', {type: 'text', value: 'BX-2209-114'})
export const ATTRIBUTES: readonly Attribute[] = [
  attribute(1, 'units', {type: 'json', value: {temperature: '°C', pressure: 'bar'}}),
  attribute(2, 'maintained', {type: 'bool', value: true}),
  SERIAL,
  attribute(4, 'runningHours', {type: 'long', value: 48_112}),
  attribute(5, 'remark', {type: 'text', value: LONG}),
]

const did = (id: string, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  action,
  at: ago(Number(id) * 37),
  userId: SYS_ADMIN.id,
  email: SYS_ADMIN.email,
  address: '192.0.2.14',
  entityType: null,
  entityId: null,
  entityName: null,
  organisationId: 'o-harbour',
  detail: null,
  ...more,
})
const boiler = {entityType: 'device', entityId: 'd-boiler', entityName: 'Boiler'}
export const AUDIT: readonly AuditEntry[] = [
  did('1', 'device.updated', {...boiler, detail: {fields: ['name', 'label']}}),
  did('2', 'attribute.created', {...boiler, detail: {key: 'units'}}),
  did('3', 'session.refused', {userId: null, email: 'nobody@harbour.test'}),
  did('4', 'device.deleted', {entityType: 'device', entityId: 'd-gone', entityName: LONG}),
  did('5', 'organisation.created', {entityType: 'organisation', entityId: 'o-harbour', entityName: 'Harbour Works'}),
  did('6', 'session.opened'),
]

/** The author of a version that another user is about to overwrite. */
export const CHANGE = {at: ago(95), email: 'petra@harbour.test'}
export const HEALTH: Health = {
  at: NOW,
  devices: {fresh: 1204, late: 3, never: 12, newest: {id: 'd-boiler', name: 'Boiler', lastSeen: ago(0) - 2000}},
  recent: AUDIT,
}

const commanded = (number: number, method: string, params: Json, rest: Partial<Command>): Command => ({
  number,
  method,
  params,
  isOneWay: false,
  sentBy: 'petra@harbour.test',
  createdAt: ago(9 - number),
  isDelivered: true,
  answer: undefined,
  reason: null,
  state: 'sent',
  ...rest,
})

/** One of each state, the newest first. */
export const CONNECTED: Connection = {state: 'connected', since: ago(80)}

export const COMMANDS: readonly Command[] = [
  commanded(6, 'reboot', null, {state: 'queued', isDelivered: false}),
  commanded(5, 'getDiagnostics', {depth: 2}, {}),
  commanded(4, 'setPoint', {celsius: 62.5}, {state: 'answered', answer: {accepted: true, celsius: 62.5}}),
  commanded(
    3,
    'openValve',
    {valve: 'return', percent: 40},
    {state: 'failed', reason: 'The device takes no message of this length.'},
  ),
  commanded(2, 'blink', {times: 3}, {isOneWay: true}),
  commanded(1, 'calibrate', LONG, {state: 'expired', isDelivered: false}),
]

export const CREDENTIALS: DeviceCredentials = {
  accessToken: 'kQ2xv9-3mYpAb71',
  createdAt: ago(90_000),
  expiresAt: null,
  formerUntil: null,
}

/** The former token still counts, and the new one has an end. */
export const PROFILE_ISSUED = {
  secret: {
    id: 'p1',
    name: 'Line 1',
    customerId: null,
    key: 'wq3kd8zr5m1xv7np2c4t',
    issuedBy: SYS_ADMIN.email,
    issuedAt: NOW,
  },
  plainText: `wq3kd8zr5m1xv7np2c4t ${'A1b2C3d4'.repeat(5)}`,
}
/** The offer of a server that takes MQTT. */
export const MQTT = {mqtt: {port: 1883, tlsPort: 8883}}
export const REPLACED: DeviceCredentials = {...CREDENTIALS, expiresAt: ago(-90 * 24 * 60), formerUntil: ago(-11 * 60)}

const SHEET: Sheet = {
  headers: ['Name', 'Type', 'Label', 'Customer', 'Token'],
  rows: [
    {line: 2, cells: ['Pump 8', 'Pump', 'Basement', 'North quay', 'pump-8-token-0001']},
    {line: 3, cells: ['', 'Pump', '', '', '']},
    {line: 4, cells: [LONG, 'Pump', '', '', '']},
    {line: 5, cells: ['Boiler', 'Heating', 'Hall 3', '', '']},
  ],
}

export const READ: ReadFile = {sheet: SHEET}

const checked = (at: number, problems: readonly string[], warnings: CheckedRow['warnings'] = []): CheckedRow => {
  const {line = 0, cells = []} = SHEET.rows[at] ?? {}
  const [name = '', type = null, label = null] = cells
  return {
    line,
    cells,
    problems,
    warnings,
    device: {id: `new-${line}`, name, type, label, customerId: null, accessToken: null},
  }
}

export const CHECKED: readonly CheckedRow[] = [
  checked(0, []),
  checked(1, ['Name is required.']),
  checked(2, ['Name is too long.']),
  checked(3, [], [{kind: 'known', text: 'There is a device of this name already.'}]),
]

export const CELL_WORLD: CellWorld = {
  names: NO_NAMES,
  readAt: NOW,
  link: LIVE,
  lateAfter: CONFIG.lateAfter,
  formats: createFormats({zone: ZONE, hours: null, language: 'en'}),
}
