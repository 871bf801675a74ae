import {and, eq, sql} from 'drizzle-orm'
import {ATTRIBUTES_BYTES, ATTRIBUTES_OF_ENTITY} from '../../contract/limits'
import {ATTRIBUTE_SCOPES, type AttributeScope} from '../../contract/wire/entities/attribute'
import type {Transaction} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {attribute} from '../database/schema/attribute'
import {badRequest, contentTooLarge} from '../http/failures/errors'

type Bounded = Pick<typeof attribute.$inferSelect, 'entityType' | 'entityId' | 'scope' | 'version' | 'bytes'>

/**
 * Call it in the transaction that has written these attributes of one entity and one scope, and has locked the entity
 * against other writers. Throws 400 or 413 when the entity then has too many. Small values that replace others are not
 * weighed, because devices send them all the time: together they take no more than the limit once more.
 */
export async function requireBounds(transaction: Transaction, written: readonly Bounded[]) {
  const [first] = written
  const isAdding = written.some(({version}) => version === 1)
  if (first === undefined || (!isAdding && written.every(({bytes}) => bytes <= SMALL))) return
  const {count, bytes} = await totalBeside(transaction, first)
  if (isAdding && count > ATTRIBUTES_OF_ENTITY) {
    throw badRequest(`There would be more than ${ATTRIBUTES_OF_ENTITY} attributes.`)
  }
  if (bytes > ATTRIBUTES_BYTES) throw contentTooLarge(`The attributes would take more than ${ATTRIBUTES_BYTES} bytes.`)
}

const SMALL = ATTRIBUTES_BYTES / ATTRIBUTES_OF_ENTITY

/** The count and bytes of all attributes that share their limit with these. */
async function totalBeside(transaction: Transaction, {entityType, entityId, scope}: Bounded) {
  return exactlyOne(
    await transaction
      .select({
        count: sql<number>`count(*)`.mapWith(Number),
        bytes: sql<number>`coalesce(sum(${attribute.bytes}), 0)`.mapWith(Number),
      })
      .from(attribute)
      .where(
        and(
          eq(attribute.entityType, entityType),
          eq(attribute.entityId, entityId),
          isAnyOf(attribute.scope, scopesBeside(scope)),
        ),
      ),
  )
}

const {client, server, shared} = ATTRIBUTE_SCOPES
const scopesBeside = (scope: number): AttributeScope[] => (scope === client ? [client] : [server, shared])
