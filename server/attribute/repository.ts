import {and, asc, eq, inArray, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import {MANY_ATTRIBUTES_BYTES} from '../../contract/limits'
import {HEARTBEAT_ATTRIBUTE, heartbeatFrom} from '../../contract/rules/deviceStatus'
import {PLACE_KEYS, type Place, placeFrom} from '../../contract/rules/place'
import {type EpochMs, type Json, json} from '../../contract/wire/common'
import {
  ATTRIBUTE_SCOPES,
  type AttributeScope,
  type AttributeWire,
  attributeScope,
  type EntityType,
} from '../../contract/wire/entities/attribute'
import type {LiveAttribute} from '../../contract/wire/telemetry/live'
import {type EntityRef, lockEntity, reachedIds, SERVER} from '../access/reach'
import type {Caller, Viewer} from '../access/viewer'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {attribute} from '../database/schema/attribute'
import {badRequest} from '../http/failures/errors'
import {requireBounds} from './bounds'

export type Attribute = typeof attribute.$inferSelect
export type AttributeValue = boolean | number | string | object

/** The address of an attribute. */
export interface AttributeRef extends EntityRef {
  scope: AttributeScope
  key: string
}

/** Hides the secrets in JSON from readers, and prepares for storing what they write. It is checked before. */
export interface AttributeGuard {
  holds(ref: Pick<Attribute, 'entityType' | 'key'> & {scope: number}): boolean
  shown(value: unknown): Promise<Json>
  /** Throws 400. It may take seconds, so it is called without a transaction. */
  requireUsable(entityId: string, value: unknown): Promise<void>
  /** Throws 400. `before` is the stored value, if any. */
  taken(value: unknown, before: unknown): Promise<Json>
}

const NUMBER = sql<number | null>`coalesce(${attribute.dblV}, ${attribute.longV})::float8`

/**
 * Reads the JSON of attributes that say how things of an organisation are. A caller in a transaction gives it as `within`:
 * another connection might only become free when that transaction has ended.
 */
export interface AttributeReader {
  /** The JSON of the shared attributes with this key, by the ids of those organisations, customers, devices and assets. */
  sharedJson(key: string, entityIds: readonly string[], within?: Selecting): Promise<Map<string, Json>>
  /** The places of devices by their ids: of several scopes, the shared one goes before, then the server's. */
  places(deviceIds: readonly string[]): Promise<Map<string, Place>>
  /** The JSON of the server attributes with this key, by the ids of those organisations that have one. */
  serverJson(key: string, organisationIds: readonly string[], within?: Selecting): Promise<Map<string, Json>>
}

type Selecting = Pick<Transaction, 'select'>

export interface AttributeRepository extends AttributeReader {
  list(entity: EntityRef): Promise<Attribute[]>
  find(ref: AttributeRef): Promise<Attribute | undefined>
  /**
   * The attributes with any of these keys of all entities of a kind that the viewer may see, or of those of an
   * organisation. Throws 400 when they take too many bytes for one answer.
   */
  ofAll(
    viewer: Viewer,
    kind: EntityType,
    keys: readonly string[],
    organisationId: string | undefined,
  ): Promise<Attribute[]>
  /**
   * Writes all attributes or none, and none for a device that has been deleted. Each write increases the attribute's
   * version. Throws 400 or 413 when the device would have too many.
   */
  upsertClientAttributes(
    device: {id: string; organisationId: string},
    values: ReadonlyMap<string, AttributeValue>,
  ): Promise<void>
}

/**
 * Called with attributes that are written or deleted, in the transaction that does so. The function that it resolves to
 * is called after the commit.
 */
export type AttributeListener = (transaction: Transaction, refs: readonly ChangedRef[]) => Promise<() => void>

/** Called with what people do to an attribute, in the transaction that does so. `after` is missing when it is deleted. */
export type AttributeHistory = (
  transaction: Transaction,
  caller: Caller,
  change: {ref: AttributeRef; before?: Attribute | undefined; after?: Attribute | undefined},
) => Promise<void>

/** Null for someone without an organisation. */
export type ChangedRef = AttributeRef & {organisationId: string | null}

/** Is called with attributes that were written or deleted, after the commit. It never throws and returns at once. */
export type PublishAttributes = (batch: LiveAttribute[]) => void

export interface AttributeRepositoryOptions {
  database: Database
  now: () => EpochMs
  publish: PublishAttributes
  onAttributes?: AttributeListener
}

const TOO_MUCH = `These attributes take more than ${MANY_ATTRIBUTES_BYTES} bytes. Ask for fewer keys, or one organisation.`

export function createAttributeRepository(options: AttributeRepositoryOptions): AttributeRepository {
  const {now, publish, onAttributes = ignoreAttributes} = options
  const {db} = options.database

  return {
    ...createAttributeReader(options.database),

    list: entity => db.select().from(attribute).where(isOf(entity)).orderBy(asc(attribute.scope), asc(attribute.key)),

    async find(ref) {
      const [found] = await db.select().from(attribute).where(isAttribute(ref))
      return found
    },

    async ofAll(viewer, kind, keys, organisationId) {
      const isAsked = and(
        eq(attribute.entityType, kind),
        inArray(attribute.entityId, reachedIds(db, viewer, kind, organisationId)),
        // The index has the scope before the key.
        isAnyOf(attribute.scope, Object.values(ATTRIBUTE_SCOPES)),
        isAnyOf(attribute.key, keys),
      )
      const bytes = sql<number>`coalesce(sum(${attribute.bytes}), 0)`.mapWith(Number)
      const [total] = await db.select({bytes}).from(attribute).where(isAsked)
      if ((total?.bytes ?? 0) > MANY_ATTRIBUTES_BYTES) throw badRequest(TOO_MUCH)
      return db.select().from(attribute).where(isAsked)
    },

    async upsertClientAttributes(device, values) {
      if (values.size === 0) return
      const rows = [...values].map(([key, value]) => ({
        entityType: 'device' as const,
        entityId: device.id,
        organisationId: device.organisationId,
        scope: ATTRIBUTE_SCOPES.client,
        key,
        lastUpdateTs: now(),
        ...typed(value),
      }))
      // All messages write in the same order, so that two of one device can't deadlock.
      rows.sort((a, b) => (a.key < b.key ? -1 : 1))
      const {written, afterwards} = await db.transaction(async transaction => {
        // The lock keeps the device until the transaction ends, because its attributes must be removed with it.
        const ref = {entityType: 'device', entityId: device.id} as const
        const held = await lockEntity(transaction, SERVER, ref, 'no key update')
        const written = held === undefined ? [] : await upsert(transaction, rows)
        await requireBounds(transaction, written)
        return {written, afterwards: await onAttributes(transaction, held === undefined ? [] : rows)}
      })
      publish(toLive(written))
      afterwards()
    },
  }
}

export function createAttributeReader({db}: Pick<Database, 'db'>): AttributeReader {
  async function jsonOfMany(
    kinds: readonly EntityType[],
    scope: AttributeScope,
    key: string,
    entityIds: readonly string[],
    within: Selecting = db,
  ) {
    const found = await within
      .select({id: attribute.entityId, jsonV: attribute.jsonV})
      .from(attribute)
      .where(
        and(
          isAnyOf(attribute.entityType, kinds),
          isAnyOf(attribute.entityId, entityIds),
          eq(attribute.scope, scope),
          eq(attribute.key, key),
        ),
      )
    return new Map(found.map(({id, jsonV}) => [id, json.parse(jsonV)]))
  }

  async function places(deviceIds: readonly string[]) {
    const {latitude, longitude} = PLACE_KEYS
    const found = await db
      .select({id: attribute.entityId, key: attribute.key, scope: attribute.scope, value: NUMBER})
      .from(attribute)
      .where(
        and(
          eq(attribute.entityType, 'device'),
          isAnyOf(attribute.entityId, deviceIds),
          inArray(attribute.key, [latitude, longitude]),
        ),
      )
      .orderBy(asc(attribute.scope))
    const values = new Map(found.map(({id, key, scope, value}) => [`${id} ${scope} ${key}`, value]))
    return new Map(
      found.flatMap(({id, scope}) => {
        const place = placeFrom(values.get(`${id} ${scope} ${latitude}`), values.get(`${id} ${scope} ${longitude}`))
        return place === null ? [] : [[id, place] as const]
      }),
    )
  }

  return {
    places,
    sharedJson: (key, entityIds, within) =>
      jsonOfMany(['organisation', 'customer', 'device', 'asset'], ATTRIBUTE_SCOPES.shared, key, entityIds, within),
    serverJson: (key, entityIds, within) =>
      jsonOfMany(['organisation'], ATTRIBUTE_SCOPES.server, key, entityIds, within),
  }
}

export const ignoreAttributes: AttributeListener = async () => () => {}

/** They run one after the other, in the same transaction. */
export const combineListeners =
  (listeners: readonly AttributeListener[]): AttributeListener =>
  async (transaction, refs) => {
    const afterwards: (() => void)[] = []
    for (const onAttributes of listeners) afterwards.push(await onAttributes(transaction, refs))
    return () => {
      for (const call of afterwards) call()
    }
  }

/** The event of written attributes for those who watch their devices. */
export const toLive = (written: readonly Attribute[]): LiveAttribute[] =>
  written.filter(({entityType}) => entityType === 'device').map(found => ({written: toWire(found)}))

export function toWire(found: Attribute): AttributeWire {
  return {
    id: found.id,
    entityId: found.entityId,
    attributeType: attributeScope.parse(found.scope),
    attributeKey: found.key,
    bool_v: found.boolV,
    str_v: found.strV,
    long_v: found.longV,
    dbl_v: found.dblV,
    json_v: found.jsonV,
    lastUpdateTs: found.lastUpdateTs,
    organisation_id: found.organisationId,
    version: found.version,
  }
}

const isOf = ({entityType, entityId}: EntityRef) =>
  and(eq(attribute.entityType, entityType), eq(attribute.entityId, entityId))

export const isAttribute = ({scope, key, ...entity}: AttributeRef) =>
  and(isOf(entity), eq(attribute.scope, scope), eq(attribute.key, key))

/** An attribute as part of a query for its entities. */
interface AttributeOf extends Omit<AttributeRef, 'entityId'> {
  entityId: SQL | SQL.Aliased | AnyPgColumn
}

/** The JSON of an attribute, as part of a query; null when there is none. */
export const jsonOf = (of: AttributeOf): SQL<unknown> =>
  sql`(select ${attribute.jsonV} from ${attribute} where ${isThat(of)})`

/** The version of an attribute, as part of a query; null when there is none. */
export const versionOf = (of: AttributeOf): SQL<number | null> =>
  sql`(select ${attribute.version} from ${attribute} where ${isThat(of)})`

/** The time of an attribute's last write, as part of a query; null when there is none. */
export const writtenAtOf = (of: AttributeOf): SQL<EpochMs | null> =>
  sql`(select ${attribute.lastUpdateTs} from ${attribute} where ${isThat(of)})`

const isThat = ({entityType, entityId, scope, key}: AttributeOf) =>
  and(
    eq(attribute.entityType, entityType),
    eq(attribute.entityId, entityId),
    eq(attribute.scope, scope),
    eq(attribute.key, key),
  )

/** Removes the attributes of entities that are removed in the same transaction. */
export async function removeAttributes(transaction: Transaction, entityType: EntityType, entityIds: readonly string[]) {
  await transaction.delete(attribute).where(isOfAny(entityType, entityIds))
}

/** Lists that attributes keep under a key, and what becomes of each when `id` is taken out. */
export interface StoredIds {
  entityType: EntityType
  key: string
  /** A part that the JSON of every list with the id contains. */
  containing(id: string): Json
  without(value: Json, version: number, id: string): Json
}

/** A list before an id was taken out of it, and as it is now. */
export interface TakenFrom {
  before: Json
  written: Attribute
}

/** Takes an id out of every such list, with new versions. */
export async function takeFromLists(
  transaction: Transaction,
  {entityType, key, containing, without}: StoredIds,
  id: string,
  now: EpochMs,
): Promise<TakenFrom[]> {
  const listing = await transaction
    .select()
    .from(attribute)
    .where(
      and(
        eq(attribute.entityType, entityType),
        eq(attribute.key, key),
        sql`${attribute.jsonV} @> ${JSON.stringify(containing(id))}::jsonb`,
      ),
    )
    .orderBy(asc(attribute.id))
    .for('update')
  const taken: TakenFrom[] = []
  for (const {id: listId, jsonV, version} of listing) {
    const before = json.parse(jsonV)
    const values = {jsonV: without(before, version, id), lastUpdateTs: now, version: version + 1}
    const written = await transaction.update(attribute).set(values).where(eq(attribute.id, listId)).returning()
    taken.push(...written.map(each => ({before, written: each})))
  }
  return taken
}

/** A list that is written again, unless another version of it exists. */
export interface PutBack {
  attributeId: string
  version: number
  change(value: Json, version: number): Json
}

/** Writes lists that nobody has written meanwhile, with new versions, and answers with those. */
export async function putBack(transaction: Transaction, lists: readonly PutBack[], now: EpochMs): Promise<Attribute[]> {
  const byId = new Map(lists.map(list => [list.attributeId, list]))
  const found = await transaction
    .select()
    .from(attribute)
    .where(isAnyOf(attribute.id, [...byId.keys()]))
    .orderBy(asc(attribute.id))
    .for('update')
  const written: Attribute[] = []
  for (const {id, jsonV, version} of found) {
    const list = byId.get(id)
    if (list?.version !== version) continue
    const values = {jsonV: list.change(json.parse(jsonV), version), lastUpdateTs: now, version: version + 1}
    written.push(...(await transaction.update(attribute).set(values).where(eq(attribute.id, id)).returning()))
  }
  return written
}

/** Clears the organisation of attributes whose entities leave the organisation in the same transaction. */
export async function takeFromOrganisation(
  transaction: Transaction,
  entityType: EntityType,
  entityIds: readonly string[],
) {
  await transaction.update(attribute).set({organisationId: null}).where(isOfAny(entityType, entityIds))
}

const isOfAny = (entityType: EntityType, entityIds: readonly string[]) =>
  and(eq(attribute.entityType, entityType), isAnyOf(attribute.entityId, entityIds))

function upsert(transaction: Transaction, rows: (typeof attribute.$inferInsert)[]): Promise<Attribute[]> {
  return transaction
    .insert(attribute)
    .values(rows)
    .onConflictDoUpdate({
      target: [attribute.entityType, attribute.entityId, attribute.scope, attribute.key],
      set: {
        boolV: sql`excluded.bool_v`,
        strV: sql`excluded.str_v`,
        longV: sql`excluded.long_v`,
        dblV: sql`excluded.dbl_v`,
        jsonV: sql`excluded.json_v`,
        lastUpdateTs: sql`excluded.last_update_ts`,
        version: sql`${attribute.version} + 1`,
      },
    })
    .returning()
}

function typed(value: AttributeValue): Partial<Pick<Attribute, 'boolV' | 'strV' | 'longV' | 'dblV' | 'jsonV'>> {
  switch (typeof value) {
    case 'boolean':
      return {boolV: value}
    case 'number':
      return Number.isSafeInteger(value) ? {longV: value} : {dblV: value}
    case 'string':
      return {strV: value}
    default:
      return {jsonV: value}
  }
}

/** What a device has stored as its heartbeat; undefined without any. */
export async function heartbeatOf(attributes: Pick<AttributeRepository, 'find'>, deviceId: string) {
  const {client: scope} = ATTRIBUTE_SCOPES
  const found = await attributes.find({entityType: 'device', entityId: deviceId, scope, key: HEARTBEAT_ATTRIBUTE})
  if (found === undefined) return undefined
  const value = json.parse(found.jsonV)
  return {value, heartbeat: heartbeatFrom(value, found.lastUpdateTs)}
}
