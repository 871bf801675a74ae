import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../../contract/limits'
import {combinedStatistics, type Piece} from '../../../contract/rules/series/statistics'
import {type CalendarWindow, statisticsWindows} from '../../../contract/rules/time/calendar'
import type {EpochMs} from '../../../contract/wire/common'
import type {TileStatistics} from '../../../contract/wire/telemetry/telemetry'
import {ENDS, readRanges} from '../rollups/parts'
import {findRolledUp, type RolledUpSeries} from '../rollups/rolledUp'
import {atScale, sumReading, sumsInParts} from '../rollups/sums'
import type {SeriesRef} from './series'

/**
 * The windows overlap. So their time is cut into pieces wherever a window begins or ends. Each piece is read once, and
 * each window is computed from its pieces.
 */
export async function tileStatistics(
  pool: Pool,
  ref: SeriesRef,
  now: EpochMs,
  timeZone: string,
): Promise<TileStatistics> {
  const windows = statisticsWindows(now, timeZone)
  const cuts = cut(Object.values(windows))
  const series = await findRolledUp(pool, ref, {startTs: cuts[0]?.start ?? now, endTs: now})
  return atScale(async scale => {
    const pieces = await withExactSums(pool, series, await readPieces(pool, series, cuts, scale), scale)
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
  series: RolledUpSeries,
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
  series: RolledUpSeries,
  pieces: readonly CalendarWindow[],
  scale: number,
): Promise<ReadPiece[]> {
  const rows = await readRanges<Omit<ReadPiece, keyof CalendarWindow | 'sums'> & {sum: number}>(
    pool,
    series,
    pieces.map(({start, end}) => ({startTs: start, endTs: end - 1})),
    {
      ...sumReading(
        scale,
        'min(lowest) as min',
        'max(highest) as max',
        ENDS,
        `(sum(events) - count(*) filter (where first > ${EVENT_THRESHOLD} and before > ${EVENT_THRESHOLD}))::float8 as events`,
      ),
      isBeforeRead: true,
    },
  )
  return rows.flatMap(({place, sum, ...row}) => {
    const piece = pieces[place]
    return piece === undefined ? [] : [{...row, ...piece, sums: [sum]}]
  })
}
