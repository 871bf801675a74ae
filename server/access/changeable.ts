import type {Transaction} from '../database/connect'
import {forbidden, noSuch} from '../http/failures/errors'
import {MAY_GRANT, mayChange} from './access'
import {type Entity, type EntityRef, lockEntity} from './reach'
import type {Viewer} from './viewer'

/**
 * Locks an entity until the transaction ends, so that what belongs to it isn't written after its removal, nor by another
 * call in the meantime. Throws 404 when it is out of reach, and 403 when the viewer may not change it. Users may not
 * write their own attributes.
 */
export async function holdChangeable(transaction: Transaction, viewer: Viewer, ref: EntityRef): Promise<Entity> {
  const {entityType, entityId} = ref
  const held = await lockEntity(transaction, viewer, ref, 'no key update')
  if (held === undefined) throw noSuch(entityType)
  const mayGrant = held.authority === null || MAY_GRANT[viewer.authority].includes(held.authority)
  if (!mayChange(viewer.authority, entityType) || !mayGrant || entityId === viewer.userId) {
    throw forbidden(`Your account may not change this ${entityType}.`)
  }
  return held
}
