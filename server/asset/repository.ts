import {and, asc, eq, sql} from 'drizzle-orm'
import {QueryBuilder} from 'drizzle-orm/pg-core'
import type {ASSET_LABELS} from '../../contract/limits'
import {GROUP_TYPE} from '../../contract/rules/lists/idList'
import type {AssetChange, AssetWire, NewAssetBody} from '../../contract/wire/entities/asset'
import {lockEntities, lockEntity, type Reaching, SERVER, withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {asset} from '../database/schema/asset'
import {badRequest} from '../http/failures/errors'
import {
  type Cascade,
  createEntityStore,
  type EntityKind,
  type EntityStore,
  type EntityStoreOptions,
  type Removal,
} from '../store/entity'
import {holdCustomer, holdOrganisation} from '../store/place'

export type Asset = typeof asset.$inferSelect
/** Throws 400 for a customer or parent of another organisation, and for a parent that lies within the asset. */
export interface AssetRepository extends EntityStore<Asset, NewAssetBody, AssetChange> {
  /** Sorted by name. */
  listLabelled(viewer: Viewer, organisationId: string, label: string): Promise<Asset[]>
  /** The assets of `ids` that belong to the organisation. */
  listOf(organisationId: string, ids: readonly string[]): Promise<Asset[]>
  /** The groups of devices of an organisation, sorted by name. */
  groupsOf(organisationId: string): Promise<Asset[]>
  /** The names of the assets of `ids` that the viewer may see. */
  namesOf(viewer: Reaching, ids: readonly string[]): Promise<Map<string, string>>
  /** The assets with this label within any of the parents, oldest first. */
  listWithin(parentIds: readonly string[], label: string): Promise<Asset[]>
  /** Undefined, and nothing is inserted, when there is an asset with this id already. */
  insert(transaction: Transaction, values: typeof asset.$inferInsert): Promise<Asset | undefined>
  detachFromCustomer: Cascade
}

interface AssetOptions extends Omit<EntityStoreOptions<Asset>, 'dependents'> {
  /** Takes an asset that is being removed out of all lists. Its thumbnails, which go with it, follow it. */
  onRemoving(transaction: Transaction, assets: readonly Asset[]): Promise<Removal>
}

/** The groups of devices, to be joined to what belongs to them. */
export const namedGroup = new QueryBuilder({casing: 'snake_case'})
  .select({id: asset.id, name: sql<string>`${asset.name}`.as('group_name'), organisationId: asset.organisationId})
  .from(asset)
  .where(eq(asset.type, GROUP_TYPE))
  .as('named_group')

export function createAssetRepository({onRemoving, ...options}: AssetOptions): AssetRepository {
  const thumbnailsOf = (id: string) => and(eq(asset.parentId, id), eq(asset.label, THUMBNAIL))
  const store: EntityStore<Asset, NewAssetBody, AssetChange> = createEntityStore(KIND, {
    ...options,
    dependents: {
      async lists(transaction, id) {
        const [removed, thumbnails] = [
          await transaction.select().from(asset).where(eq(asset.id, id)),
          await transaction.select().from(asset).where(thumbnailsOf(id)),
        ]
        return onRemoving(transaction, [...removed, ...thumbnails])
      },
      thumbnails: (transaction, id) => store.removeWhere(transaction, thumbnailsOf(id)),
      // The other assets within a removed asset stay, without a parent.
      children: (transaction, id) => store.changeWhere(transaction, {parentId: null}, eq(asset.parentId, id)),
    },
  })

  return {
    ...store,
    listLabelled: (viewer, organisationId, label) =>
      options.database.db
        .select()
        .from(asset)
        .where(and(eq(asset.organisationId, organisationId), eq(asset.label, label), withinReach(viewer, 'asset')))
        .orderBy(asc(asset.name), asc(asset.id)),
    listOf: (organisationId, ids) =>
      options.database.db
        .select()
        .from(asset)
        .where(and(eq(asset.organisationId, organisationId), isAnyOf(asset.id, ids))),
    groupsOf: organisationId =>
      options.database.db
        .select()
        .from(asset)
        .where(and(eq(asset.organisationId, organisationId), eq(asset.type, GROUP_TYPE)))
        .orderBy(asc(asset.name), asc(asset.id)),
    async namesOf(viewer, ids) {
      if (ids.length === 0) return new Map()
      const found = await options.database.db
        .select({id: asset.id, name: asset.name})
        .from(asset)
        .where(and(isAnyOf(asset.id, ids), withinReach(viewer, 'asset')))
      return new Map(found.map(({id, name}) => [id, name]))
    },
    listWithin: (parentIds, label) =>
      options.database.db
        .select()
        .from(asset)
        .where(and(isAnyOf(asset.parentId, parentIds), eq(asset.label, label)))
        .orderBy(asc(asset.createdAt), asc(asset.id)),
    async insert(transaction, values) {
      const [inserted] = await transaction.insert(asset).values(values).onConflictDoNothing().returning()
      return inserted
    },
    detachFromCustomer: (transaction, id) =>
      store.changeWhere(transaction, {customerId: null}, eq(asset.customerId, id)),
  }
}

const KIND: EntityKind<typeof asset, NewAssetBody, AssetChange, never> = {
  kind: 'asset',
  table: asset,
  list: {
    id: asset.id,
    searched: [asset.name, asset.label],
    sorts: {name: asset.name, type: asset.type, label: asset.label, createdAt: asset.createdAt},
    sortedBy: 'name',
    filters: {type: asset.type, label: asset.label, customer_id: asset.customerId, parent_id: asset.parentId},
    createdAt: asset.createdAt,
  },
  select: db => db.select().from(asset).$dynamic(),
  update: (transaction, values, where) => transaction.update(asset).set(values).where(where).returning(),
  toWire,
  fixed: ['organisation_id'],
  removedAs: ({label}) => (label === VIDEO ? 'video.deleted' : 'asset.deleted'),
  describe: ({name, organisationId}) => ({entityName: name, organisationId}),
  async admit(transaction, caller, body, createdAt) {
    const organisationId = organisationOf(body)
    await holdOrganisation(transaction, caller, organisationId)
    if (body.customer_id) await holdCustomer(transaction, caller, body.customer_id, organisationId)
    if (body.parent_id) await holdParent(transaction, caller, body.parent_id, organisationId)
    return {...valuesOf(body), name: body.name, organisationId, createdAt}
  },
  async prepareChange(transaction, caller, {customer_id, parent_id}, {organisationId}) {
    if (parent_id) await lockMoves(transaction, organisationId)
    if (customer_id) await holdCustomer(transaction, caller, customer_id, organisationId)
    if (parent_id) await holdParent(transaction, caller, parent_id, organisationId)
  },
  async admitChange(transaction, _caller, {id}, change) {
    if (change.parent_id) await refuseCycle(transaction, id, change.parent_id)
    return {...valuesOf(change), name: change.name}
  },
}

const VIDEO = 'video_asset' satisfies Label
const THUMBNAIL = 'thumbnail' satisfies Label
type Label = (typeof ASSET_LABELS)[number]

export function toWire(found: Asset): AssetWire {
  return {
    _id: found.id,
    name: found.name,
    label: found.label,
    type: found.type,
    additional_info: found.additionalInfo,
    organisation_id: found.organisationId,
    asset_profile_id: found.assetProfileId,
    customer_id: found.customerId,
    external_id: found.externalId,
    parent_id: found.parentId,
    createdAt: found.createdAt,
    version: found.version,
  }
}

/** The values of a body, except for its name and organisation. */
function valuesOf(body: Omit<NewAssetBody, 'name'> | AssetChange) {
  return {
    label: body.label,
    type: body.type,
    additionalInfo: body.additional_info,
    assetProfileId: body.asset_profile_id,
    customerId: body.customer_id,
    externalId: body.external_id,
    parentId: body.parent_id,
  }
}

/**
 * Locks the parent of an asset until the transaction ends, so that it isn't removed or moved to another organisation.
 * Throws 400 when the parent is out of reach or in another organisation.
 */
async function holdParent(transaction: Transaction, viewer: Viewer, id: string, organisationId: string) {
  const held = await lockEntities(transaction, viewer, 'asset', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest('parent_id: there is no such asset in the organisation')
}

/**
 * Must be called before the asset is locked. Assets of one organisation move one at a time, so that two that move into
 * each other at once can't make a cycle.
 */
const lockMoves = (transaction: Transaction, organisationId: string) =>
  lockEntity(transaction, SERVER, {entityType: 'organisation', entityId: organisationId}, 'no key update')

/** Throws 400 when the new parent is the asset itself or lies within it. */
async function refuseCycle(transaction: Transaction, id: string, parentId: string) {
  const {rows} = await transaction.execute(sql`
    with recursive ancestor (id, parent_id) as (
      select id, parent_id from asset where id = ${parentId}
      union
      select asset.id, asset.parent_id from asset join ancestor on asset.id = ancestor.parent_id
    )
    select from ancestor where id = ${id}`)
  if (rows.length > 0) throw badRequest('parent_id: an asset can not lie within itself')
}

/**
 * A new asset may send its organisation as `id`. When `organisation_id` is there too, `id` is a field that the client
 * has read before.
 */
function organisationOf({id, organisation_id: organisationId = id}: NewAssetBody): string {
  if (organisationId === undefined) throw badRequest('organisation_id: must be an id')
  return organisationId
}
