import type {Pool} from 'pg'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {ADVISORY_LOCKS} from '../../database/advisoryLocks'
import type {Database} from '../../database/connect'
import {inTransaction} from '../../database/transaction'
import {firstPointOf} from '../read/points'
import type {SeriesRef} from '../read/series'
import {unpack} from './pack'
import {AFTER_ROLLED_UP, HUGE, ROLLED_UP, rollupsOf} from './rollUp'
import {type LatestOfSeries, pagesOfSeries} from './seriesPages'

/** The times before which values, and the rollups of values, are to be removed. */
interface Stored {
  values: EpochMs
  rollups: EpochMs
}

/** Returns only devices with something to remove. */
type StoredSince = (deviceNumbers: readonly number[]) => Promise<ReadonlyMap<number, Stored>>

/** The latest point stays however old it is. */
interface Series extends LatestOfSeries {
  /** Points up to this time have been removed. */
  done: string
  /** Points before this time are to be removed. */
  until: EpochMs
  /** Rollups before this time, which is not later. */
  rollupsUntil: EpochMs
}

const SERIES_PER_STEP = 50
const POINTS_PER_STEP = 5_000
const ROLLUPS_PER_STEP = 1_000
/** They are a few kilobytes each. */
const BLOCKS_PER_STEP = 100
const BEFORE_ALL = '-9223372036854775808'

/**
 * Removes the values that are older than their retention, except the latest of each key, and their counts of plays.
 * Each step is a few statements over a bounded number of rows; rows that someone else writes are left to the next time.
 * Whole days of UTC are removed, as blocks have up to a day. Where rollups are stored for longer, values are not
 * removed before they are rolled up, and hours that are too large for that stay whole for as long.
 */
export async function* removeExpired(
  {pool}: Pick<Database, 'pool'>,
  storedSince: StoredSince,
): AsyncGenerator<{values: number; plays: number}, void> {
  for await (const page of pagesOfSeries({pool})) {
    const since = await storedSince([...new Set(page.map(({deviceNumber}) => deviceNumber))])
    await removeDataDays(pool, since)
    yield {
      values: 0,
      plays: await removePlays(pool, new Map([...since].map(([number, {values}]) => [number, dayOf(values)]))),
    }
    const old = page.flatMap(one => {
      const stored = since.get(one.deviceNumber)
      if (stored === undefined) return []
      const until = dayOf(stored.values)
      return [{...one, until, rollupsUntil: Math.min(until, dayOf(stored.rollups)), done: BEFORE_ALL}]
    })
    // Hours go before their parts, as they say that there are such.
    for (const minutes of ROLLED_UP) {
      while ((await removeRollups(pool, old, minutes)) === ROLLUPS_PER_STEP) yield {values: 0, plays: 0}
    }
    const expiring = await onlyRolledUp(pool, old)
    const keeping = expiring.filter(hasStoredRollups)
    for (let from = 0; from < keeping.length; from += SERIES_PER_STEP) {
      while ((await keepRollups(pool, keeping.slice(from, from + SERIES_PER_STEP))) > 0) yield {values: 0, plays: 0}
    }
    await unpackThoseOf(pool, STORED_BLOCKS, expiring)
    yield* removeAllBlocks(pool, expiring)
    await unpackThoseOf(pool, PARTLY_EXPIRED_BLOCKS, keeping)
    let left = await withExpired(pool, expiring)
    while (left.length > 0) {
      const [some, others] = [left.slice(0, SERIES_PER_STEP), left.slice(SERIES_PER_STEP)]
      const {values, unfinished} = await removeSome(pool, some)
      yield {values, plays: 0}
      left = [...unfinished, ...others]
    }
    // Points that were packed in the meantime are in blocks now.
    yield* removeAllBlocks(pool, expiring)
  }
}

async function* removeAllBlocks(pool: Pool, series: readonly Series[]) {
  let removed = await removeBlocks(pool, series)
  while (removed.length > 0) {
    yield {values: removed.reduce((sum, {points}) => sum + points, 0), plays: 0}
    removed = removed.length < BLOCKS_PER_STEP ? [] : await removeBlocks(pool, series)
  }
}

async function removeRollups(pool: Pool, series: readonly Series[], minutes: number): Promise<number> {
  if (series.length === 0) return 0
  const [deviceNumbers, keyIds] = columnsOf(series)
  const values = [deviceNumbers, keyIds, series.map(({rollupsUntil}) => rollupsUntil), ROLLUPS_PER_STEP]
  return (await pool.query(removingRollups(minutes), values)).rowCount ?? 0
}

/** Series whose rollups are stored for longer expire up to the end of their rollups. */
async function onlyRolledUp(pool: Pool, series: readonly Series[]): Promise<Series[]> {
  const keeping = series.filter(hasStoredRollups)
  if (keeping.length === 0) return [...series]
  const {rows} = await pool.query<{place: number; until: EpochMs}>(ROLLED_UP_UNTIL, columnsOf(keeping))
  const bounded = rows.flatMap(({place, until}) => {
    const one = keeping[place - 1]
    return one === undefined ? [] : [{...one, until, rollupsUntil: Math.min(until, one.rollupsUntil)}]
  })
  return [...series.filter(one => !hasStoredRollups(one)), ...bounded]
}

/** Makes rollups replace the values about to be removed, oldest first, while nobody rolls up. Returns how many. */
async function keepRollups(pool: Pool, series: readonly Series[]): Promise<number> {
  const [deviceNumbers, keyIds, , , untils] = columnsOf(series)
  const sinces = series.map(({rollupsUntil}) => rollupsUntil)
  const {rowCount} = await inTransaction(pool, async client => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.rollUp])
    const each = Math.floor(ROLLUPS_PER_STEP / SERIES_PER_STEP)
    return client.query(KEEP_ROLLUPS, [deviceNumbers, keyIds, sinces, untils, each])
  })
  return rowCount ?? 0
}

/** A block whose points partly stay becomes rows again. */
async function unpackThoseOf(pool: Pool, blocks: string, series: readonly Series[]) {
  if (series.length === 0) return
  const {rows} = await pool.query<SeriesRef & {ts: EpochMs}>(blocks, columnsOf(series))
  if (rows.length > 0) await unpack(pool, rows)
}

async function removeBlocks(pool: Pool, series: readonly Series[]): Promise<{points: number}[]> {
  if (series.length === 0) return []
  return (await pool.query<{points: number}>(REMOVE_BLOCKS, [...columnsOf(series), BLOCKS_PER_STEP])).rows
}

async function withExpired(pool: Pool, series: readonly Series[]): Promise<Series[]> {
  if (series.length === 0) return []
  const {rows} = await pool.query<{place: number}>(HAVE_EXPIRED, columnsOf(series))
  return rows.flatMap(({place}) => series[place - 1] ?? [])
}

/** Takes as many points of each series, while nobody packs them. One that had as many has further ones. */
async function removeSome(pool: Pool, series: readonly Series[]): Promise<{values: number; unfinished: Series[]}> {
  const each = Math.floor(POINTS_PER_STEP / series.length)
  const {rows} = await inTransaction(pool, async client => {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.pack])
    return client.query<{place: number; count: number; done: string}>(REMOVE, [...columnsOf(series), each])
  })
  const unfinished = rows.flatMap(({place, count, done}) => {
    const one = series[place - 1]
    return one === undefined || count < each ? [] : [{...one, done}]
  })
  return {values: rows.reduce((sum, {count}) => sum + count, 0), unfinished}
}

async function removePlays(pool: Pool, untils: ReadonlyMap<number, EpochMs>): Promise<number> {
  if (untils.size === 0) return 0
  const {rowCount} = await pool.query(REMOVE_PLAYS, [[...untils.keys()], [...untils.values()]])
  return rowCount ?? 0
}

/** Data days are stored for as long as rollups are. */
async function removeDataDays(pool: Pool, since: ReadonlyMap<number, Stored>): Promise<void> {
  if (since.size === 0) return
  const untils = [...since.values()].map(({values, rollups}) => dayOf(Math.min(values, rollups)))
  await pool.query(REMOVE_DATA_DAYS, [[...since.keys()], untils])
}

const dayOf = (at: EpochMs): EpochMs => Math.floor(at / DAY) * DAY

const hasStoredRollups = ({until, rollupsUntil}: Series): boolean => rollupsUntil < until

function columnsOf(series: readonly Series[]): unknown[] {
  return [
    series.map(({deviceNumber}) => deviceNumber),
    series.map(({keyId}) => keyId),
    series.map(({latest}) => latest),
    series.map(({done}) => done),
    series.map(({until}) => until),
    series.map(({rollupsUntil}) => rollupsUntil),
  ]
}

const ASKED = `unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[], $5::int8[], $6::int8[]) with ordinality
  as asked (device_number, key_id, latest, done, until, rollups_until, place)`

const HOUR_OF_ROW = `telemetry.ts - telemetry.ts % ${HOUR}`

/** Whether a row is in an hour that is too large to be rolled up. */
const IS_STORED_WHOLE = `telemetry.ts >= asked.rollups_until
  and not exists (
    select from ${rollupsOf(60)} as rollup
    where rollup.device_number = asked.device_number and rollup.key_id = asked.key_id and minutes = 60
      and rollup.ts = ${HOUR_OF_ROW}
  ) and exists (
    select from telemetry as large
    where large.device_number = asked.device_number and large.key_id = asked.key_id
      and large.ts >= ${HOUR_OF_ROW} and large.ts < ${HOUR_OF_ROW} + ${HOUR} and abs(large.value) > ${HUGE}
  )`

const EXPIRED = `telemetry.device_number = asked.device_number and telemetry.key_id = asked.key_id
  and telemetry.ts > asked.done and telemetry.ts < asked.until and telemetry.ts <> asked.latest and not (${IS_STORED_WHOLE})`

const HAVE_EXPIRED = `
  select place::int4 from ${ASKED} where exists (select from telemetry where ${EXPIRED}) order by place`

/**
 * Rows that are locked are skipped, so that this never waits for those who store values, and no two wait for each
 * other. By their places they are removed without a look at the rest of the table.
 */
const REMOVE = `
  with expired as materialized (
    select asked.place, old.ts, old.row from ${ASKED}
    cross join lateral (
      select ts, telemetry.ctid as row from telemetry where ${EXPIRED} order by ts limit $7 for update skip locked
    ) as old
  ), removed as (
    delete from telemetry where ctid = any(array(select row from expired))
  )
  select place::int4, count(*)::int4 as count, max(ts) as done from expired group by place order by place`

const EXPIRED_BLOCK = `block.device_number = asked.device_number and block.key_id = asked.key_id
  and block.ts + block.minutes * ${MINUTE} <= asked.until`
const HAS_LATEST = `asked.latest >= block.ts and asked.latest < block.ts + block.minutes * ${MINUTE}`
const IS_TOO_LARGE = `(block.ts + block.minutes * ${MINUTE} > asked.rollups_until
  and exists (select from unnest(block.numbers) as number where abs(number) > ${HUGE}))`

const REMOVE_BLOCKS = `
  delete from telemetry_block where ctid = any(array(
    select block.ctid from ${ASKED}
    join telemetry_block as block on ${EXPIRED_BLOCK} and block.ts < asked.until
      and not (${HAS_LATEST}) and not ${IS_TOO_LARGE}
    limit $7 for update of block skip locked
  ))
  returning points`

const STORED_BLOCKS = `
  select asked.device_number as "deviceNumber", asked.key_id as "keyId", asked.latest::float8 as ts from ${ASKED}
  join telemetry_block as block on ${EXPIRED_BLOCK} and block.ts > asked.latest - ${DAY} and ${HAS_LATEST}
  where points > 1`

/** Blocks with hours that are too large to be rolled up, and with others. */
const PARTLY_EXPIRED_BLOCKS = `
  select asked.device_number as "deviceNumber", asked.key_id as "keyId", block.ts::float8 as ts from ${ASKED}
  join telemetry_block as block on ${EXPIRED_BLOCK} and block.ts < asked.until and ${IS_TOO_LARGE}
  where exists (
    select from unnest(at, numbers) with ordinality as point (at, number, place)
    join ${rollupsOf(60)} as rollup on rollup.device_number = block.device_number and rollup.key_id = block.key_id
      and rollup.minutes = 60
      and rollup.ts = block.ts + coalesce(point.at, first_at + (place - 1) * step) / ${HOUR} * ${HOUR}
  )`

const REMOVE_PLAYS = `
  delete from play_hour where ctid = any(array(
    select play_hour.ctid from unnest($1::int4[], $2::int8[]) as asked (device_number, until)
    join play_hour on play_hour.device_number = asked.device_number and hour < until
    for update of play_hour skip locked
  ))`

const REMOVE_DATA_DAYS = `
  delete from data_day where ctid = any(array(
    select data_day.ctid from unnest($1::int4[], $2::int8[]) as asked (device_number, until)
    join data_day on data_day.device_number = asked.device_number and day < until
    for update of data_day skip locked
  ))`

const LAST_STORED = `(
  select max(ts) from ${rollupsOf(60)} as rollup
  where rollup.device_number = asked.device_number and rollup.key_id = asked.key_id and minutes = 60 and is_kept
)`

/** The first day with a point or mark that is not rolled up. Hours without values are never rolled up again. */
const ROLLED_UP_UNTIL = `
  select place::int4, (least(asked.until, marked, first.ts) / ${DAY} * ${DAY})::float8 as until from ${ASKED}
  cross join lateral (
    select min(ts) as marked from telemetry_mark
    where telemetry_mark.device_number = asked.device_number and telemetry_mark.key_id = asked.key_id
      and ts > coalesce(${LAST_STORED}, asked.done)
  ) as mark
  cross join lateral ${AFTER_ROLLED_UP} as rolled_up
  left join lateral ${firstPointOf({
    deviceNumber: 'asked.device_number',
    keyId: 'asked.key_id',
    startTs: 'since',
  })} as first on true
  order by place`

const KEEP_ROLLUPS = `
  update ${rollupsOf(60)} set is_kept = true where ctid = any(array(
    select hour.ctid from unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[]) as asked (device_number, key_id, since, until)
    cross join lateral (
      select rollup.ctid from ${rollupsOf(60)} as rollup
      where rollup.device_number = asked.device_number and rollup.key_id = asked.key_id and minutes = 60
        and ts >= since and ts > coalesce(${LAST_STORED}, since - 1) and ts < until
      order by ts limit $5
    ) as hour
  ))`

const removingRollups = (minutes: number) => `
  delete from ${rollupsOf(minutes)} where ctid = any(array(
    select old.ctid from unnest($1::int4[], $2::int4[], $3::int8[]) as asked (device_number, key_id, until)
    join ${rollupsOf(minutes)} as old on old.device_number = asked.device_number and old.key_id = asked.key_id
      and minutes = ${minutes} and old.ts < until
    limit $4 for update of old skip locked
  ))`
