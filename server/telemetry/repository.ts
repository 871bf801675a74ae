import {and, eq, type SQL, sql} from 'drizzle-orm'
import {type AnyPgColumn, QueryBuilder} from 'drizzle-orm/pg-core'
import type {ClientBase} from 'pg'
import {CLOCK_TOLERANCE, LATEST_VALUES} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {
  Aggregation,
  CsvQuery,
  LatestWire,
  OtherValuesWire,
  SeriesItemWire,
  SeriesQuery,
  StateRunsWire,
  TileStatistics,
} from '../../contract/wire/telemetry/telemetry'
import type {Database, Transaction} from '../database/connect'
import {deleteOfDevices, exactlyOne, isAnyOf} from '../database/rows'
import {latest, playHour, removedDevice, telemetryKey} from '../database/schema/telemetry'
import {namedDevice} from '../device/repository'
import {bounded} from '../store/list'
import {dataOf, noteData} from './dataDays'
import {readKeyIds as keyIdsOf} from './ingest/keyIds'
import {isNumberKind, type StoredValue, shortened, type TelemetryValue, toTyped} from './ingest/value'
import {type Play, type PlayRange, type PlaySum, pagesOfPlays, sumPlays} from './plays/plays'
import {aggregatedSeries} from './read/aggregate'
import {csvPages} from './read/csv'
import {history, latestAt, oldestOf, type PastPoint, type Piece} from './read/past'
import {numericSeries, piecesOf} from './read/pieces'
import {newestPointOf, pointsOf} from './read/points'
import {recentNumbers} from './read/recent'
import {
  type AnswerLimits,
  type NumberPoint,
  newestPoints,
  pagesOfNumbers,
  type Range,
  type SeriesRef,
} from './read/series'
import {type Averages, type NamedSeries, sparklines} from './read/sparklines'
import {otherValues, stateRuns} from './read/states'
import {tileStatistics} from './read/statistics'
import {thinnedSeries} from './read/thinned'
import {type HourOfSeries, hoursOf} from './rollups/hours'
import {markHours} from './rollups/rollUps'
import {type LatestOfSeries, pagesOfSeries} from './rollups/seriesPages'

export type {HourOfSeries, LatestOfSeries, NumberPoint, Play, SeriesRef, TelemetryValue}
export {
  dataOf,
  hoursOf,
  isNumberKind,
  keyIdsOf,
  markHours,
  noteData,
  numericSeries,
  pagesOfSeries,
  piecesOf,
  recentNumbers,
}

/** `ts` is the device's time. Without one the point gets that of its arrival, which no other point of its key has. */
export interface TelemetryPoint {
  key: string
  ts?: EpochMs | undefined
  value: TelemetryValue
}

export interface IngestDevice {
  id: string
  number: number
  organisationId: string
}

export interface TelemetryWriter {
  /**
   * Resolves when all points are committed. When it rejects, none is, or of a long message the first ones; storing them
   * again changes nothing. The last of several points with the same key and time is stored.
   */
  write(device: IngestDevice, points: readonly TelemetryPoint[]): Promise<void>
}

/** Values on their way to the disk. */
export interface Underway {
  /** Resolves when all of them are committed, and rejects like `TelemetryWriter.write`. */
  stored: Promise<void>
}

export interface BoundWriter {
  /**
   * Resolves when the values are on their way, in whose order they are stored. So the messages of a device must begin
   * one after another.
   */
  begin(device: IngestDevice, points: readonly TelemetryPoint[]): Promise<Underway>
}

type LatestOfOne = LatestWire & {key: string; ts: number; received_at: number}

/** The names of keys by their ids. */
export async function keyNames(pool: Database['pool'], ids: readonly number[]): Promise<Map<number, string>> {
  const text = 'select id, name from telemetry_key where id = any($1::int4[])'
  const {rows} = await pool.query<{id: number; name: string}>(text, [ids])
  return new Map(rows.map(({id, name}) => [id, name]))
}

export interface DeviceSeries {
  deviceNumber: number
  keyIds: Map<string, number>
}

type AskedSeries = Omit<SeriesQuery, 'keys' | 'agg' | 'texts' | 'envelope'> & {agg: Aggregation}

export interface TelemetryRepository {
  /** The names of all keys that the device has ever sent, sorted. */
  keys(deviceNumber: number): Promise<string[]>
  countKeys(deviceNumber: number): Promise<number>
  /** The ids, by name, of the given names that the device has ever sent. */
  findKeys(deviceNumber: number, names: readonly string[]): Promise<Map<string, number>>
  /** The number of a device and the ids of its keys likewise, without an access check; undefined for an unknown device. */
  findSeries(deviceId: string, names: readonly string[]): Promise<DeviceSeries | undefined>
  latest(deviceNumber: number, key: string): Promise<LatestOfOne | undefined>
  /** Throws 400 when they are too many for one answer. */
  latestOfMany(deviceNumbers: readonly number[]): Promise<(LatestOfOne & {deviceNumber: number})[]>
  /** The values that were the latest ones at a moment. Their own time counts as their arrival. */
  latestOfManyAt(deviceNumbers: readonly number[], at: EpochMs): Promise<(LatestOfOne & {deviceNumber: number})[]>
  /** The newest point of each key in each step of a piece of the past, oldest first. */
  history(deviceNumbers: readonly number[], piece: Piece): Promise<{points: PastPoint[]; until: EpochMs}>
  oldest(deviceNumbers: readonly number[]): Promise<EpochMs | null>
  /** The averages of many series, by their places in the list; those without numbers are missing. */
  sparklines(series: readonly NamedSeries[], range: Range, windowMinutes: number): Promise<Map<number, Averages>>
  /** Returns fewer than `limit` points when their texts take more than this many bytes. */
  newestPoints(series: SeriesRef, range: Range, {limit, textBytes}: AnswerLimits): Promise<SeriesItemWire['values']>
  /** Yields the numbers of a range in pages, newest first. */
  pagesOfNumbers(series: SeriesRef, range: Range): AsyncGenerator<NumberPoint[]>
  series(series: SeriesRef, query: AskedSeries): Promise<SeriesItemWire>
  /** Joins equal neighbours among the texts of a range, and returns the newest `limit`, or fewer likewise. */
  states(series: SeriesRef, range: Range, limits: AnswerLimits): Promise<StateRunsWire>
  /** Counts what a range has beside its numbers, which are so many. */
  others(series: SeriesRef, range: Range, numbers: number): Promise<OtherValuesWire>
  /** Yields the series as a CSV file in pages. Without a series, the file has only its head. */
  csv(series: SeriesRef | undefined, query: CsvQuery): AsyncGenerator<string>
  statistics(series: SeriesRef, now: EpochMs, timeZone: string): Promise<TileStatistics>
  /** The number of plays of each video on each of the devices. */
  sumPlays(deviceNumbers: readonly number[], range: PlayRange): Promise<PlaySum[]>
  /** Yields each play in pages, one device after the other. */
  pagesOfPlays(deviceNumbers: readonly number[], range: PlayRange): AsyncGenerator<Play[]>
}

export function createTelemetryRepository({db, pool}: Pick<Database, 'db' | 'pool'>): TelemetryRepository {
  const seriesOfDevice = prepareSeries(db)
  return {
    async keys(deviceNumber) {
      const {rows} = await pool.query<{name: string}>(
        `select name from latest join telemetry_key on id = key_id where device_number = $1 order by name collate "C"`,
        [deviceNumber],
      )
      return rows.map(({name}) => name)
    },
    async countKeys(deviceNumber) {
      const text = 'select count(*)::int4 as count from latest where device_number = $1'
      return exactlyOne((await pool.query<{count: number}>({name: 'count_keys', text, values: [deviceNumber]})).rows)
        .count
    },
    async findKeys(deviceNumber, names) {
      const values = [deviceNumber, names]
      const {rows} = await pool.query<{name: string; id: number}>({name: 'find_keys', text: FIND_KEYS, values})
      return new Map(rows.map(({name, id}) => [name, id]))
    },
    async findSeries(deviceId, names) {
      const rows = await seriesOfDevice.execute({deviceId, names})
      const keyIds = new Map(rows.flatMap(({key}) => (key === null ? [] : [[key.name, key.id] as const])))
      return rows[0] && {deviceNumber: rows[0].deviceNumber, keyIds}
    },
    async latest(deviceNumber, key) {
      const {rows} = await pool.query<LatestRow>(`${LATEST} where device_number = $1 and name = $2`, [
        deviceNumber,
        key,
      ])
      return rows.map(toLatest)[0]
    },
    async latestOfMany(deviceNumbers) {
      const {rows} = await pool.query<LatestRow>(`${LATEST_OF_MANY} where device_number = any($1) limit $2`, [
        deviceNumbers,
        LATEST_VALUES + 1,
      ])
      return bounded(rows, LATEST_VALUES, TOO_MANY_VALUES).map(row => ({
        deviceNumber: row.deviceNumber,
        ...toLatest(row),
      }))
    },
    async latestOfManyAt(deviceNumbers, at) {
      const found = await latestAt(pool, deviceNumbers, at, LATEST_VALUES + 1)
      return bounded(found, LATEST_VALUES, TOO_MANY_VALUES).map(point => ({
        deviceNumber: point.deviceNumber,
        ...toLatest({...point, receivedAt: point.ts}),
      }))
    },
    history: (deviceNumbers, piece) => history(pool, deviceNumbers, piece),
    oldest: deviceNumbers => oldestOf(pool, deviceNumbers),
    sparklines: (series, range, windowMinutes) => sparklines(pool, series, range, windowMinutes),
    newestPoints: (series, range, limits) => newestPoints(pool, series, range, limits),
    pagesOfNumbers: (series, range) => pagesOfNumbers(pool, series, range),
    series: (series, {agg, startTs, endTs, limit, window, timeZone}) =>
      agg === 'none'
        ? thinnedSeries(pool, series, {startTs, endTs}, limit)
        : aggregatedSeries(pool, series, {startTs, endTs}, {agg, window, timeZone, limit}),
    states: (series, range, limits) => stateRuns(pool, series, range, limits),
    others: (series, range, numbers) => otherValues(pool, series, range, numbers),
    csv: (series, query) => csvPages(pool, series, query),
    statistics: (series, now, timeZone) => tileStatistics(pool, series, now, timeZone),
    sumPlays: (deviceNumbers, range) => sumPlays(pool, deviceNumbers, range),
    pagesOfPlays: (deviceNumbers, range) => pagesOfPlays(pool, deviceNumbers, range),
  }
}

const FIND_KEYS = `
  select name, id from telemetry_key where name = any($2)
  and exists (select from latest where device_number = $1 and key_id = id)`

const prepareSeries = (db: Database['db']) =>
  db
    .select({deviceNumber: namedDevice.number, key: {name: telemetryKey.name, id: telemetryKey.id}})
    .from(namedDevice)
    .leftJoin(
      telemetryKey,
      and(
        sql`${telemetryKey.name} = any(${sql.placeholder('names')})`,
        sql`exists (
          select from ${latest} where ${latest.deviceNumber} = ${namedDevice.number} and ${latest.keyId} = ${telemetryKey.id}
        )`,
      ),
    )
    .where(eq(namedDevice.id, sql.placeholder('deviceId')))
    .prepare('find_series')

/** The time at which a device was last seen, as part of a query for devices; null when it never was. */
export const lastSeenOf = (deviceNumber: AnyPgColumn): SQL<EpochMs | null> =>
  sql<EpochMs | null>`(
    select max(${latest.receivedAt}) from ${latest} where ${latest.deviceNumber} = ${deviceNumber}
  )`.mapWith(latest.receivedAt)

/** The newest points of series, to be joined to what belongs to them. Lock them to keep them from changing. */
export const newestPoint = new QueryBuilder({casing: 'snake_case'})
  .select({
    deviceNumber: latest.deviceNumber,
    keyId: latest.keyId,
    ts: latest.ts,
    receivedAt: latest.receivedAt,
    value: latest.value,
  })
  .from(latest)
  .as('newest_point')

/**
 * The arrival of a series' last value, as part of a query that joins its newest point. A value that has arrived in the
 * future did so before the clock was set back, and hides the points since then.
 */
export const arrivedAt = (now: EpochMs): SQL<EpochMs | null> => sql`
  case when newest_point.received_at <= ${now + CLOCK_TOLERANCE} then newest_point.received_at else (
    select ts from ${sql.raw(
      newestPointOf({deviceNumber: 'newest_point.device_number', keyId: 'newest_point.key_id', endTs: `${now}`}),
    )} as newest
  ) end`

/** The id of a key, as part of a query; null when no device has ever sent it. */
export const keyIdOf = (name: string): SQL => sql`(select id from telemetry_key where name = ${name})`

/** A series with the times of the points that were just stored. Points after `until` are wrong, and don't count. */
export interface SeriesStored {
  deviceNumber: number
  keyId: number
  given: readonly EpochMs[]
  until: EpochMs
}

/** The latest point of a series, and the time of the newest one that was stored before it, if there is any. */
export interface LatestStored {
  ts: EpochMs
  receivedAt: EpochMs
  before: EpochMs | null
}

/** Must be called in the transaction that has just stored the given points, for series that have a latest one. */
export async function latestStored(
  executor: Pick<ClientBase, 'query'>,
  series: readonly SeriesStored[],
): Promise<LatestStored[]> {
  const {rows} = await executor.query<LatestStored>({
    name: 'latest_stored',
    text: LATEST_STORED,
    values: [
      series.map(({deviceNumber}) => deviceNumber),
      series.map(({keyId}) => keyId),
      series.map(({given}) => `{${given}}`),
      series.map(({until}) => until),
    ],
  })
  return rows
}

const AFTER_STORED = {
  deviceNumber: 'latest.device_number',
  keyId: 'latest.key_id',
  startTs: '(select coalesce(max(ts) + 1, 0) from stored)',
  endTs: 'least(until, latest.ts)',
}

const LATEST_STORED = `
  select latest.ts::float8 as ts, received_at::float8 as "receivedAt", (
    with stored as materialized (
      select ts from telemetry
      where device_number = latest.device_number and key_id = latest.key_id
        and ts <= least(until, latest.ts) and ts <> all(given::int8[])
      order by ts desc limit 1
    )
    select max(ts) from (
      select ts from stored
      union all
      select ts from ${pointsOf(AFTER_STORED, {order: 'desc', limit: 'cardinality(given::int8[]) + 1'})} as point
      where ts <> all(given::int8[])
    ) as point
  )::float8 as before
  from unnest($1::int4[], $2::int4[], $3::text[], $4::int8[]) with ordinality
    as asked (device_number, key_id, given, until, position)
  join latest using (device_number, key_id)
  order by position`

/** The names of keys, to be joined by their ids. */
export const namedKey = new QueryBuilder({casing: 'snake_case'})
  .select({id: telemetryKey.id, name: sql<string>`${telemetryKey.name}`.as('key_name')})
  .from(telemetryKey)
  .as('named_key')

/**
 * Call it in the transaction that deletes the devices. It deletes their latest values and counted plays at once;
 * `removal.ts` deletes the rest later.
 */
export async function removeTelemetry(transaction: Transaction, deviceNumbers: readonly number[], removedAt: EpochMs) {
  await removeDerived(transaction, deviceNumbers)
  await transaction.execute(
    sql`insert into ${removedDevice} select unnest(${sql.param(deviceNumbers)}::int[]), ${removedAt}`,
  )
}

/** Locks tables and their rows in the same order as the ingest does, so that the two can't deadlock. */
export async function removeDerived(executor: Pick<Transaction, 'execute'>, deviceNumbers: readonly number[]) {
  await deleteOfDevices(executor, ['data_day', 'day'], deviceNumbers)
  await deleteOfDevices(executor, ['latest', 'key_id'], deviceNumbers)
  await executor.execute(sql`delete from ${playHour} where ${isAnyOf(playHour.deviceNumber, deviceNumbers)}`)
}

interface LatestRow extends StoredValue {
  deviceNumber: number
  key: string
  ts: number
  receivedAt: number
}

const latestWith = (typed: string) => `
  select device_number as "deviceNumber", name as key, ts::float8 as ts, received_at::float8 as "receivedAt",
    value, ${typed}
  from latest join telemetry_key on id = key_id`

const LATEST = latestWith('kind, text')
const LATEST_OF_MANY = latestWith(shortened('latest'))
const TOO_MANY_VALUES = `These devices have more than ${LATEST_VALUES} values. Ask for fewer devices.`

function toLatest({key, ts, receivedAt, ...stored}: LatestRow): LatestOfOne {
  return {key, ts, received_at: receivedAt, ...toTyped(stored)}
}
