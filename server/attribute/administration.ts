import {eq} from 'drizzle-orm'
import {scopeName} from '../../contract/rules/scopeName'
import type {EpochMs} from '../../contract/wire/common'
import type {AttributeChange, NewAttributeBody} from '../../contract/wire/entities/attribute'
import type {AuditAction} from '../../contract/wire/entities/audit'
import {holdChangeable} from '../access/changeable'
import type {Entity, EntityRef} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {attribute} from '../database/schema'
import {conflict, notFound} from '../http/failures/errors'
import {requireBounds} from './bounds'
import {
  type Attribute,
  type AttributeGuard,
  type AttributeHistory,
  type AttributeListener,
  type AttributeRef,
  ignoreAttributes,
  isAttribute,
  type PublishAttributes,
  toLive,
} from './repository'
import {requireKey, requireSame, requireVisibleVideos, typedValue} from './rules'

export interface Written {
  written: Attribute
  isNew: boolean
}

export interface AttributeAdministrationOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  audit: AuditTrail
  publish: PublishAttributes
  guard: AttributeGuard
  onAttributes?: AttributeListener
  history?: AttributeHistory | undefined
}

type Value = ReturnType<typeof typedValue>

interface Change {
  ref: AttributeRef
  value: Value
}

/** Throws 400, 403, 404, 409 or 413. A refused call has changed nothing. */
export class AttributeAdministration {
  readonly #options: AttributeAdministrationOptions
  readonly #onAttributes
  readonly #db

  constructor(options: AttributeAdministrationOptions) {
    this.#options = options
    const {onAttributes = ignoreAttributes} = options
    this.#onAttributes = onAttributes
    this.#db = options.database.db
  }

  /** Throws 409 when the scope already has the key. */
  async create(
    caller: Caller,
    entityRef: EntityRef,
    {attributeKey: key, attributeType: scope, ...body}: NewAttributeBody,
  ): Promise<Attribute> {
    const typed = typedValue(body)
    const ref = {...entityRef, scope, key}
    await this.#requireUsable(caller, ref, typed)
    const {created, afterwards} = await this.#db.transaction(async transaction => {
      const entity = await holdChangeable(transaction, caller, entityRef)
      requireSame(entity, body)
      const value = await this.#taken(transaction, ref, typed)
      const created = await this.#insert(transaction, caller, entity, {ref, value})
      if (created === undefined) throw conflict('The scope has an attribute with this key already.')
      await this.#record(transaction, caller, 'attribute.created', {entity, ref, after: created})
      return {created, afterwards: await this.#notify(transaction, entity, ref)}
    })
    this.#options.publish(toLive([created]))
    afterwards()
    return created
  }

  /**
   * Creates the attribute when there is none. Throws 409 instead when the caller has seen a version of it, since it has
   * been deleted.
   */
  async write(caller: Caller, ref: AttributeRef, {version, ...body}: AttributeChange): Promise<Written> {
    const typed = typedValue(body)
    await this.#requireUsable(caller, ref, typed)
    const {afterwards, ...done} = await this.#db.transaction(async transaction => {
      const entity = await holdChangeable(transaction, caller, ref)
      const value = await this.#taken(transaction, ref, typed)
      const created = version === undefined ? await this.#insert(transaction, caller, entity, {ref, value}) : undefined
      if (created !== undefined) {
        requireKey(ref.key)
        await this.#record(transaction, caller, 'attribute.created', {entity, ref, after: created})
        return {written: created, isNew: true, afterwards: await this.#notify(transaction, entity, ref)}
      }
      const before = await lock(transaction, ref)
      if (before === undefined || before.version !== (version ?? before.version)) throw changedMeanwhile()
      const written = await this.#update(transaction, caller, before, value)
      await this.#record(transaction, caller, 'attribute.updated', {entity, ref, before, after: written})
      return {written, isNew: false, afterwards: await this.#notify(transaction, entity, ref)}
    })
    this.#options.publish(toLive([done.written]))
    afterwards()
    return done
  }

  async remove(caller: Caller, ref: AttributeRef): Promise<void> {
    const afterwards = await this.#db.transaction(async transaction => {
      const entity = await holdChangeable(transaction, caller, ref)
      const [before] = await transaction.delete(attribute).where(isAttribute(ref)).returning()
      if (before === undefined) throw notFound('There is no such attribute.')
      await this.#record(transaction, caller, 'attribute.deleted', {entity, ref, before})
      return this.#notify(transaction, entity, ref)
    })
    afterwards()
    const {entityType, entityId, scope: attributeType, key: attributeKey} = ref
    if (entityType !== 'device') return
    this.#options.publish([{deleted: {entityId, attributeType, attributeKey, at: this.#options.now()}}])
  }

  /** Nothing is evaluated for somebody who may not write it. */
  async #requireUsable(caller: Caller, ref: AttributeRef, {jsonV}: Value): Promise<void> {
    const {guard} = this.#options
    if (jsonV === null || !guard.holds(ref)) return
    await this.#db.transaction(transaction => holdChangeable(transaction, caller, ref))
    await guard.requireUsable(ref.entityId, jsonV)
  }

  /** The value to store when its writer does not read all of it. */
  async #taken(transaction: Transaction, ref: AttributeRef, value: Value): Promise<Value> {
    const {guard} = this.#options
    if (value.jsonV === null || !guard.holds(ref)) return value
    const before = await lock(transaction, ref)
    return {...value, jsonV: await guard.taken(value.jsonV, before?.jsonV)}
  }

  /** Undefined when the attribute exists, even when another call has created it at the same moment. */
  async #insert(transaction: Transaction, caller: Caller, {organisationId}: Entity, {ref, value}: Change) {
    const {entityType, entityId, scope, key} = ref
    const [inserted] = await transaction
      .insert(attribute)
      .values({entityType, entityId, organisationId, scope, key, ...value, lastUpdateTs: this.#options.now()})
      .onConflictDoNothing()
      .returning()
    if (inserted === undefined) return undefined
    await requireBounds(transaction, [inserted])
    await requireVisibleVideos(transaction, caller, inserted)
    return inserted
  }

  async #update(transaction: Transaction, caller: Caller, before: Attribute, value: Value): Promise<Attribute> {
    const {id, version} = before
    const values = {...value, lastUpdateTs: this.#options.now(), version: version + 1}
    const updated = exactlyOne(await transaction.update(attribute).set(values).where(eq(attribute.id, id)).returning())
    await requireBounds(transaction, [updated])
    await requireVisibleVideos(transaction, caller, updated, before)
    return updated
  }

  #notify(transaction: Transaction, {organisationId}: Entity, ref: AttributeRef) {
    return this.#onAttributes(transaction, [{...ref, organisationId}])
  }

  async #record(
    transaction: Transaction,
    caller: Caller,
    action: AuditAction,
    {entity, ref, before, after}: {entity: Entity; ref: AttributeRef; before?: Attribute; after?: Attribute},
  ): Promise<void> {
    await this.#options.history?.(transaction, caller, {ref, before, after})
    await this.#options.audit.record(transaction, caller, {
      action,
      entityType: ref.entityType,
      entityId: entity.id,
      entityName: entity.name,
      organisationId: entity.organisationId,
      detail: {key: ref.key, scope: scopeName(ref.scope), ...(after && {version: after.version})},
    })
  }
}

async function lock(transaction: Transaction, ref: AttributeRef): Promise<Attribute | undefined> {
  const [found] = await transaction.select().from(attribute).where(isAttribute(ref)).for('update')
  return found
}

const changedMeanwhile = () => conflict('Somebody else has changed this attribute meanwhile.')
