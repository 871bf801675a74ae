import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {TileStatistics, WindowStatistics} from '../../contract/wire/telemetry'
import {type CalendarWindow, tileWindows} from './calendar'
import type {SeriesRef} from './series'

/**
 * The windows overlap, so the time they cover is cut where any of them begins or ends; each piece is read once, and
 * every window is put together from its pieces.
 */
export async function tileStatistics(
  pool: Pool,
  series: SeriesRef,
  now: EpochMs,
  timeZone: string,
): Promise<TileStatistics> {
  const windows = tileWindows(now, timeZone)
  const pieces = await readPieces(pool, series, cut(Object.values(windows)))
  const of = ({from, to}: CalendarWindow) => combine(pieces.filter(piece => piece.from >= from && piece.to <= to))
  return {
    lastHour: of(windows.lastHour),
    today: of(windows.today),
    yesterday: of(windows.yesterday),
    thisWeek: of(windows.thisWeek),
    lastWeek: of(windows.lastWeek),
  }
}

/** Statistics of a piece of time; `first` and `last` are its outermost values, to see an event go on in the next piece. */
export interface Piece extends CalendarWindow {
  points: number
  sum: number
  min: number
  max: number
  events: number
  first: number
  last: number
}

/** Of pieces in the order of time; an event that goes on over the cut was counted on both sides of it. */
export function combine(pieces: readonly Piece[]): WindowStatistics | null {
  if (pieces.length === 0) return null
  const sum = total(pieces.map(piece => piece.sum))
  return {
    sum,
    events:
      total(pieces.map(piece => piece.events)) - total(pieces.map((piece, index) => goesOn(pieces[index - 1], piece))),
    average: sum / total(pieces.map(piece => piece.points)),
    min: Math.min(...pieces.map(piece => piece.min)),
    max: Math.max(...pieces.map(piece => piece.max)),
  }
}

function goesOn(before: Piece | undefined, piece: Piece): number {
  return before !== undefined && before.last > EVENT_THRESHOLD && piece.first > EVENT_THRESHOLD ? 1 : 0
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

function cut(windows: readonly CalendarWindow[]): CalendarWindow[] {
  const edges = [...new Set(windows.flatMap(({from, to}) => [from, to]))].sort((a, b) => a - b)
  return edges.slice(1).map((to, index) => ({from: edges[index] ?? to, to}))
}

async function readPieces(
  pool: Pool,
  {deviceNumber, keyId}: SeriesRef,
  pieces: readonly CalendarWindow[],
): Promise<Piece[]> {
  const {rows} = await pool.query<Piece>(
    `select piece.start_ts::float8 as "from", piece.end_ts::float8 as "to", content.*, first.value as first, last.value as last
     from unnest($3::int8[], $4::int8[]) as piece (start_ts, end_ts)
     cross join lateral (
       select count(*)::float8 as points, sum(value) as sum, min(value) as min, max(value) as max,
         (count(*) filter (where value > $5 and (previous is null or previous <= $5)))::float8 as events
       from (
         select value, lag(value) over (order by ts) as previous from telemetry
         where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts
       ) point
     ) content
     cross join lateral (
       select value from telemetry
       where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts order by ts limit 1
     ) first
     cross join lateral (
       select value from telemetry
       where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts order by ts desc limit 1
     ) last
     order by piece.start_ts`,
    [deviceNumber, keyId, pieces.map(({from}) => from), pieces.map(({to}) => to), EVENT_THRESHOLD],
  )
  return rows
}
