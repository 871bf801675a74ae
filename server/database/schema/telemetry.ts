import {sql} from 'drizzle-orm'
import {boolean, doublePrecision, index, integer, pgTable, primaryKey, smallint, text, uuid} from 'drizzle-orm/pg-core'
import type {UsualJudging} from '../../../contract/rules/usual/judge'
import {bytea, epochMs, int4multirange, jsonb} from './columns'

/**
 * Deleted devices whose telemetry still has to be deleted. It may be too much for one transaction, and more telemetry
 * of the device may still arrive.
 */
export const removedDevice = pgTable('removed_device', {
  number: integer().primaryKey(),
  removedAt: epochMs().notNull(),
})

export const telemetryKey = pgTable('telemetry_key', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
})

/** The type of a value on the wire: 0 double, 1 long, 2 bool, 3 string, 4 json (`KIND` in `telemetry/value.ts`). */
const kind = () => smallint().notNull().default(0)

/**
 * `value` is the number that charts and aggregates use: a bool is 0 or 1, a text or JSON is null, which SQL leaves out
 * of aggregates. There is no foreign key to the device, because it would cost a look-up for every stored row.
 */
export const telemetry = pgTable(
  'telemetry',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    value: doublePrecision(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/**
 * The aggregates of a series' numbers in a piece of `minutes` (60, 15, 5 or 1) from `ts` on. Pieces of less than an
 * hour exist only where the one of their hour says so (`isParted`). Times are milliseconds after `ts`. Each length is a
 * partition, so that neighbours of one length are read together.
 */
export const telemetryRollup = pgTable(
  'telemetry_rollup',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    minutes: smallint().notNull(),
    ts: epochMs().notNull(),
    points: integer().notNull(),
    isParted: boolean().notNull(),
    /** The values of the hour have been removed, or are about to be. */
    isKept: boolean().notNull().default(false),
    /** The sum is `high` and `low`: that of the high digits, which is exact, and that of the rest. */
    high: doublePrecision().notNull(),
    low: doublePrecision().notNull(),
    /** The sum of the absolute values. */
    magnitude: doublePrecision().notNull(),
    first: doublePrecision().notNull(),
    last: doublePrecision().notNull(),
    lowest: doublePrecision().notNull(),
    highest: doublePrecision().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    lowestAt: integer().notNull(),
    highestAt: integer().notNull(),
    events: integer().notNull(),
  },
  table => [
    primaryKey({columns: [table.deviceNumber, table.keyId, table.minutes, table.ts]}),
    index().on(table.deviceNumber, table.keyId, table.ts).where(sql`${table.isKept}`),
  ],
)

/**
 * The numbers of a series in a day or an hour (`minutes`) that begins at `ts`. Blocks of a series don't overlap. A
 * point in `telemetry` counts in place of one here at the same time. Times are milliseconds after `ts`: the first point
 * is at `firstAt`, and each next one `step` later; where that is not so, `step` is null and `at` has the times. `kinds`
 * is null when all are of one.
 */
export const telemetryBlock = pgTable(
  'telemetry_block',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    minutes: smallint().notNull(),
    points: integer().notNull(),
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    step: integer(),
    at: integer().array(),
    numbers: doublePrecision().array().notNull(),
    kind: kind(),
    kinds: smallint().array(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/** Hours that got points after they may have been rolled up. Until they are rolled up again, their points count. */
export const telemetryMark = pgTable(
  'telemetry_mark',
  {deviceNumber: integer().notNull(), keyId: integer().notNull(), ts: epochMs().notNull()},
  table => [primaryKey({columns: [table.deviceNumber, table.keyId, table.ts]})],
)

/** Its single row has the time until which any server may have rolled up hours. */
export const rollupPass = pgTable('rollup_pass', {id: smallint().primaryKey(), until: epochMs().notNull()})

/** The newest point of each key. `receivedAt` is the time of its arrival on the server. */
export const latest = pgTable(
  'latest',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    ts: epochMs().notNull(),
    receivedAt: epochMs().notNull(),
    value: doublePrecision(),
    kind: kind(),
    text: text(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.keyId]})],
)

/**
 * The usual numbers of a series (`contract/rules/usual`), learned by the clocks of `zone` from its hours before
 * `learnedTo`. `accepted` lists the levels that people have called normal. `judging` is the state of evaluating its
 * values, and `unusualSince` and `value` the first value by which the series is unusual now, if it is.
 */
export const usualSeries = pgTable(
  'usual_series',
  {
    deviceNumber: integer().notNull(),
    keyId: integer().notNull(),
    zone: text().notNull(),
    state: bytea().notNull(),
    learnedTo: epochMs().notNull(),
    isCounter: boolean().notNull().default(false),
    accepted: jsonb()
      .$type<{learnedTo: number; level: number; ts: number; at: number; by: string; reason: string}[]>()
      .notNull()
      .default([]),
    judging: jsonb().$type<UsualJudging>(),
    unusualSince: epochMs(),
    value: doublePrecision(),
  },
  table => [
    primaryKey({columns: [table.deviceNumber, table.keyId]}),
    index('usual_series_unusual').on(table.deviceNumber).where(sql`${table.unusualSince} is not null`),
  ],
)

/**
 * The plays of a video on a device in the hour that begins at `hour`, by the points of the key `played`. It is counted
 * again in the transaction that stores such points, so the two never differ.
 */
export const playHour = pgTable(
  'play_hour',
  {
    deviceNumber: integer().notNull(),
    hour: epochMs().notNull(),
    assetId: uuid().notNull(),
    whole: integer().notNull(),
    brokenOff: integer().notNull(),
    seconds: doublePrecision().notNull(),
    first: epochMs().notNull(),
    last: epochMs().notNull(),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.hour, table.assetId]})],
)

/**
 * The times with data of a device in the day of UTC that begins at `day`, whatever its keys: the union of the times
 * from each point to `LATE_AFTER` later, in milliseconds after `day`. It is added to in the statement that stores
 * points. Points of devices whose clock is not set have none. `data` is the same, with as much later as the values of
 * that day count.
 */
export const dataDay = pgTable(
  'data_day',
  {
    deviceNumber: integer().notNull(),
    day: epochMs().notNull(),
    times: int4multirange().notNull(),
    data: int4multirange().notNull().generatedAlwaysAs(sql`data_of(times)`),
  },
  table => [primaryKey({columns: [table.deviceNumber, table.day]})],
)
