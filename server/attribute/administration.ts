import {eq} from 'drizzle-orm'
import {PLAYLIST_ATTRIBUTE, playlistFrom} from '../../contract/rules/lists/playlist'
import {playlistChanges} from '../../contract/rules/lists/playlistChange'
import {scopeName} from '../../contract/rules/scopeName'
import {type EpochMs, id, json} from '../../contract/wire/common'
import {
  ATTRIBUTE_SCOPES,
  type AttributeChange,
  attributeKey,
  type NewAttributeBody,
} from '../../contract/wire/entities/attribute'
import type {AuditAction} from '../../contract/wire/entities/audit'
import {holdChangeable} from '../access/changeable'
import {createReachedAmong, type Entity, type EntityRef, SERVER} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {AuditTrail} from '../audit/repository'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {attribute} from '../database/schema/attribute'
import {badRequest, conflict, forbidden, notFound} from '../http/failures/errors'
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
      detail: {
        key: ref.key,
        scope: scopeName(ref.scope),
        ...(after && {version: after.version}),
        ...(isPlaylist(ref) && {list: playlistChanges(listIn(before), listIn(after))}),
      },
    })
  }
}

const isPlaylist = ({entityType, scope, key}: AttributeRef): boolean =>
  entityType === 'device' && scope === ATTRIBUTE_SCOPES.shared && key === PLAYLIST_ATTRIBUTE

const listIn = (stored: Attribute | undefined) => json.safeParse(stored?.jsonV).data

async function lock(transaction: Transaction, ref: AttributeRef): Promise<Attribute | undefined> {
  const [found] = await transaction.select().from(attribute).where(isAttribute(ref)).for('update')
  return found
}

const changedMeanwhile = () => conflict('Somebody else has changed this attribute meanwhile.')

type Typed = Pick<Attribute, 'boolV' | 'strV' | 'longV' | 'dblV' | 'jsonV'>

/** Puts the value of a body into its column, and null into the others. Throws 400 unless there is exactly one value. */
function typedValue(body: Omit<AttributeChange, 'version'>): Typed {
  const {
    bool_v: boolV = null,
    str_v: strV = null,
    long_v: longV = null,
    dbl_v: dblV = null,
    json_v: jsonV = null,
  } = body
  const typed = {boolV, strV, longV, dblV, jsonV}
  if (Object.values(typed).filter(value => value !== null).length === 1) return typed
  throw badRequest('Exactly one of bool_v, str_v, long_v, dbl_v and json_v must have a value.')
}

/**
 * A screen fetches whatever its playlist names. Throws 403 for a video that is out of the writer's reach, unless it
 * was in the playlist before.
 */
async function requireVisibleVideos(transaction: Transaction, writer: Viewer, written: Attribute, before?: Attribute) {
  const {entityType, scope, key, organisationId} = written
  const isPlaylist = entityType === 'device' && scope === ATTRIBUTE_SCOPES.shared && key === PLAYLIST_ATTRIBUTE
  if (!isPlaylist || organisationId === null) return
  const listed = videosOf(before)
  const added = videosOf(written).filter(assetId => !listed.includes(assetId))
  const reachedAmong = createReachedAmong({db: transaction})
  const fetched = await reachedAmong(SERVER, 'asset', added, organisationId)
  const visible = await reachedAmong(writer, 'asset', [...fetched])
  if (visible.size < fetched.size) throw forbidden('Your account may not see all of these videos.')
}

const videosOf = (playlist: Attribute | undefined): string[] =>
  playlistFrom(json.parse(playlist?.jsonV ?? null), null).items.flatMap(({assetId}) => id.safeParse(assetId).data ?? [])

/** Throws 400 when the entity or organisation in a body differs from the one in the path. */
function requireSame(entity: Entity, {entityId, organisation_id: organisationId}: Partial<NewAttributeBody>) {
  if (entityId !== undefined && entityId !== entity.id) throw badRequest('entityId: is another one in the address')
  if (organisationId && organisationId !== entity.organisationId) throw badRequest('organisation_id: is another one')
}

/** Throws 400 for a key that can't be typed or seen. Devices may use any key for their own attributes. */
function requireKey(key: string) {
  const parsed = attributeKey.safeParse(key)
  if (parsed.data !== key)
    throw badRequest('attributeKey: must not begin or end with a blank, hold control characters, or be a dot or two')
}
