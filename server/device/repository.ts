import DataLoader from 'dataloader'
import {and, eq, getTableColumns, gte, isNull, lt, type SQL, sql} from 'drizzle-orm'
import {type AnyPgColumn, QueryBuilder} from 'drizzle-orm/pg-core'
import {LATE_AFTER, LIST_LENGTH} from '../../contract/limits'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {
  DeviceChange,
  DeviceStatus,
  DeviceStatusCountsWire,
  DeviceWire,
  NewDeviceBody,
} from '../../contract/wire/entities/device'
import {belongsTo, withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {device, deviceCredentials} from '../database/schema/device'
import {
  type Cascade,
  createEntityStore,
  type EntityKind,
  type EntityStore,
  type EntityStoreOptions,
  type Select,
} from '../store/entity'
import type {ListQuery} from '../store/list'
import {bounded} from '../store/list'
import {lockParent, requireCustomer} from './rules'

/** `lastSeen` is the server's time of the last arrival of a value. It is known where a list is asked for it. */
export type Device = typeof device.$inferSelect & {lastSeen?: EpochMs | null}

const VISIBLE = {
  id: device.id,
  number: device.number,
  name: device.name,
  type: device.type,
  label: device.label,
  organisationId: device.organisationId,
  customerId: device.customerId,
}

/** A device as lists of many show it. */
export type VisibleDevice = Pick<Device, keyof typeof VISIBLE>

/** A device as those see it who write its data. `number` is its small id in the telemetry tables. */
export type DeviceRef = Pick<Device, 'id' | 'number' | 'organisationId'>

/** A device by its access token, which counts until `expiresAt`. */
export type DeviceOfToken = DeviceRef & {expiresAt: EpochMs | null}

export interface DeviceStatusCounts extends Record<DeviceStatus, number> {
  /** The device that was last seen; null when none ever was. */
  newest: {id: string; name: string; lastSeen: EpochMs} | null
}

interface Filter {
  organisation_id?: string | undefined
}

export interface DeviceRepository extends EntityStore<Device, NewDeviceBody, DeviceChange> {
  /** The devices have no defined order. Throws 400 when they are too many for one answer. */
  allVisible(viewer: Viewer, filter: Filter): Promise<VisibleDevice[]>
  /** The devices of `ids` that the viewer may see. */
  visibleAmong(viewer: Viewer, ids: readonly string[]): Promise<Pick<Device, 'id' | 'number'>[]>
  /** Without an access check. */
  read(ids: readonly string[]): Promise<DeviceWire[]>
  /** Its small id in the telemetry tables, without an access check; undefined when there is no such device. */
  numberOf(id: string): Promise<number | undefined>
  /** Counts the devices of an organisation by status. */
  countByStatus(viewer: Viewer, organisationId: string, lateAfter: Milliseconds): Promise<DeviceStatusCounts>
  /** The organisations of the devices with these numbers. */
  ownersOf(numbers: readonly number[]): Promise<Pick<Device, 'number' | 'organisationId'>[]>
  findByAccessToken(accessToken: string): Promise<DeviceOfToken | undefined>
  detachFromCustomer: Cascade
}

export interface DeviceRepositoryOptions extends EntityStoreOptions<Device> {
  /** Must be called in the transaction that removes the devices. */
  removeTelemetry(transaction: Transaction, deviceNumbers: readonly number[], removedAt: EpochMs): Promise<void>
  /** Called with devices that are given to another customer or to none, in the transaction that does so. */
  onMoving?(transaction: Transaction, ids: readonly string[]): Promise<void>
  /** The time at which a device was last seen, as part of a query for devices; null when it never was. */
  lastSeenOf(deviceNumber: AnyPgColumn): SQL<EpochMs | null>
}

const TOO_MANY = `These are more than ${LIST_LENGTH} devices. Ask for those of one organisation.`

export function createDeviceRepository(options: DeviceRepositoryOptions): DeviceRepository {
  const {db} = options.database
  const lastSeen = options.lastSeenOf(device.number)
  const store = createEntityStore(kindOf(options, lastSeen), options)
  const {byAccessTokens, numberById} = preparedOn(db)
  /** Many devices send in the same second, and are looked up together. */
  const byAccessToken = new DataLoader<string, DeviceOfToken | undefined>(
    async accessTokens => {
      const found = await byAccessTokens.execute({accessTokens})
      const devices = new Map(found.map(({accessToken, ...device}) => [accessToken, device]))
      return accessTokens.map(accessToken => devices.get(accessToken))
    },
    {cache: false, batchScheduleFn: setImmediate},
  )

  return {
    ...store,
    async allVisible(viewer, {organisation_id: id}) {
      const found = await db
        .select(VISIBLE)
        .from(device)
        .where(and(id === undefined ? undefined : belongsTo('device', id), withinReach(viewer, 'device')))
        .limit(LIST_LENGTH + 1)
      return bounded(found, LIST_LENGTH, TOO_MANY)
    },
    visibleAmong: (viewer, ids) =>
      db
        .select({id: device.id, number: device.number})
        .from(device)
        .where(and(isAnyOf(device.id, ids), withinReach(viewer, 'device'))),
    ownersOf: numbers =>
      db
        .select({number: device.number, organisationId: device.organisationId})
        .from(device)
        .where(isAnyOf(device.number, numbers)),
    async numberOf(id) {
      const [found] = await numberById.execute({id})
      return found?.number
    },
    async read(ids) {
      return (await db.select().from(device).where(isAnyOf(device.id, ids))).map(toWire)
    },
    async countByStatus(viewer, organisationId, lateAfter) {
      const since = options.now() - lateAfter
      const seen = db
        .select({id: device.id, name: device.name, lastSeen: lastSeen.as('last_seen')})
        .from(device)
        .where(and(belongsTo('device', organisationId), withinReach(viewer, 'device')))
        .as('seen')
      const count = (status: DeviceStatus) =>
        sql<number>`count(*) filter (where ${hasStatus(status, sql`${seen.lastSeen}`, since)})`.mapWith(Number)
      const newest = sql<DeviceStatusCounts['newest']>`(
        array_agg(json_build_object('id', ${seen.id}, 'name', ${seen.name}, 'lastSeen', ${seen.lastSeen})
          order by ${seen.lastSeen} desc) filter (where ${seen.lastSeen} is not null)
      )[1]`
      const counts = {fresh: count('fresh'), late: count('late'), never: count('never'), newest}
      return exactlyOne(await db.select(counts).from(seen))
    },
    async findByAccessToken(accessToken) {
      if (!CREDENTIALS_VALUE.test(accessToken)) return undefined
      const found = await byAccessToken.load(accessToken)
      return found !== undefined && hasExpired(found, options.now()) ? undefined : found
    },
    async detachFromCustomer(transaction, id) {
      const leaving = await transaction.select({id: device.id}).from(device).where(eq(device.customerId, id))
      await options.onMoving?.(
        transaction,
        leaving.map(({id}) => id),
      )
      return store.changeWhere(transaction, {customerId: null}, eq(device.customerId, id))
    },
  }
}

function kindOf(
  options: DeviceRepositoryOptions,
  lastSeen: SQL<EpochMs | null>,
): EntityKind<typeof device, NewDeviceBody, DeviceChange, never> {
  const selectSeen: Select<Device> = db =>
    db
      .select({...getTableColumns(device), lastSeen})
      .from(device)
      .$dynamic()
  return {
    kind: 'device',
    table: device,
    list: {
      id: device.id,
      searched: [device.name, device.label],
      sorts: {
        name: device.name,
        type: device.type,
        label: device.label,
        createdAt: device.createdAt,
        lastSeen: {sql: lastSeen, dataType: 'number'},
      },
      sortedBy: 'name',
      filters: {
        type: device.type,
        label: device.label,
        customer_id: device.customerId,
        status: (requested, {late_after: lateAfter = LATE_AFTER}) =>
          hasStatus(requested, lastSeen, options.now() - lateAfter),
      },
      createdAt: device.createdAt,
    },
    select: db => db.select().from(device).$dynamic(),
    selectListed: query => (asksWhenSeen(query) ? selectSeen : undefined),
    update: (transaction, values, where) => transaction.update(device).set(values).where(where).returning(),
    toWire,
    describe,
    fixed: ['organisation_id', 'createdAt'],
    async admit(transaction, caller, body, now) {
      const place = await lockParent(transaction, caller, body)
      return {...valuesOf(body), ...place, name: body.name, createdAt: body.createdAt ?? now}
    },
    // The customer is locked before the device. The removal of a customer takes the same order, so the two can't
    // deadlock.
    async prepareChange(transaction, caller, {customer_id: customerId}, {organisationId}) {
      if (customerId === undefined) return
      await requireCustomer(transaction, caller, {organisationId, customerId})
    },
    async admitChange(transaction, _caller, {id, customerId}, change) {
      const isMoving = change.customer_id !== undefined && change.customer_id !== customerId
      if (isMoving) await options.onMoving?.(transaction, [id])
      return {...valuesOf(change), name: change.name, customerId: change.customer_id}
    },
    clear: (transaction, rows) =>
      options.removeTelemetry(
        transaction,
        rows.map(({number}) => number),
        options.now(),
      ),
  }
}

/** Prepared once, because they are asked all the time. */
const preparedOn = (db: Database['db']) => ({
  byAccessTokens: db
    .select({
      accessToken: deviceCredentials.credentialsValue,
      id: device.id,
      number: device.number,
      organisationId: device.organisationId,
      expiresAt: deviceCredentials.expiresAt,
    })
    .from(deviceCredentials)
    .innerJoin(device, eq(device.id, deviceCredentials.deviceId))
    .where(sql`${deviceCredentials.credentialsValue} = any(${sql.placeholder('accessTokens')})`)
    .prepare('device_by_access_tokens'),
  numberById: db
    .select({number: device.number})
    .from(device)
    .where(eq(device.id, sql.placeholder('id')))
    .prepare('device_number_by_id'),
})

/** Whether a token has expired. */
export const hasExpired = ({expiresAt}: Pick<DeviceOfToken, 'expiresAt'>, now: EpochMs): boolean =>
  expiresAt !== null && expiresAt <= now

/** The fields of the device that something belongs to, to be joined to it. */
export const namedDevice = new QueryBuilder({casing: 'snake_case'})
  .select({
    id: device.id,
    number: device.number,
    name: sql<string>`${device.name}`.as('device_name'),
    organisationId: device.organisationId,
    customerId: device.customerId,
    type: device.type,
    label: device.label,
    createdAt: device.createdAt,
  })
  .from(device)
  .as('named_device')

/** Selects those of the devices that still exist, and locks them against removal until the transaction ends. */
export const heldDevices = (ids: SQL): SQL =>
  sql`select id, number from device where id in (${ids}) order by id for key share`

function hasStatus(status: string, lastSeen: SQL, since: EpochMs): SQL {
  if (status === 'never') return isNull(lastSeen)
  return status === 'fresh' ? gte(lastSeen, since) : lt(lastSeen, since)
}

const asksWhenSeen = ({with: shown, sort = ''}: ListQuery): boolean =>
  shown === 'last_seen' || sort.endsWith('lastSeen')

/** The database can't store other values, and would fail to search for them. */
export const CREDENTIALS_VALUE = /^[^\0]{1,255}$/

/** Names a device in the audit trail. */
export const describe = ({name, organisationId}: Pick<Device, 'name' | 'organisationId'>) => ({
  entityName: name,
  organisationId,
})

export function toWire(found: Device): DeviceWire {
  return {
    _id: found.id,
    name: found.name,
    type: found.type,
    label: found.label,
    additional_info: found.additionalInfo,
    device_data: found.deviceData,
    organisation_id: found.organisationId,
    customer_id: found.customerId,
    firmware_id: found.firmwareId,
    software_id: found.softwareId,
    external_id: found.externalId,
    device_profile_id: found.deviceProfileId,
    createdAt: found.createdAt,
    version: found.version,
    ...(found.lastSeen === undefined ? {} : {last_seen: found.lastSeen}),
  }
}

export const countsToWire = ({newest, ...counts}: DeviceStatusCounts): DeviceStatusCountsWire => ({
  ...counts,
  newest: newest && {device_id: newest.id, name: newest.name, last_seen: newest.lastSeen},
})

/** The values of a body, except for where the device belongs, which `rules.ts` decides. */
function valuesOf(body: Omit<NewDeviceBody, 'name'> | DeviceChange) {
  return {
    type: body.type,
    label: body.label,
    additionalInfo: body.additional_info,
    deviceData: body.device_data,
    firmwareId: body.firmware_id,
    softwareId: body.software_id,
    externalId: body.external_id,
    deviceProfileId: body.device_profile_id,
  }
}
