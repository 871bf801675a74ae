import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../contract/limits'
import {type CalendarWindow, statisticsWindows} from '../../contract/rules/calendar'
import {combinedStatistics, type Piece} from '../../contract/rules/statistics'
import type {EpochMs} from '../../contract/wire/common'
import type {TileStatistics} from '../../contract/wire/telemetry'
import type {SeriesRef} from './series'
import {atScale, scaledValue, sumOfSizes, sumsInParts} from './sums'

/**
 * The windows overlap. So their time is cut into pieces wherever a window begins or ends. Each piece is read once, and
 * each window is computed from its pieces.
 */
export async function tileStatistics(
  pool: Pool,
  series: SeriesRef,
  now: EpochMs,
  timeZone: string,
): Promise<TileStatistics> {
  const windows = statisticsWindows(now, timeZone)
  return atScale(async scale => {
    const pieces = await withExactSums(
      pool,
      series,
      await readPieces(pool, series, cut(Object.values(windows)), scale),
      scale,
    )
    const of = ({start, end}: CalendarWindow) =>
      combinedStatistics(
        pieces.filter(piece => piece.start >= start && piece.end <= end),
        scale,
      )
    return {
      lastHour: of(windows.lastHour),
      today: of(windows.today),
      yesterday: of(windows.yesterday),
      thisWeek: of(windows.thisWeek),
      lastWeek: of(windows.lastWeek),
    }
  })
}

interface ReadPiece extends Piece {
  magnitude: number
}

/** Large values may cancel each other across the pieces of a window, so all its pieces are added up again exactly. */
async function withExactSums(
  pool: Pool,
  series: SeriesRef,
  pieces: readonly ReadPiece[],
  scale: number,
): Promise<Piece[]> {
  if (!hasBothSigns(pieces)) return [...pieces]
  const ranges = pieces.map(({start, end, magnitude}) => ({startTs: start, endTs: end - 1, magnitude}))
  const parts = await sumsInParts(pool, series, ranges, scale)
  return pieces.map((piece, index) => ({...piece, sums: parts[index] ?? piece.sums}))
}

const hasBothSigns = (pieces: readonly Piece[]): boolean =>
  pieces.some(({min}) => min < 0) && pieces.some(({max}) => max > 0)

function cut(windows: readonly CalendarWindow[]): CalendarWindow[] {
  const edges = [...new Set(windows.flatMap(({start, end}) => [start, end]))].sort((a, b) => a - b)
  return edges.slice(1).map((end, index) => ({start: edges[index] ?? end, end}))
}

async function readPieces(
  pool: Pool,
  {deviceNumber, keyId}: SeriesRef,
  pieces: readonly CalendarWindow[],
  scale: number,
): Promise<ReadPiece[]> {
  const scaled = scaledValue(scale)
  const {rows} = await pool.query<ReadPiece>(
    `select piece.start_ts::float8 as start, piece.end_ts::float8 as "end",
       content.*, first.value as first, last.value as last
     from unnest($3::int8[], $4::int8[]) as piece (start_ts, end_ts)
     cross join lateral (
       select count(*)::float8 as points, array[sum(${scaled})] as sums, ${sumOfSizes(scaled)} as magnitude,
         min(value) as min, max(value) as max,
         (count(*) filter (where value > $5 and (previous is null or previous <= $5)))::float8 as events
       from (
         select value, lag(value) over (order by ts) as previous from telemetry
         where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts and value is not null
       ) point
     ) content
     cross join lateral (
       select value from telemetry
       where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts and value is not null
       order by ts limit 1
     ) first
     cross join lateral (
       select value from telemetry
       where device_number = $1 and key_id = $2 and ts >= start_ts and ts < end_ts and value is not null
       order by ts desc limit 1
     ) last
     order by piece.start_ts`,
    [deviceNumber, keyId, pieces.map(({start}) => start), pieces.map(({end}) => end), EVENT_THRESHOLD],
  )
  return rows
}
