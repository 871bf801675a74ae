import {and, eq, sql} from 'drizzle-orm'
import type {EntityType} from '../../contract/wire/attribute'
import {MAY_GRANT, mayChange} from '../access/access'
import {type EntityRef, withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {asset, customer, device, organisation, user} from '../database/schema'
import {forbidden, notFound} from '../http/errors'

export interface Entity extends EntityRef {
  /** What people call it. */
  entityName: string
  organisationId: string | null
}

export const noSuch = (entityType: EntityType) => notFound(`There is no such ${entityType}.`)

/**
 * Holds an entity whose attributes are to be written until the transaction ends, since they would stay behind it. Throws 404 out of
 * reach, 403 for an entity that the viewer may not change. Nobody writes what is said of themselves.
 */
export async function holdChangeable(transaction: Transaction, viewer: Viewer, entity: EntityRef): Promise<Entity> {
  const {entityType, entityId} = entity
  const held = await hold(transaction, viewer, entity)
  if (held === undefined) throw noSuch(entityType)
  const {authority, ...described} = held
  const mayGrant = authority === null || MAY_GRANT[viewer.authority].includes(authority)
  if (!mayChange(viewer.authority, entityType) || !mayGrant || entityId === viewer.userId) {
    throw forbidden(`Your account may not change this ${entityType}.`)
  }
  return {entityType, entityId, ...described}
}

const KINDS = {
  organisation: {table: organisation, name: organisation.title, organisationId: organisation.id},
  customer: {
    table: customer,
    name: sql<string>`coalesce(nullif(${customer.title}, ''), ${customer.email})`,
    organisationId: customer.organisationId,
  },
  user: {table: user, name: user.email, organisationId: user.organisationId},
  device: {table: device, name: device.name, organisationId: device.organisationId},
  asset: {table: asset, name: asset.name, organisationId: asset.organisationId},
}

async function hold(transaction: Transaction, viewer: Viewer, {entityType, entityId}: EntityRef) {
  const {table, name, organisationId} = KINDS[entityType]
  const [found] = await transaction
    .select({
      entityName: name,
      organisationId,
      authority: entityType === 'user' ? user.authority : sql<null>`null`,
    })
    .from(table)
    .where(and(eq(table.id, entityId), withinReach(viewer, entityType)))
    .for('key share')
  return found
}
