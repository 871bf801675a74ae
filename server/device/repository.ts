import {and, eq, type SQL, sql} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import {withinReach} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {removeAttributes} from '../attribute/repository'
import type {Database, Transaction} from '../database/connect'
import {device, deviceCredentials} from '../database/schema'
import {type Listed, type ListQuery, type ListShape, sliceOf} from '../store/list'
import {removeTelemetry} from '../telemetry/repository'
import {selectVisible} from './visible'
import type {Device} from './wire'

export type {Device} from './wire'

/** What a device is to those who write its data: `number` is the small id of the telemetry tables. */
export type DeviceRef = Pick<Device, 'id' | 'number' | 'organisationId'>

interface Filter {
  organisation_id?: string | undefined
}

export interface DeviceRepository {
  /** Undefined for an unknown device as for one out of the viewer's reach. */
  findVisible(viewer: Viewer, id: string): Promise<Device | undefined>
  /** In no order. */
  allVisible(viewer: Viewer, filter: Filter): Promise<Device[]>
  listVisible(viewer: Viewer, query: ListQuery & Filter): Promise<Listed<Device>>
  findByAccessToken(accessToken: string): Promise<DeviceRef | undefined>
}

export function createDeviceRepository({db}: Database): DeviceRepository {
  const byAccessToken = db
    .select({id: device.id, number: device.number, organisationId: device.organisationId})
    .from(deviceCredentials)
    .innerJoin(device, eq(device.id, deviceCredentials.deviceId))
    .where(eq(deviceCredentials.credentialsValue, sql.placeholder('accessToken')))
    .prepare('device_by_access_token')

  return {
    findVisible: (viewer, id) => selectVisible(db, viewer, id),
    allVisible: (viewer, filter) => db.select().from(device).where(isListed(viewer, filter)),
    listVisible(viewer, query) {
      const {matches, behind, order, limit, collect} = sliceOf(LIST, query)
      const found = and(isListed(viewer, query), matches)
      const rows = db
        .select()
        .from(device)
        .where(and(found, behind))
        .orderBy(...order)
        .limit(limit)
      return collect(rows, () => db.$count(device, found))
    },
    async findByAccessToken(accessToken) {
      if (!CREDENTIALS_VALUE.test(accessToken)) return undefined
      const [found] = await byAccessToken.execute({accessToken})
      return found
    },
  }
}

const LIST: ListShape = {
  id: device.id,
  searched: [device.name, device.label],
  sorts: {name: device.name, type: device.type, label: device.label, createdAt: device.createdAt},
  sortedBy: 'name',
}

const isListed = (viewer: Viewer, {organisation_id: organisationId}: Filter) =>
  and(
    organisationId === undefined ? undefined : eq(device.organisationId, organisationId),
    withinReach(viewer, 'device'),
  )

/** With all that is theirs; the telemetry goes behind it. Answers their ids, for whoever remembers them. */
export async function removeDevices(transaction: Transaction, which: SQL, removedAt: EpochMs): Promise<string[]> {
  const removed = await transaction.delete(device).where(which).returning({id: device.id, number: device.number})
  const ids = removed.map(({id}) => id)
  const numbers = removed.map(({number}) => number)
  await removeAttributes(transaction, 'device', ids)
  await removeTelemetry(transaction, numbers, removedAt)
  return ids
}

/** Anything else can't be stored, and the database would refuse to look for it. */
const CREDENTIALS_VALUE = /^[^\0]{1,255}$/
