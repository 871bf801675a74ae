import {and, eq} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/common'
import type {DeviceImportBody, DeviceImportOutcome, DeviceImportRow} from '../../contract/device'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {customer, device, deviceCredentials} from '../database/schema'
import {withinReach} from '../http/reach'
import type {Actor, Viewer} from '../http/viewer'
import {checkRows, isRefusal, type Refusal} from './importRows'
import {holdOrganisation, ownCustomer} from './place'
import {entityOf} from './wire'

export interface DeviceImport {
  /** An outcome for each row, in order. 404 for an organisation that is not the viewer's: then nothing is made. */
  run(viewer: Viewer, actor: Actor, body: DeviceImportBody): Promise<DeviceImportOutcome[]>
}

export interface DeviceImportOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createDeviceImport({database, now, audit}: DeviceImportOptions): DeviceImport {
  return {
    run: (viewer, actor, {organisation_id: id, rows}) =>
      database.db.transaction(async transaction => {
        const {title} = await holdOrganisation(transaction, viewer, id)
        const defaults = {organisationId: id, customerId: ownCustomer(viewer), createdAt: now()}
        const stored = await store(transaction, await planAll(transaction, viewer, defaults, checkRows(rows)))
        const made = stored.filter(isPlanned)
        if (made.length > 0) {
          const whole = {entityType: 'organisation', entityId: id, entityName: title, organisationId: id} as const
          const detail = {created: made.length, refused: rows.length - made.length}
          const each = made.map(({values}) => ({action: 'device.created' as const, ...entityOf(values)}))
          await audit.record(transaction, actor, {action: 'device.imported', ...whole, detail}, ...each)
        }
        return stored.map(row => (isPlanned(row) ? {_id: row.values.id} : row))
      }),
  }
}

interface Planned {
  values: {
    id: string
    name: string
    type: string | null | undefined
    label: string | null | undefined
    organisationId: string
    customerId: string | null
    createdAt: EpochMs
  }
  accessToken: string | undefined
}

const isPlanned = (row: Planned | Refusal): row is Planned => !isRefusal(row)

type Defaults = Pick<Planned['values'], 'organisationId' | 'customerId' | 'createdAt'>

async function planAll(
  transaction: Transaction,
  viewer: Viewer,
  defaults: Defaults,
  rows: readonly (DeviceImportRow | Refusal)[],
): Promise<(Planned | Refusal)[]> {
  const named = rows.flatMap(row => (isRefusal(row) || !row.customer_id ? [] : [row.customer_id]))
  const held = await holdCustomers(transaction, viewer, defaults.organisationId, named)
  return rows.map(row => (isRefusal(row) ? row : plan(row, defaults, held)))
}

function plan(row: DeviceImportRow, defaults: Defaults, customerIds: ReadonlySet<string>): Planned | Refusal {
  const {name, type, label, customer_id, access_token: accessToken} = row
  if (customer_id && !customerIds.has(customer_id)) return NO_CUSTOMER
  const customerId = customer_id ?? defaults.customerId
  return {values: {...defaults, id: uuidv7(), name, type, label, customerId}, accessToken}
}

const NO_CUSTOMER: Refusal = {message: 'customer_id: there is no such customer in the organisation'}
const TOKEN_IN_USE: Refusal = {message: 'access_token: is in use already'}

/** Those of `ids` that are customers of the organisation within reach; they stay there until the transaction ends. */
async function holdCustomers(transaction: Transaction, viewer: Viewer, organisationId: string, ids: string[]) {
  const held = await transaction
    .select({id: customer.id})
    .from(customer)
    .where(and(isAnyOf(customer.id, ids), eq(customer.organisationId, organisationId), withinReach(viewer, 'customer')))
    .orderBy(customer.id)
    .for('key share')
  return new Set(held.map(({id}) => id))
}

/** A few statements, however many rows. Whether a token is in use shows when it is stored: other calls run meanwhile. */
async function store(transaction: Transaction, rows: readonly (Planned | Refusal)[]): Promise<(Planned | Refusal)[]> {
  const planned = rows.filter(isPlanned)
  if (planned.length > 0) await transaction.insert(device).values(planned.map(({values}) => values))
  const refusedIds = await storeTokens(transaction, planned)
  await transaction.delete(device).where(isAnyOf(device.id, [...refusedIds]))
  return rows.map(row => (isPlanned(row) && refusedIds.has(row.values.id) ? TOKEN_IN_USE : row))
}

/** Answers the ids of the devices whose access token is in use. */
async function storeTokens(transaction: Transaction, planned: readonly Planned[]): Promise<Set<string>> {
  const credentials = planned.flatMap(({values: {id, createdAt}, accessToken}) =>
    accessToken === undefined ? [] : [{deviceId: id, credentialsValue: accessToken, createdAt}],
  )
  if (credentials.length === 0) return new Set()
  const stored = await transaction
    .insert(deviceCredentials)
    .values(credentials)
    .onConflictDoNothing()
    .returning({deviceId: deviceCredentials.deviceId})
  const storedIds = new Set(stored.map(({deviceId}) => deviceId))
  return new Set(credentials.map(({deviceId}) => deviceId).filter(id => !storedIds.has(id)))
}
