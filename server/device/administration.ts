import {eq} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {DeviceChange, NewDeviceBody} from '../../contract/wire/device'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {device} from '../database/schema'
import {badRequest} from '../http/errors'
import {changeable, changedFields} from '../store/change'
import {holdPlace, requireCustomer} from './place'
import {removeDevices} from './repository'
import {lockVisible, selectVisible} from './visible'
import {type Device, entityOf, toWire, valuesOf} from './wire'

/** Refusals are thrown: 400, 403, 404 or 409. What is refused has changed nothing. */
export interface DeviceAdministration {
  create(viewer: Viewer, actor: Actor, body: NewDeviceBody): Promise<Device>
  /** A body that changes nothing writes nothing. `isMoved`: others may see the device from now on, and some no more. */
  change(viewer: Viewer, actor: Actor, id: string, change: DeviceChange): Promise<{changed: Device; isMoved: boolean}>
  /** With all that is its own. */
  remove(viewer: Viewer, actor: Actor, id: string): Promise<void>
}

export interface DeviceAdministrationOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createDeviceAdministration(options: DeviceAdministrationOptions): DeviceAdministration {
  const {now, audit} = options
  const {db} = options.database

  return {
    create: (viewer, actor, body) =>
      db.transaction(async transaction => {
        const place = await holdPlace(transaction, viewer, body)
        const values = {...valuesOf(body), ...place, name: body.name, createdAt: body.createdAt ?? now()}
        const created = only(await transaction.insert(device).values(values).returning())
        await audit.record(transaction, actor, {action: 'device.created', ...entityOf(created)})
        return created
      }),

    change: (viewer, actor, id, {version, ...change}) =>
      db.transaction(async transaction => {
        await requirePlace(transaction, viewer, id, change)
        const before = changeable('Device', await lockVisible(transaction, viewer, id), version)
        const fields = changedFields(toWire(before), change)
        if (fields.length === 0) return {changed: before, isMoved: false}
        const fixed = fields.find(field => FIXED.includes(field))
        if (fixed !== undefined) throw badRequest(`${fixed}: can not be changed`)
        const {name, customer_id: customerId} = change
        const values = {...valuesOf(change), name, customerId, version: before.version + 1}
        const changed = only(await transaction.update(device).set(values).where(eq(device.id, id)).returning())
        await audit.record(transaction, actor, {action: 'device.updated', ...entityOf(changed), detail: {fields}})
        return {changed, isMoved: fields.includes('customer_id')}
      }),

    remove: (viewer, actor, id) =>
      db.transaction(async transaction => {
        const before = changeable('Device', await lockVisible(transaction, viewer, id))
        await removeDevices(transaction, eq(device.id, id), now())
        await audit.record(transaction, actor, {action: 'device.deleted', ...entityOf(before)})
      }),
  }
}

/** Asked before the device is locked: who removes a customer has locked that first, too. */
async function requirePlace(transaction: Transaction, viewer: Viewer, id: string, {customer_id}: DeviceChange) {
  if (customer_id === undefined) return
  const {organisationId} = changeable('Device', await selectVisible(transaction, viewer, id))
  await requireCustomer(transaction, viewer, {organisationId, customerId: customer_id})
}

/** They may be sent as they are. */
const FIXED = ['organisation_id', 'createdAt']
