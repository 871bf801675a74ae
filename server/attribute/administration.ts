import {eq} from 'drizzle-orm'
import {type AttributeChange, attributeKey, type NewAttributeBody} from '../../contract/wire/attribute'
import type {AuditAction} from '../../contract/wire/audit'
import type {EpochMs} from '../../contract/wire/common'
import type {EntityRef} from '../access/reach'
import type {Actor, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {only} from '../database/only'
import {attribute} from '../database/schema'
import {badRequest, conflict, notFound} from '../http/errors'
import {type Entity, holdChangeable} from './entity'
import {type AttributeRef, isAttribute} from './repository'
import {type Attribute, scopeName, typedValue} from './wire'

/** Refusals are thrown: 400, 403, 404 or 409. What is refused has changed nothing. */
export interface AttributeAdministration {
  /** 409 where the scope has the key. */
  create(viewer: Viewer, actor: Actor, entity: EntityRef, body: NewAttributeBody): Promise<Attribute>
  /** Makes the attribute where there is none, unless the caller has seen a version of it: then it is gone (409). */
  write(viewer: Viewer, actor: Actor, ref: AttributeRef, change: AttributeChange): Promise<Written>
  remove(viewer: Viewer, actor: Actor, ref: AttributeRef): Promise<void>
}

export interface Written {
  written: Attribute
  isNew: boolean
}

export interface AttributeAdministrationOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
}

type Value = ReturnType<typeof typedValue>

export function createAttributeAdministration(options: AttributeAdministrationOptions): AttributeAdministration {
  const {now, audit} = options
  const {db} = options.database

  /** Undefined where there is such an attribute, even one that was made at the same moment. */
  async function insert(transaction: Transaction, entity: Entity, {scope, key}: AttributeRef, value: Value) {
    const {entityType, entityId, organisationId} = entity
    const [inserted] = await transaction
      .insert(attribute)
      .values({entityType, entityId, organisationId, scope, key, ...value, lastUpdateTs: now()})
      .onConflictDoNothing()
      .returning()
    return inserted
  }

  async function update(transaction: Transaction, {id, version}: Attribute, value: Value): Promise<Attribute> {
    const values = {...value, lastUpdateTs: now(), version: version + 1}
    return only(await transaction.update(attribute).set(values).where(eq(attribute.id, id)).returning())
  }

  const record = (transaction: Transaction, actor: Actor, action: AuditAction, entity: Entity, ref: AttributeRef) =>
    audit.record(transaction, actor, {action, ...entity, detail: {key: ref.key, scope: scopeName(ref.scope)}})

  return {
    create(viewer, actor, entityRef, {attributeKey: key, attributeType: scope, ...body}) {
      const value = typedValue(body)
      const ref = {...entityRef, scope, key}
      return db.transaction(async transaction => {
        const entity = await holdChangeable(transaction, viewer, entityRef)
        requireSame(entity, body)
        const created = await insert(transaction, entity, ref, value)
        if (created === undefined) throw conflict('The scope has an attribute with this key already.')
        await record(transaction, actor, 'attribute.created', entity, ref)
        return created
      })
    },

    write(viewer, actor, ref, {version, ...body}) {
      const value = typedValue(body)
      return db.transaction(async transaction => {
        const entity = await holdChangeable(transaction, viewer, ref)
        const created = version === undefined ? await insert(transaction, entity, ref, value) : undefined
        if (created !== undefined) {
          requireKey(ref.key)
          await record(transaction, actor, 'attribute.created', entity, ref)
          return {written: created, isNew: true}
        }
        const before = await lock(transaction, ref)
        if (before === undefined || before.version !== (version ?? before.version)) throw changedMeanwhile()
        await record(transaction, actor, 'attribute.updated', entity, ref)
        return {written: await update(transaction, before, value), isNew: false}
      })
    },

    remove: (viewer, actor, ref) =>
      db.transaction(async transaction => {
        const entity = await holdChangeable(transaction, viewer, ref)
        const removed = await transaction.delete(attribute).where(isAttribute(ref)).returning({id: attribute.id})
        if (removed.length === 0) throw notFound('There is no such attribute.')
        await record(transaction, actor, 'attribute.deleted', entity, ref)
      }),
  }
}

async function lock(transaction: Transaction, ref: AttributeRef): Promise<Attribute | undefined> {
  const [found] = await transaction.select().from(attribute).where(isAttribute(ref)).for('update')
  return found
}

function requireSame(entity: Entity, {entityId, organisation_id: organisationId}: Partial<NewAttributeBody>) {
  if (entityId !== undefined && entityId !== entity.entityId)
    throw badRequest('entityId: is another one in the address')
  if (organisationId && organisationId !== entity.organisationId) throw badRequest('organisation_id: is another one')
}

/** Devices may call theirs what they like; what people make can be typed and seen. */
function requireKey(key: string) {
  const parsed = attributeKey.safeParse(key)
  if (parsed.data !== key)
    throw badRequest('attributeKey: must not begin or end with a blank, or hold control characters')
}

const changedMeanwhile = () => conflict('Somebody else has changed this attribute meanwhile.')
