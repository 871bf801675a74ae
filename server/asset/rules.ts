import {sql} from 'drizzle-orm'
import type {NewAssetBody} from '../../contract/wire/asset'
import {holdEntities, holdEntity, SERVER} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Transaction} from '../database/connect'
import {badRequest} from '../http/errors'

/**
 * For an asset that is to lie within another: 400 unless that one is within reach and in the same organisation. It
 * stays there until the transaction ends.
 */
export async function holdParent(transaction: Transaction, viewer: Viewer, id: string, organisationId: string) {
  const held = await holdEntities(transaction, viewer, 'asset', {ids: [id], organisationId})
  if (held.length === 0) throw badRequest('parent_id: there is no such asset in the organisation')
}

/**
 * To be called before the asset is locked: in each organisation one asset moves at a time, so that of two that move
 * into each other the second one sees the first.
 */
export const lockMoves = (transaction: Transaction, organisationId: string) =>
  holdEntity(transaction, SERVER, {entityType: 'organisation', entityId: organisationId}, 'no key update')

/** 400 when the asset is the new parent itself, or an ancestor of it. */
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

/** One form of a new asset names its organisation `id`; beside an `organisation_id` it is a field that came back. */
export function organisationOf({id, organisation_id: organisationId = id}: NewAssetBody): string {
  if (organisationId === undefined) throw badRequest('organisation_id: must be an id')
  return organisationId
}
