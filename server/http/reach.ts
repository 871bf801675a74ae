import {and, eq, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import type {EntityType} from '../../contract/attribute'
import type {Transaction} from '../database/connect'
import {customer, device, organisation, user} from '../database/schema'
import {REACH} from './access'
import type {Viewer} from './viewer'

interface Owned {
  organisationId: AnyPgColumn
  customerId: AnyPgColumn | undefined
}

const OWNED: Readonly<Record<Exclude<EntityType, 'asset'>, Owned>> = {
  organisation: {organisationId: organisation.id, customerId: undefined},
  customer: {organisationId: customer.organisationId, customerId: customer.id},
  user: {organisationId: user.organisationId, customerId: user.customerId},
  device: {organisationId: device.organisationId, customerId: device.customerId},
}

/** The condition that keeps a query to what the viewer may see; undefined where that is everything. */
export function withinReach(viewer: Viewer, kind: Exclude<EntityType, 'asset'>): SQL | undefined {
  const reached = ownedWithinReach(viewer, kind)
  return kind === 'user' && reached !== undefined ? or(reached, eq(user.id, viewer.userId)) : reached
}

function ownedWithinReach(viewer: Viewer, kind: Exclude<EntityType, 'asset'>): SQL | undefined {
  const {organisationId, customerId} = OWNED[kind]
  const reach = REACH[kind][viewer.authority]
  switch (reach) {
    case 'everything':
      return undefined
    case 'organisation':
      return viewer.organisationId === null ? sql`false` : eq(organisationId, viewer.organisationId)
    case 'customer':
      return viewer.customerId === null || customerId === undefined ? sql`false` : eq(customerId, viewer.customerId)
    case 'nothing':
      return sql`false`
    default:
      return reach satisfies never
  }
}

export interface EntityRef {
  entityType: EntityType
  entityId: string
}

/** Whether an entity exists within the viewer's reach. */
export type IsWithinReach = (viewer: Viewer, entity: EntityRef) => Promise<boolean>

export function createIsWithinReach({db}: {db: Pick<Transaction, 'select'>}): IsWithinReach {
  const tables = {organisation, customer, user, device}
  return async (viewer, {entityType, entityId}) => {
    if (entityType === 'asset') return false
    const table = tables[entityType]
    const found = await db
      .select({id: table.id})
      .from(table)
      .where(and(eq(table.id, entityId), withinReach(viewer, entityType)))
    return found.length > 0
  }
}

/** Whether an organisation exists and is the viewer's own; a SYS_ADMIN has them all. */
export function createIsOwnOrganisation(isWithinReach: IsWithinReach) {
  return async (viewer: Viewer, organisationId: string): Promise<boolean> =>
    viewer.authority === 'SYS_ADMIN'
      ? isWithinReach(viewer, {entityType: 'organisation', entityId: organisationId})
      : viewer.organisationId === organisationId
}

export type IsOwnOrganisation = ReturnType<typeof createIsOwnOrganisation>
