import {sql} from 'drizzle-orm'
import type {NewAssetBody} from '../../contract/wire/entities/asset'
import {lockEntities, lockEntity, SERVER} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest} from '../http/failures/errors'

/**
 * Locks the parent of an asset until the transaction ends, so that it isn't removed or moved to another organisation.
 * Throws 400 when the parent is out of reach or in another organisation.
 */
export async function holdParent(transaction: Transaction, viewer: Viewer, id: string, organisationId: string) {
  const held = await lockEntities(transaction, viewer, 'asset', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest('parent_id: there is no such asset in the organisation')
}

/**
 * Must be called before the asset is locked. Assets of one organisation move one at a time, so that two that move into
 * each other at once can't make a cycle.
 */
export const lockMoves = (transaction: Transaction, organisationId: string) =>
  lockEntity(transaction, SERVER, {entityType: 'organisation', entityId: organisationId}, 'no key update')

/** Throws 400 when the new parent is the asset itself or lies within it. */
export async function refuseCycle(transaction: Transaction, id: string, parentId: string) {
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
export function organisationOf({id, organisation_id: organisationId = id}: NewAssetBody): string {
  if (organisationId === undefined) throw badRequest('organisation_id: must be an id')
  return organisationId
}
