import type {Pool} from 'pg'
import {MINUTE} from '../../contract/rules/buckets'
import {gapsBetween} from '../../contract/rules/gaps'
import {
  POINTS_PER_COLUMN,
  planThinning,
  type Slot,
  type Slots,
  slotsBetween,
  type ThinningPlan,
} from '../../contract/rules/thinning'
import type {EpochMs} from '../../contract/wire/common'
import type {PointWire, SeriesItemWire} from '../../contract/wire/telemetry'
import {readRanges} from './parts'
import {findExtent, IN_RANGE, type Range, rangeValues, type SeriesRef, selectNumbers} from './series'

/** Returns all numbers, or if there are more than `limit`, those that draw the same line with its peaks and gaps. */
export async function thinnedSeries(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  limit: number,
): Promise<SeriesItemWire> {
  const values = await selectNumbers(pool, series, range, limit + 1, 'asc')
  if (values.length <= limit) return {agg: 'none', values, total: values.length, gaps: gapsBetween(values)}
  return limit < POINTS_PER_COLUMN ? newestOfMany(pool, series, range, limit) : thin(pool, series, range, limit)
}

async function newestOfMany(pool: Pool, series: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const values = await selectNumbers(pool, series, range, limit, 'desc')
  const {rows} = await pool.query<{total: number}>(
    `select count(value)::float8 as total from telemetry where ${IN_RANGE}`,
    rangeValues(series, range),
  )
  return {agg: 'none', values: values.reverse(), total: rows[0]?.total ?? 0, gaps: []}
}

async function thin(pool: Pool, series: SeriesRef, range: Range, limit: number): Promise<SeriesItemWire> {
  const extent = await findExtent(pool, series, range)
  if (extent === undefined) return {agg: 'none', values: [], total: 0, gaps: []}
  const slots = slotsBetween(extent.startTs, extent.endTs, limit)
  const {found, valuesOf} = isOfMinutes(slots)
    ? await rolledUpSlots(pool, series, extent, slots)
    : await slotsOfPoints(pool, series, extent, slots)
  const plan = planThinning(found, slots.width)
  const {gaps, envelope, total} = plan
  return {agg: 'none', values: await valuesOf(plan), total, gaps, envelope}
}

/** Of slots of whole minutes, nothing but what is rolled up has to be read, and their points are known by it. */
const isOfMinutes = ({width}: Slots): boolean => width % MINUTE === 0

/** Slots, and how the points are found that a plan for them keeps. */
interface FoundSlots {
  found: Slot[]
  valuesOf(plan: ThinningPlan): PointWire[] | Promise<PointWire[]>
}

/** Scans the index once for each slot, which is the fastest where every point has to be read. */
async function slotsOfPoints(
  pool: Pool,
  series: SeriesRef,
  {startTs, endTs}: Range,
  {width}: Slots,
): Promise<FoundSlots> {
  const {rows: found} = await pool.query<Slot>(
    `select slot::int4 as slot, content.* from generate_series(0, ($5::int8 - $3::int8) / $4::int8) as slot
     cross join lateral (
       select min(ts)::float8 as "firstTs", max(ts)::float8 as "lastTs",
         min(value) as lowest, max(value) as highest, count(*)::float8 as points
       from telemetry
       where device_number = $1 and key_id = $2
         and ts between $3::int8 + slot * $4::int8 and least($3::int8 + (slot + 1) * $4::int8 - 1, $5::int8)
         and value is not null
     ) content
     where points > 0 order by slot`,
    [series.deviceNumber, series.keyId, startTs, width, endTs],
  )
  return {found, valuesOf: plan => selectPlanned(pool, series, plan)}
}

async function selectPlanned(pool: Pool, series: SeriesRef, {times, extremes}: ThinningPlan): Promise<PointWire[]> {
  const {rows} = await pool.query<PointWire>(
    `select ts::float8 as ts, value as dbl_v from (
       select ts, value from telemetry where device_number = $1 and key_id = $2 and ts = any($3::int8[])
       union
       select found.* from unnest($4::int8[], $5::int8[], $6::float8[]) as extreme (start_ts, end_ts, value)
       cross join lateral (
         select ts, value from telemetry
         where device_number = $1 and key_id = $2 and ts between start_ts and end_ts and value = extreme.value
         order by ts limit 1
       ) found
     ) point order by point.ts`,
    [
      series.deviceNumber,
      series.keyId,
      times,
      extremes.map(({from}) => from),
      extremes.map(({to}) => to),
      extremes.map(({value}) => value),
    ],
  )
  return rows
}

/** A slot with the points that may be kept of it. */
interface SlotPoints extends Slot {
  first: number
  last: number
  lowestTs: EpochMs
  highestTs: EpochMs
}

async function rolledUpSlots(
  pool: Pool,
  series: SeriesRef,
  {startTs, endTs}: Range,
  {from, width}: Slots,
): Promise<FoundSlots> {
  const ranges = Array.from({length: Math.floor((endTs - from) / width) + 1}, (_, slot) => ({
    startTs: Math.max(from + slot * width, startTs),
    endTs: Math.min(from + (slot + 1) * width - 1, endTs),
  }))
  interface Found extends Omit<SlotPoints, 'slot' | 'lowest' | 'highest' | 'lowestTs' | 'highestTs'> {
    low: [number, EpochMs]
    high: [number, EpochMs]
  }
  const rows = await readRanges<Found>(
    pool,
    series,
    ranges,
    `min(ts + first_at)::float8 as "firstTs", max(ts + last_at)::float8 as "lastTs", sum(points)::float8 as points,
     (array_agg(first order by ts))[1] as first, (array_agg(last order by ts desc))[1] as last,
     min(array[lowest, ts + lowest_at]) as low, max(array[highest, -(ts + highest_at)]) as high`,
  )
  const found = rows.map(
    ({place, low: [lowest, lowestTs], high: [highest, highestTs], ...row}): SlotPoints => ({
      ...row,
      ...{slot: place, lowest, lowestTs, highest, highestTs: -highestTs},
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
  const kept = new Map([...times.map(ts => [ts, ends.get(ts) ?? 0] as const), ...peaks])
  return [...kept].sort(([one], [other]) => one - other).map(([ts, value]) => ({ts, dbl_v: value}))
}
