import type {ClientBase} from 'pg'
import {DAY, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import type {SeriesRef} from '../read/series'
import {columnsOf, type Piece, type Place} from './steps'

/** The range that becomes one block: an hour or a day of a series. */
export interface Unpacked extends Piece {
  minutes: 60 | 1440
}

/** Each hour of a day with as many numbers becomes a block. With fewer, they would take more space than a day. */
export const NUMBERS_FOR_HOURS = 7_200

/** Puts the numbers of rows into blocks, together with those of the existing blocks. Rows that are locked stay rows. */
export async function pack(client: ClientBase, pieces: readonly Unpacked[]): Promise<void> {
  const values = [...seriesColumns(pieces), pieces.map(({from}) => from), pieces.map(({minutes}) => minutes)]
  await client.query({name: 'unpack_before', text: UNPACK_BEFORE, values})
  await client.query({name: 'pack', text: PACK, values})
}

/** Puts blocks back into rows: those of a series at the given time. */
export async function unpack(
  client: Pick<ClientBase, 'query'>,
  series: readonly (SeriesRef & {ts: EpochMs})[],
): Promise<void> {
  await client.query(UNPACK, [...seriesColumns(series), series.map(({ts}) => ts)])
}

const seriesColumns = (series: readonly SeriesRef[]) => [
  series.map(({deviceNumber}) => deviceNumber),
  series.map(({keyId}) => keyId),
]

const unpacking = (asked: string, condition: string) => `
  with opened as (
    delete from telemetry_block as block using ${asked}
    where block.device_number = asked.device_number and block.key_id = asked.key_id and ${condition}
    returning block.*
  )
  insert into telemetry (device_number, key_id, ts, value, kind)
  select device_number, key_id, block.ts + coalesce(point.at, first_at + (place - 1) * step) as ts, number,
    coalesce(point.kind, block.kind)
  from opened as block
  cross join lateral unnest(at, numbers, kinds) with ordinality as point (at, number, kind, place)
  order by device_number, key_id, ts
  on conflict do nothing`

const ASKED = 'unnest($1::int4[], $2::int4[], $3::int8[], $4::int2[]) as asked (device_number, key_id, since, minutes)'

const IS_WITHIN = `block.ts > since - ${DAY} and block.ts < since + asked.minutes * ${MINUTE}
  and block.ts + block.minutes * ${MINUTE} > since`

const UNPACK_BEFORE = unpacking(ASKED, IS_WITHIN)

const UNPACK = unpacking(
  'unnest($1::int4[], $2::int4[], $3::int8[]) as asked (device_number, key_id, time)',
  `block.ts > time - ${DAY} and block.ts <= time and block.ts + block.minutes * ${MINUTE} > time`,
)

const PACK = `
  with chosen as materialized (
    select since, asked.minutes, stored.place from ${ASKED}
    cross join lateral (
      select telemetry.ctid as place from telemetry
      where device_number = asked.device_number and key_id = asked.key_id and value is not null
        and ts >= since and ts < since + asked.minutes * ${MINUTE}
      order by ts for update skip locked
    ) as stored
  ), taken as (
    delete from telemetry where ctid = any(array(select place from chosen))
    returning device_number, key_id, ts, value, kind
  ), placed as (
    select taken.*, since, asked.minutes, ts - lag(ts) over (partition by device_number, key_id, since order by ts) as step
    from taken join ${ASKED} using (device_number, key_id)
    where ts >= since and ts < since + asked.minutes * ${MINUTE}
  )
  insert into telemetry_block (
    device_number, key_id, ts, minutes, points, first_at, last_at, step, at, numbers, kind, kinds
  )
  select device_number, key_id, since, minutes, count(*), min(ts) - since, max(ts) - since,
    case when is_even then coalesce(min(step), 1) end,
    case when not is_even then array_agg((ts - since)::int4 order by ts) end,
    array_agg(value order by ts), min(kind), case when min(kind) < max(kind) then array_agg(kind order by ts) end
  from (
    select *, coalesce(min(step) over whole = max(step) over whole, true) as is_even from placed
    window whole as (partition by device_number, key_id, since)
  ) as weighed
  group by device_number, key_id, since, minutes, is_even`

/**
 * The next piece of each series: the day of its first unpacked number, or the hour when the day has many. The block that such
 * a day may have is opened in the hour of its first number, so that all of them are still to come.
 */
export async function nextUnpacked(
  client: Pick<ClientBase, 'query'>,
  places: readonly Place[],
  until: EpochMs,
): Promise<Unpacked[]> {
  return (await client.query<Unpacked>(NEXT, [...columnsOf(places), until])).rows
}

const NEXT = `
  select device_number as "deviceNumber", key_id as "keyId", minutes,
    (begin - begin % (minutes * ${MINUTE}))::float8 as "from",
    (begin - begin % (minutes * ${MINUTE}) + minutes * ${MINUTE})::float8 as until
  from unnest($1::int4[], $2::int4[], $3::int8[]) as asked (device_number, key_id, after)
  cross join lateral (
    select ts as first from telemetry
    where device_number = asked.device_number and key_id = asked.key_id and value is not null and ts >= after
    order by ts limit 1
  ) as stored
  cross join lateral (select first - first % ${DAY} as day) as dated
  cross join lateral (
    select case when exists (
      select from telemetry_block as block
      where block.device_number = asked.device_number and block.key_id = asked.key_id
        and block.ts >= day and block.ts < day + ${DAY} and block.minutes < 1440
    ) or exists (
      select from telemetry
      where device_number = asked.device_number and key_id = asked.key_id and value is not null
        and ts >= day and ts < day + ${DAY}
      offset ${NUMBERS_FOR_HOURS}
    ) then 60 else 1440 end as minutes
  ) as sized
  cross join lateral (
    select least(first, min(block.ts + first_at)) as begin from telemetry_block as block
    where block.device_number = asked.device_number and block.key_id = asked.key_id
      and block.ts = day and block.minutes = 1440 and block.ts + first_at >= after
  ) as opened
  where day + ${DAY} <= $4`
