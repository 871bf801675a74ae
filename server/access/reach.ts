import {and, eq, exists, inArray, or, type Placeholder, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn, PgTable} from 'drizzle-orm/pg-core'
import type {DeviceChoice} from '../../contract/rules/lists/walls'
import {id as uuid} from '../../contract/wire/common'
import type {EntityType} from '../../contract/wire/entities/attribute'
import {AUTHORITIES, type Authority} from '../../contract/wire/people/user'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {alarm} from '../database/schema/alarm'
import {asset} from '../database/schema/asset'
import {device} from '../database/schema/device'
import {customer, organisation} from '../database/schema/organisation'
import {user} from '../database/schema/user'
import {type NamedKind, REACH, type Role} from './access'
import type {Named, Viewer} from './viewer'

interface Kind {
  table: PgTable & {id: AnyPgColumn}
  /** The name, title or email that people know an entity by. */
  name: AnyPgColumn | SQL
  organisationId: AnyPgColumn
  customerId: AnyPgColumn | undefined
}

const KINDS: Readonly<Record<EntityType, Kind>> = {
  organisation: {
    table: organisation,
    name: organisation.title,
    organisationId: organisation.id,
    customerId: undefined,
  },
  customer: {
    table: customer,
    name: sql`coalesce(nullif(${customer.title}, ''), ${customer.email})`,
    organisationId: customer.organisationId,
    customerId: customer.id,
  },
  user: {table: user, name: user.email, organisationId: user.organisationId, customerId: user.customerId},
  device: {table: device, name: device.name, organisationId: device.organisationId, customerId: device.customerId},
  asset: {table: asset, name: asset.name, organisationId: asset.organisationId, customerId: asset.customerId},
}

/** The fields of a viewer, as values or as columns of the query that finds the viewer. */
export type Reaching = {[Key in 'userId' | 'organisationId' | 'customerId']: Viewer[Key] | AnyPgColumn} & {
  authority: Role
} & Pick<Viewer, 'shown'>

/** The server itself when it acts for a device. It reaches everything. */
export const SERVER: Reaching = {userId: '', authority: 'SYS_ADMIN', organisationId: null, customerId: null}

/** Limits a query to the entities that the viewer may see. Undefined when the viewer may see all of them. */
export function withinReach(viewer: Reaching, kind: EntityType): SQL | undefined {
  const reached = ownedBy(viewer, kind)
  return kind === 'user' && reached !== undefined ? or(reached, eq(user.id, viewer.userId)) : reached
}

function ownedBy({authority, ...viewer}: Reaching, kind: EntityType): SQL | undefined {
  const {organisationId, customerId} = KINDS[kind]
  const reach = REACH[kind][authority]
  switch (reach) {
    case 'everything':
      return undefined
    case 'organisation':
      return viewer.organisationId === null ? sql`false` : eq(organisationId, viewer.organisationId)
    case 'customer':
      return viewer.customerId === null || customerId === undefined ? sql`false` : eq(customerId, viewer.customerId)
    case 'wall':
      if (viewer.organisationId === null) return sql`false`
      return and(eq(organisationId, viewer.organisationId), isShown(viewer.shown ?? null))
    case 'nothing':
      return sql`false`
    default:
      return reach satisfies never
  }
}

/** The devices of a wall: `chosenDevices` of the client, as a query. */
function isShown(choice: DeviceChoice | null): SQL | undefined {
  if (choice === null) return sql`false`
  const {by, values} = choice
  switch (by) {
    case 'all':
      return undefined
    case 'picked':
      return isAnyOf(
        device.id,
        values.flatMap(value => uuid.safeParse(value).data ?? []),
      )
    case 'label':
    case 'type':
      return sql`coalesce(${device[by]}, '') = any(${sql.param(values)})`
    default:
      return by satisfies never
  }
}

/** Limits a query to the viewer's own organisation, which customer users have as well. A SYS_ADMIN has all of them. */
function ownOrganisation({authority, organisationId}: Reaching): SQL | undefined {
  if (authority === 'SYS_ADMIN') return undefined
  return organisationId === null ? sql`false` : eq(organisation.id, organisationId)
}

export interface EntityRef {
  entityType: EntityType
  entityId: string
}

/** The fields that entities of every kind have. */
export interface Entity {
  id: string
  /** The name, title or email. */
  name: string
  organisationId: string | null
  /** Null for an entity that is not a user. */
  authority: Authority | null
}

/**
 * Locks an entity until the transaction ends, so that it isn't removed while something is written about it. Undefined
 * when there is no such entity within reach.
 */
export async function lockEntity(
  transaction: Transaction,
  viewer: Reaching,
  {entityType, entityId}: EntityRef,
  strength: 'key share' | 'no key update' = 'key share',
): Promise<Entity | undefined> {
  const within = withinReach(viewer, entityType)
  const [held] = await selectEntities(transaction, entityType, is(entityType, entityId), within).for(strength)
  return held
}

/**
 * Locks the entities among `ids` that are within reach and belong to the organisation. They are sorted, so that two
 * calls can't deadlock.
 */
export function lockEntities(
  transaction: Transaction,
  viewer: Reaching,
  kind: EntityType,
  {ids, organisationId}: {ids: readonly string[]; organisationId: string},
): PromiseLike<Entity[]> {
  const {table} = KINDS[kind]
  const within = withinReach(viewer, kind)
  return selectEntities(transaction, kind, isAnyOf(table.id, ids), belongsTo(kind, organisationId), within)
    .orderBy(table.id)
    .for('key share')
}

/** Locks an organisation if it is the viewer's own. */
export async function lockOwnOrganisation(
  transaction: Transaction,
  viewer: Reaching,
  id: string,
): Promise<Entity | undefined> {
  const [held] = await selectEntities(transaction, 'organisation', is('organisation', id), ownOrganisation(viewer)).for(
    'key share',
  )
  return held
}

/** Returns the `ids`, all of one kind, that exist within the viewer's reach, in an organisation or in any. */
export type ReachedAmong = (
  viewer: Viewer,
  kind: EntityType,
  ids: string[],
  organisationId?: string,
) => Promise<Set<string>>

export function createReachedAmong({db}: {db: Pick<Transaction, 'select'>}) {
  return async (viewer: Reaching, kind: EntityType, ids: readonly string[], organisationId?: string) => {
    if (ids.length === 0) return new Set<string>()
    const {table} = KINDS[kind]
    const own = organisationId === undefined ? undefined : belongsTo(kind, organisationId)
    const found = await db
      .select({id: sql<string>`${table.id}`})
      .from(table)
      .where(and(isAnyOf(table.id, ids), own, withinReach(viewer, kind)))
    return new Set<string>(found.map(({id}) => id))
  }
}

/** The devices that some people see. */
export interface Sight {
  /** Nobody knows who could see a removed device, so it counts as seen by everybody who may sign in. */
  sees(userId: string, deviceId: string): boolean
  /** Devices with the same owner are seen by the same people. */
  ownerOf(deviceId: string): string | undefined
}

/** Reads which of some users may sign in and have which of some devices within reach, as both are now. */
export async function readSight(
  db: Pick<Transaction, 'select'>,
  userIds: readonly string[],
  deviceIds: readonly string[],
): Promise<Sight> {
  if (userIds.length === 0) return {sees: () => false, ownerOf: () => undefined}
  const owner = sql<string>`concat(${device.organisationId}, ' ', ${device.customerId})`
  const [devices, users] = [isAnyOf(device.id, deviceIds), and(isAnyOf(user.id, userIds), MAY_SIGN_IN)]
  const owners = await db.select({id: device.id, owner}).from(device).where(devices)
  const present = await db.select({id: user.id}).from(user).where(users)
  const seen = await db
    .select({id: user.id, owner})
    .from(user)
    .innerJoin(device, seenByUser('device'))
    .where(and(users, devices))
    .groupBy(user.id, device.organisationId, device.customerId)
  const ownerOf = new Map(owners.map(found => [found.id, found.owner]))
  const ofPeople = new Map(present.map(({id}) => [id, new Set<string>()]))
  for (const found of seen) ofPeople.get(found.id)?.add(found.owner)
  return {
    ownerOf: deviceId => ownerOf.get(deviceId),
    sees(userId, deviceId) {
      const [owners, of] = [ofPeople.get(userId), ownerOf.get(deviceId)]
      return owners !== undefined && (of === undefined || owners.has(of))
    },
  }
}

const MAY_SIGN_IN = and(eq(user.userDeleted, false), user.isVerified)

/** Whether a user of the surrounding query may sign in and sees a device; organisation admins also see future ones. */
export const seesDevices = (db: Pick<Transaction, 'select'>): SQL<boolean> =>
  sql`(${and(
    MAY_SIGN_IN,
    or(
      eq(user.authority, 'ORGANISATION_ADMIN'),
      exists(db.select({id: device.id}).from(device).where(seenByUser('device'))),
    ),
  )})`

/** The entities of a kind that the user of the surrounding query may see. */
const seenByUser = (kind: EntityType): SQL | undefined =>
  reachedByRole({...user, userId: user.id}, asking => withinReach(asking, kind))

/** The ids of all entities of a kind within the viewer's reach, in an organisation or in any; at most `limit`. */
export type AllReached = (
  viewer: Viewer,
  kind: EntityType,
  {organisationId, limit}: {organisationId: string | undefined; limit: number},
) => Promise<string[]>

export function createAllReached({db}: {db: Pick<Transaction, 'select'>}): AllReached {
  return async (viewer, kind, {organisationId, limit}) => {
    const found = await reachedIds(db, viewer, kind, organisationId).orderBy(KINDS[kind].table.id).limit(limit)
    return found.map(({id}) => id)
  }
}

/** The ids of the entities that the viewer may see, of an organisation or of all, as part of a query. */
export const reachedIds = (
  db: Pick<Transaction, 'select'>,
  viewer: Viewer,
  kind: EntityType,
  organisationId: string | undefined,
) =>
  db
    .select({id: sql<string>`${KINDS[kind].table.id}`})
    .from(KINDS[kind].table)
    .where(and(organisationId === undefined ? undefined : belongsTo(kind, organisationId), withinReach(viewer, kind)))

/**
 * Counts the entities of a kind that belong to an organisation or customer. `id` is a column of the surrounding query.
 */
export const countOf = (
  db: Database['db'],
  kind: EntityType,
  owner: 'organisationId' | 'customerId',
  id: AnyPgColumn,
) => db.$count(KINDS[kind].table, sql`${KINDS[kind][owner] ?? null} = ${id}`)

export const belongsTo = (kind: EntityType, organisationId: string): SQL =>
  eq(KINDS[kind].organisationId, organisationId)

const is = (kind: EntityType, id: string): SQL => eq(KINDS[kind].table.id, id)

function selectEntities(db: Pick<Transaction, 'select'>, kind: EntityType, ...conditions: (SQL | undefined)[]) {
  const {table, name, organisationId} = KINDS[kind]
  return db
    .select({
      id: sql<string>`${table.id}`,
      name: sql<string>`${name}`,
      organisationId: sql<string | null>`${organisationId}`,
      authority: sql<Authority | null>`${kind === 'user' ? user.authority : null}`,
    })
    .from(table)
    .where(and(...conditions))
    .$dynamic()
}

type ViewerColumns = Readonly<Record<'authority' | 'userId' | 'organisationId' | 'customerId', AnyPgColumn>>

/** Whether the viewer reaches the entity in the path, as part of the query that finds the viewer. */
export function reaches(
  db: Pick<Transaction, 'select'>,
  viewer: ViewerColumns,
  named: NamedKind,
  id: Placeholder,
): SQL {
  const kind = kindOf(named)
  const within = reachedByRole(viewer, asking =>
    named === 'ownOrganisation' ? ownOrganisation(asking) : withinReach(asking, kind),
  )
  return exists(selectNamed(db, named, id, within))
}

/** A condition for a viewer whose authority is a column. */
function reachedByRole(viewer: ViewerColumns, reachedBy: (asking: Reaching) => SQL | undefined): SQL | undefined {
  const {userId, organisationId, customerId} = viewer
  return or(
    ...AUTHORITIES.map(authority =>
      and(eq(viewer.authority, authority), reachedBy({userId, organisationId, customerId, authority})),
    ),
  )
}

/** Whether a viewer who was found already reaches the entity in the path. */
export async function isReached(db: Pick<Transaction, 'select'>, viewer: Viewer, {kind, id}: Named): Promise<boolean> {
  const within = kind === 'ownOrganisation' ? ownOrganisation(viewer) : withinReach(viewer, kindOf(kind))
  return (await selectNamed(db, kind, id, within)).length > 0
}

function selectNamed(
  db: Pick<Transaction, 'select'>,
  named: NamedKind,
  id: Placeholder | string,
  within: SQL | undefined,
) {
  const {table} = KINDS[kindOf(named)]
  const isNamed = named === 'alarm' ? inArray(table.id, deviceOfAlarm(db, id)) : eq(table.id, id)
  return db.select({id: table.id}).from(table).where(and(isNamed, within))
}

/** The kind of the entity on which the reach of the named one depends. */
function kindOf(named: NamedKind): EntityType {
  if (named === 'alarm') return 'device'
  return named === 'ownOrganisation' ? 'organisation' : named
}

const deviceOfAlarm = (db: Pick<Transaction, 'select'>, id: Placeholder | string) =>
  db.select({id: alarm.deviceId}).from(alarm).where(eq(alarm.id, id))
