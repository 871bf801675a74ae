import {and, eq} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {DeviceImportBody, DeviceImportOutcome, DeviceImportRow} from '../../contract/wire/device'
import {withinReach} from '../access/reach'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {customer} from '../database/schema'
import {checkRows, isRefusal, type Refusal} from './importRows'
import {type Planned, store} from './importStore'
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
        const planned = await planAll(transaction, viewer, defaults, checkRows(rows))
        const {made, outcomes} = await store(transaction, viewer, planned)
        if (made.length > 0) {
          const whole = {entityType: 'organisation', entityId: id, entityName: title, organisationId: id} as const
          const detail = {created: made.length, refused: outcomes.filter(isRefusal).length}
          const each = made.map(({values}) => ({action: 'device.created' as const, ...entityOf(values)}))
          await audit.record(transaction, actor, {action: 'device.imported', ...whole, detail}, ...each)
        }
        return outcomes
      }),
  }
}

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
  const {_id: id = uuidv7(), name, type, label, customer_id, access_token: accessToken} = row
  if (customer_id && !customerIds.has(customer_id)) return NO_CUSTOMER
  const customerId = customer_id ?? defaults.customerId
  return {values: {...defaults, id, name, type, label, customerId}, accessToken}
}

const NO_CUSTOMER: Refusal = {message: 'customer_id: there is no such customer in the organisation'}

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
