import {uuidv7} from 'uuidv7'
import type {EpochMs} from '../../contract/wire/common'
import type {DeviceImportBody, DeviceImportOutcome, DeviceImportRow} from '../../contract/wire/entities/device'
import {lockEntities} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {holdOrganisation, NO_CUSTOMER} from '../store/place'
import {checkRows, isRefusal, type Refusal} from './importRows'
import {type Planned, store} from './importStore'
import {describe} from './repository'
import {ownCustomer} from './rules'

export interface DeviceImport {
  /**
   * Returns an outcome for each row, in order. Throws 404 for an organisation out of the viewer's reach, and then makes
   * nothing.
   */
  run(caller: Caller, body: DeviceImportBody): Promise<DeviceImportOutcome[]>
}

export interface DeviceImportOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  onCreated: (ids: string[]) => void | Promise<void>
}

export function createDeviceImport({database, now, audit, onCreated}: DeviceImportOptions): DeviceImport {
  return {
    async run(caller, {organisation_id: id, rows}) {
      const {made, outcomes} = await database.db.transaction(async transaction => {
        const {name} = await holdOrganisation(transaction, caller, id)
        const defaults = {organisationId: id, customerId: ownCustomer(caller), createdAt: now()}
        const planned = await planAll(transaction, caller, defaults, checkRows(rows))
        const stored = await store(transaction, caller, planned)
        const {made, outcomes} = stored
        if (made.length > 0) {
          const whole = {entityType: 'organisation', entityId: id, entityName: name, organisationId: id} as const
          const detail = {created: made.length, refused: outcomes.filter(isRefusal).length}
          const each = made.map(({values}) => ({
            action: 'device.created' as const,
            entityType: 'device' as const,
            entityId: values.id,
            ...describe(values),
          }))
          await audit.record(transaction, caller, {action: 'device.imported', ...whole, detail}, ...each)
        }
        return stored
      })
      if (made.length > 0) await onCreated(made.map(({values}) => values.id))
      return outcomes
    },
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
  const {organisationId} = defaults
  const held = await lockEntities(transaction, viewer, 'customer', {ids: named, organisationId})
  const customerIds = new Set(held.map(({id}) => id))
  return rows.map(row => (isRefusal(row) ? row : plan(row, defaults, customerIds)))
}

function plan(row: DeviceImportRow, defaults: Defaults, customerIds: ReadonlySet<string>): Planned | Refusal {
  const {_id: id = uuidv7(), name, type, label, customer_id, access_token: accessToken} = row
  if (customer_id && !customerIds.has(customer_id)) return {message: NO_CUSTOMER}
  const customerId = customer_id ?? defaults.customerId
  return {values: {...defaults, id, name, type, label, customerId}, accessToken}
}
