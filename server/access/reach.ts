import {and, eq, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import type {EntityType} from '../../contract/wire/attribute'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {asset, customer, device, organisation, user} from '../database/schema'
import {REACH} from './access'
import type {Viewer} from './viewer'

interface Owned {
  organisationId: AnyPgColumn
  customerId: AnyPgColumn | undefined
}

const OWNED: Readonly<Record<EntityType, Owned>> = {
  organisation: {organisationId: organisation.id, customerId: undefined},
  customer: {organisationId: customer.organisationId, customerId: customer.id},
  user: {organisationId: user.organisationId, customerId: user.customerId},
  device: {organisationId: device.organisationId, customerId: device.customerId},
  asset: {organisationId: asset.organisationId, customerId: asset.customerId},
}

/** The condition that keeps a query to what the viewer may see; undefined where that is everything. */
export function withinReach(viewer: Viewer, kind: EntityType): SQL | undefined {
  const reached = ownedWithinReach(viewer, kind)
  return kind === 'user' && reached !== undefined ? or(reached, eq(user.id, viewer.userId)) : reached
}

function ownedWithinReach(viewer: Viewer, kind: EntityType): SQL | undefined {
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
  return async (viewer, entity) => (await selectWithinReach(db, viewer, entity)).length > 0
}

/** Those of `ids`, all of one kind, that exist within the viewer's reach. */
export type ReachedAmong = (viewer: Viewer, kind: EntityType, ids: string[]) => Promise<Set<string>>

export function createReachedAmong({db}: {db: Pick<Transaction, 'select'>}): ReachedAmong {
  return async (viewer, kind, ids) => {
    if (ids.length === 0) return new Set()
    const {id} = TABLES[kind]
    const found = await db
      .select({id})
      .from(TABLES[kind])
      .where(and(isAnyOf(id, ids), withinReach(viewer, kind)))
    return new Set(found.map(row => row.id))
  }
}

/** The same, and that it stays there until the transaction ends, so that what is written about it has something to belong to. */
export async function holdWithinReach(transaction: Transaction, viewer: Viewer, entity: EntityRef): Promise<boolean> {
  return (await selectWithinReach(transaction, viewer, entity).for('key share')).length > 0
}

const TABLES = {organisation, customer, user, device, asset}

function selectWithinReach(db: Pick<Transaction, 'select'>, viewer: Viewer, {entityType, entityId}: EntityRef) {
  const table = TABLES[entityType]
  return db
    .select({id: table.id})
    .from(table)
    .where(and(eq(table.id, entityId), withinReach(viewer, entityType)))
}

/** Whether an organisation exists and is the viewer's own; a SYS_ADMIN has them all. */
export function createIsOwnOrganisation(isWithinReach: IsWithinReach) {
  return async (viewer: Viewer, organisationId: string): Promise<boolean> =>
    viewer.authority === 'SYS_ADMIN'
      ? isWithinReach(viewer, {entityType: 'organisation', entityId: organisationId})
      : viewer.organisationId === organisationId
}

export type IsOwnOrganisation = ReturnType<typeof createIsOwnOrganisation>
