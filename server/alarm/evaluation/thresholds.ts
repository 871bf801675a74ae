import {type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import {
  nearestThresholds,
  THRESHOLDS_ATTRIBUTE,
  type Threshold,
  type Thresholds,
  thresholdsFrom,
  thresholdValue,
} from '../../../contract/rules/thresholds'
import {type Json, json} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type EntityType} from '../../../contract/wire/entities/attribute'
import {jsonOf} from '../../attribute/repository'
import {namedDevice} from '../../device/repository'
import type {Executor} from '../store'

/** A series of a device with its threshold. */
export interface WatchedSeries {
  deviceId: string
  deviceNumber: number
  key: string
  keyId: number
  threshold: Threshold
  /** The threshold as stored with the alarm. */
  written: Json
  /** Whether the device's own attribute names the key: then it counts as silent even before its first value. */
  isExpected: boolean
}

/** The series of a device that are under a threshold, by the ids of their keys. */
export type WatchedDevice = ReadonlyMap<number, WatchedSeries>

/** Finds the ids of keys, which it makes where there are none. */
export type FindKeyIds = (names: ReadonlySet<string>) => Promise<ReadonlyMap<string, number>>

/** Reads the thresholds of devices: of each key the nearest of the device, its customer and its organisation. */
export async function readThresholds(
  executor: Pick<Executor, 'execute'>,
  deviceNumbers: readonly number[],
  findKeyIds: FindKeyIds,
): Promise<Map<number, WatchedDevice>> {
  const {rows} = await executor.execute<DeviceRow>(thresholdsOf(deviceNumbers))
  // Devices of an organisation mostly share all that is written for them.
  const parsed = new Map<unknown, Thresholds>()
  const read = (id: string | null, value: unknown) => {
    const known = parsed.get(id) ?? thresholdsFrom(json.safeParse(value).data).thresholds
    parsed.set(id, known)
    return known
  }
  const found = rows.map(row => {
    const own = read(row.id, row.own)
    const thresholds = nearestThresholds(
      read(row.organisationId, row.ofOrganisation),
      read(row.customerId, row.ofCustomer),
      own,
    )
    return {row, own, thresholds}
  })
  const ids = await findKeyIds(new Set(found.flatMap(({thresholds}) => [...thresholds.keys()])))
  return new Map(
    found.map(({row, own, thresholds}) => [
      row.number,
      new Map(
        [...thresholds].flatMap(([key, threshold]) => {
          const keyId = ids.get(key)
          if (keyId === undefined) return []
          const series = {deviceId: row.id, deviceNumber: row.number, key, keyId, threshold}
          return [[keyId, {...series, written: thresholdValue(threshold), isExpected: own.has(key)}] as const]
        }),
      ),
    ]),
  )
}

type DeviceRow = {
  id: string
  number: number
  organisationId: string
  customerId: string | null
  own: unknown
  ofCustomer: unknown
  ofOrganisation: unknown
}

const thresholdsOf = (deviceNumbers: readonly number[]): SQL => sql`
  select id, number, organisation_id as "organisationId", customer_id as "customerId",
    ${writtenFor('device', namedDevice.id)} as own,
    ${writtenFor('customer', namedDevice.customerId)} as "ofCustomer",
    ${writtenFor('organisation', namedDevice.organisationId)} as "ofOrganisation"
  from ${namedDevice} where number = any(${sql.param(deviceNumbers)}::int4[])`

const writtenFor = (entityType: EntityType, entityId: AnyPgColumn): SQL =>
  jsonOf({entityType, entityId, scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE})
