import {and, asc, eq, sql} from 'drizzle-orm'
import type {AssetChange, NewAssetBody} from '../../contract/wire/asset'
import type {EpochMs} from '../../contract/wire/common'
import {holdWithinReach, withinReach} from '../access/reach'
import type {Actor, Viewer} from '../access/viewer'
import {removeAttributes} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import {holdCustomer} from '../customer/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {asset} from '../database/schema'
import {badRequest, notFound} from '../http/errors'
import {changeable, changedFields} from '../store/change'
import {type Listed, type ListQuery, type ListShape, sliceOf} from '../store/list'
import {holdParent, lockMoves, refuseCycle} from './parents'
import {type Asset, toWire, valuesOf} from './wire'

/** The organisation is named. */
export type NewAsset = NewAssetBody & {organisation_id: string}

/** What is out of the viewer's reach is not found: undefined, or 404 for a change. */
export interface AssetRepository {
  findVisible(viewer: Viewer, id: string): Promise<Asset | undefined>
  listVisible(viewer: Viewer, query: ListQuery & {organisation_id?: string | undefined}): Promise<Listed<Asset>>
  /** By name. */
  listLabelled(viewer: Viewer, organisationId: string, label: string): Promise<Asset[]>
  /** 404 for an organisation out of reach; 400 for a customer or parent that is not of that organisation. */
  create(viewer: Viewer, actor: Actor, body: NewAsset): Promise<Asset>
  /** A body that changes nothing writes nothing; 400 as for a new one, and for another organisation. */
  change(viewer: Viewer, actor: Actor, id: string, change: AssetChange): Promise<Asset>
  /** What lay within the asset stays, without a parent. */
  remove(viewer: Viewer, actor: Actor, id: string): Promise<void>
}

export interface AssetRepositoryOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

export function createAssetRepository({database: {db}, now, audit}: AssetRepositoryOptions): AssetRepository {
  return {
    async findVisible(viewer, id) {
      const [found] = await db.select().from(asset).where(isVisible(viewer, id))
      return found
    },
    listVisible(viewer, query) {
      const {matches, behind, order, limit, collect} = sliceOf(LIST, query)
      const {organisation_id: organisationId} = query
      const inOrganisation = organisationId === undefined ? undefined : eq(asset.organisationId, organisationId)
      const found = and(inOrganisation, withinReach(viewer, 'asset'), matches)
      const rows = db
        .select()
        .from(asset)
        .where(and(found, behind))
        .orderBy(...order)
        .limit(limit)
      return collect(rows, () => db.$count(asset, found))
    },
    listLabelled: (viewer, organisationId, label) =>
      db
        .select()
        .from(asset)
        .where(and(eq(asset.organisationId, organisationId), eq(asset.label, label), withinReach(viewer, 'asset')))
        .orderBy(asc(asset.name), asc(asset.id)),
    create: (viewer, actor, body) =>
      db.transaction(async transaction => {
        const {name, organisation_id: organisationId} = body
        const owner = {entityType: 'organisation', entityId: organisationId} as const
        if (!(await holdWithinReach(transaction, viewer, owner))) throw notFound('Organisation not found.')
        await holdNamed(transaction, viewer, body, organisationId)
        const values = {...valuesOf(body), name, organisationId, createdAt: now()}
        const created = only(await transaction.insert(asset).values(values).returning())
        await audit.record(transaction, actor, {action: 'asset.created', ...entityOf(created)})
        return created
      }),
    change: (viewer, actor, id, {version, ...change}) =>
      db.transaction(async transaction => {
        if (change.parent_id) await lockMoves(transaction, id)
        const before = changeable('Asset', await lock(transaction, viewer, id), version)
        const fields = changedFields(toWire(before), change)
        if (fields.length === 0) return before
        if (fields.includes('organisation_id')) throw badRequest('organisation_id: can not be changed')
        if (change.parent_id) await refuseCycle(transaction, id, change.parent_id)
        await holdNamed(transaction, viewer, change, before.organisationId)
        const values = {...valuesOf(change), name: change.name, version: before.version + 1}
        const changed = only(await transaction.update(asset).set(values).where(eq(asset.id, id)).returning())
        const detail = {fields}
        await audit.record(transaction, actor, {action: 'asset.updated', ...entityOf(changed), detail})
        return changed
      }),
    remove: (viewer, actor, id) =>
      db.transaction(async transaction => {
        const before = changeable('Asset', await lock(transaction, viewer, id))
        const orphaned = await transaction
          .update(asset)
          .set({parentId: null, version: sql`${asset.version} + 1`})
          .where(eq(asset.parentId, id))
          .returning({id: asset.id})
        await removeAttributes(transaction, 'asset', [id])
        await transaction.delete(asset).where(eq(asset.id, id))
        const detail = {children: orphaned.length}
        await audit.record(transaction, actor, {action: 'asset.deleted', ...entityOf(before), detail})
      }),
  }
}

const LIST: ListShape = {
  id: asset.id,
  searched: [asset.name, asset.label],
  sorts: {name: asset.name, type: asset.type, label: asset.label, createdAt: asset.createdAt},
  sortedBy: 'name',
}

const isVisible = (viewer: Viewer, id: string) => and(eq(asset.id, id), withinReach(viewer, 'asset'))

async function lock(transaction: Transaction, viewer: Viewer, id: string): Promise<Asset | undefined> {
  const [found] = await transaction.select().from(asset).where(isVisible(viewer, id)).for('update')
  return found
}

/** What a body refers to. */
type Named = Pick<AssetChange, 'customer_id' | 'parent_id'>

async function holdNamed(transaction: Transaction, viewer: Viewer, named: Named, organisationId: string) {
  if (named.customer_id) await holdCustomer(transaction, viewer, named.customer_id, organisationId)
  if (named.parent_id) await holdParent(transaction, viewer, named.parent_id, organisationId)
}

const entityOf = ({id, name, organisationId}: Asset) => ({
  entityType: 'asset' as const,
  entityId: id,
  entityName: name,
  organisationId,
})
