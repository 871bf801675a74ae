import type {Pool} from 'pg'
import {gapsBetween} from '../../../contract/rules/series/gaps'
import {
  POINTS_PER_COLUMN,
  planThinning,
  type Slot,
  type Slots,
  slotsBetween,
  type ThinningPlan,
} from '../../../contract/rules/series/thinning'
import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {PointWire, SeriesItemWire} from '../../../contract/wire/telemetry/telemetry'
import {exactlyOne} from '../../database/rows'
import {ENDS, readRanges} from '../rollups/parts'
import type {Span} from '../rollups/pieces'
import {denseHours, findExtentWithStored, findRolledUp, type RolledUpSeries} from '../rollups/rolledUp'
import {POINTS_FOR_PARTS, rollupsOf} from '../rollups/rollUp'
import {numbersOf} from './points'
import {type CountedItem, RANGE, type Range, rangeValues, type SeriesRef, selectNumbers} from './series'

/** The number of hours looked at to see whether there are more numbers than the limit. */
const HOURS = 100

/**
 * Returns all numbers, or if there are more than `limit`, the numbers that draw the same line with its peaks and gaps.
 * Where only rollups are left of a part of the range, it returns their first, last, lowest and highest numbers.
 */
export async function thinnedSeries(pool: Pool, ref: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const series = await findRolledUp(pool, ref, range)
  const {rollupsOnly} = series
  if (rollupsOnly !== undefined) return thinnedWithStored(pool, series, rollupsOnly, range, limit)
  const values = await numbersUpTo(limit, pool, series, range)
  if (values !== undefined) return {agg: 'none', values, total: values.length, gaps: gapsBetween(values)}
  return limit < POINTS_PER_COLUMN ? newestOfMany(pool, series, range, limit) : thin(pool, series, range, limit)
}

/** The part after the stored rollups is answered with all its numbers, when these leave as much room for the rest. */
async function thinnedWithStored(
  pool: Pool,
  series: RolledUpSeries,
  {until}: Span,
  range: Range,
  limit: number,
): Promise<SeriesItemWire> {
  const half = Math.floor(limit / 2)
  if (limit < POINTS_PER_COLUMN) return {...(await newestOfMany(pool, series, range, limit)), rollupsUntil: until}
  const later = half < POINTS_PER_COLUMN ? [] : await numbersUpTo(half, pool, series, {...range, startTs: until})
  if (later === undefined || later.length === 0)
    return {...(await thin(pool, series, range, limit)), rollupsUntil: until}
  const before = await thin(pool, series, {...range, endTs: until - 1}, limit - later.length)
  return {
    ...before,
    values: [...before.values, ...later],
    total: before.total + later.length,
    gaps: [...before.gaps, ...gapsBetween([...before.values.slice(-1), ...later])],
    rollupsUntil: until,
  }
}

/** Undefined when there are more than `limit`. */
async function numbersUpTo(limit: number, pool: Pool, series: RolledUpSeries, range: Range) {
  if (denseHours(series, range) * POINTS_FOR_PARTS > limit) return undefined
  if ((await numbersAtLeast(pool, series, range, HOURS)) > limit) return undefined
  const values = await selectNumbers(pool, series, range, limit + 1, 'asc')
  return values.length > limit ? undefined : values
}

async function newestOfMany(pool: Pool, series: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const values = await selectNumbers(pool, series, range, limit, 'desc')
  const {rows} = await pool.query<{total: number}>(
    `select count(*)::float8 as total from ${numbersOf(RANGE)} as number`,
    rangeValues(series, range),
  )
  return {agg: 'none', values: values.reverse(), total: rows[0]?.total ?? 0, gaps: []}
}

async function thin(pool: Pool, series: RolledUpSeries, range: Range, limit: number): Promise<CountedItem> {
  const extent = await findExtentWithStored(pool, series, range)
  if (extent === undefined) return {agg: 'none', values: [], total: 0, gaps: []}
  const fitting = slotsBetween(extent.startTs, extent.endTs, limit)
  const slots = series.rollupsOnly === undefined || isOfMinutes(fitting) ? fitting : wholeMinutes(fitting)
  const {found, valuesOf} = isOfMinutes(slots)
    ? await rolledUpSlots(pool, series, extent, slots)
    : await slotsOfPoints(pool, series, extent, slots)
  const plan = planThinning(found, slots.width)
  const {gaps, envelope, total} = plan
  return {agg: 'none', values: await valuesOf(plan), total, gaps, envelope}
}

/** Only whole minutes are known where only rollups are left. */
const wholeMinutes = ({from, width}: Slots): Slots => ({
  from: Math.floor(from / MINUTE) * MINUTE,
  width: Math.ceil(width / MINUTE + 1) * MINUTE,
})

/** Slots of whole minutes are read from rollups alone, which have their points. */
const isOfMinutes = ({width}: Slots): boolean => width % MINUTE === 0

/** Slots, and the way to find the points that a plan for them selects. */
interface FoundSlots {
  found: Slot[]
  valuesOf(plan: ThinningPlan): PointWire[] | Promise<PointWire[]>
}

async function slotsOfPoints(pool: Pool, series: SeriesRef, range: Range, {width}: Slots): Promise<FoundSlots> {
  const {rows: found} = await pool.query<Slot>(
    `select ((ts - $3::int8) / $5::int8)::int4 as slot, min(ts)::float8 as "firstTs", max(ts)::float8 as "lastTs",
       min(value) as lowest, max(value) as highest, count(*)::float8 as points
     from ${numbersOf(RANGE)} as number
     group by 1 order by 1`,
    [...rangeValues(series, range), width],
  )
  return {found, valuesOf: plan => selectPlanned(pool, series, range, plan)}
}

async function selectPlanned(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  {times, extremes}: ThinningPlan,
): Promise<PointWire[]> {
  const {rows} = await pool.query<PointWire>(
    `with number as materialized (select * from ${numbersOf(RANGE)} as number)
     select chosen.ts::float8 as ts, value as dbl_v from (
       select ts, value from number where ts = any($5::int8[])
       union
       select min(ts), value from number
       join unnest($6::int8[], $7::int8[], $8::float8[]) as extreme (start_ts, end_ts, value) using (value)
       where ts between start_ts and end_ts
       group by start_ts, value
     ) as chosen order by chosen.ts`,
    [
      ...rangeValues(series, range),
      times,
      extremes.map(({from}) => from),
      extremes.map(({to}) => to),
      extremes.map(({value}) => value),
    ],
  )
  return rows
}

/** A slot with the points that may represent it. */
interface SlotPoints extends Slot {
  first: number
  last: number
  lowestTs: EpochMs
  highestTs: EpochMs
}

async function rolledUpSlots(
  pool: Pool,
  series: RolledUpSeries,
  {startTs, endTs}: Range,
  {from, width}: Slots,
): Promise<FoundSlots> {
  const ranges = Array.from({length: Math.floor((endTs - from) / width) + 1}, (_, slot) => ({
    startTs: Math.max(from + slot * width, startTs),
    endTs: Math.min(from + (slot + 1) * width - 1, endTs),
  }))
  const rows = await readRanges<Omit<SlotPoints, 'slot'>>(pool, series, ranges, {
    columns: `min(ts + first_at)::float8 as "firstTs", max(ts + last_at)::float8 as "lastTs", sum(points)::float8 as points,
     ${ENDS}, min(lowest) as lowest, max(highest) as highest,
     (min(array[lowest, ts + lowest_at]))[2] as "lowestTs", -(max(array[highest, -(ts + highest_at)]))[2] as "highestTs"`,
  })
  // Rows of the driver are slow to spread.
  const found = rows.map(
    ({place, firstTs, lastTs, lowest, highest, points, first, last, lowestTs, highestTs}): SlotPoints => ({
      slot: place,
      firstTs,
      lastTs,
      lowest,
      highest,
      points,
      first,
      last,
      lowestTs,
      highestTs,
    }),
  )
  return {found, valuesOf: plan => plannedOf(found, plan)}
}

/** Each extreme is named by the slot it lies in. */
function plannedOf(slots: readonly SlotPoints[], {times, extremes}: ThinningPlan): PointWire[] {
  const slotAt = new Map(slots.map(slot => [slot.firstTs, slot]))
  const ends = new Map(
    slots.flatMap(({firstTs, first, lastTs, last}) => [[firstTs, first] as const, [lastTs, last] as const]),
  )
  const peaks = extremes.flatMap(({from, value}) => {
    const slot = slotAt.get(from)
    return slot === undefined ? [] : [[value === slot.lowest ? slot.lowestTs : slot.highestTs, value] as const]
  })
  const chosen = new Map([...times.map(ts => [ts, ends.get(ts) ?? 0] as const), ...peaks])
  return [...chosen].sort(([one], [other]) => one - other).map(([ts, value]) => ({ts, dbl_v: value}))
}

/** The least number of numbers in a range, by the first `hours` rolled up. Later numbers only make it more. */
async function numbersAtLeast(pool: Pool, series: SeriesRef, range: Range, hours: number): Promise<number> {
  if (range.endTs - range.startTs < HOUR) return 0
  const values = [...rangeValues(series, range), hours]
  const {rows} = await pool.query<{numbers: number}>({name: 'numbers_at_least', text: AT_LEAST, values})
  return exactlyOne(rows).numbers
}

const AT_LEAST = `
  select coalesce(sum(points), 0)::float8 as numbers from (
    select points from ${rollupsOf(60)}
    where device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId} and minutes = 60
      and ts between ${RANGE.startTs} and ${RANGE.endTs} - ${HOUR - 1} and points > 0
    order by ts limit $5
  ) as hour`
