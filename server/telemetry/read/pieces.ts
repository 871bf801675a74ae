import type {Pool} from 'pg'
import type {EpochMs} from '../../../contract/wire/common'
import {isNumberKind} from '../ingest/value'
import type {NumbersOfTime} from '../rollups/hours'
import {ENDS, readRangesOfMany} from '../rollups/parts'
import {findRolledUpOfMany} from '../rollups/rolledUp'
import {atScale, sumReading} from '../rollups/sums'
import type {Range, SeriesRef} from './series'

/** The aggregates of a series in one range. `series` and `place` are the positions in the lists. */
export interface PieceOfSeries extends NumbersOfTime {
  series: number
  place: number
}

/** The series of the devices whose latest value is a number, at most this many and one more. */
export async function numericSeries(pool: Pool, deviceNumbers: readonly number[], most: number): Promise<SeriesRef[]> {
  const text = `
    select device_number as "deviceNumber", key_id as "keyId", kind from latest where device_number = any($1::int4[])
    order by device_number, key_id`
  const {rows} = await pool.query<SeriesRef & {kind: number}>(text, [deviceNumbers])
  return rows.filter(({kind}) => isNumberKind(kind)).slice(0, most + 1)
}

/** Reads the numbers of many series in ranges in the order of time. Ranges of a series without numbers are left out. */
export async function piecesOf(
  pool: Pool,
  series: readonly SeriesRef[],
  ranges: readonly Range[],
): Promise<PieceOfSeries[]> {
  const whole = {startTs: startOf(ranges[0]), endTs: ranges.at(-1)?.endTs ?? 0}
  const rolledUp = await findRolledUpOfMany(pool, series, whole)
  return atScale(async scale => {
    const reading = sumReading(scale, ENDS, 'min(lowest) as lowest', 'max(highest) as highest')
    const rows = await readRangesOfMany<Omit<PieceOfSeries, 'series' | 'place' | 'mean'> & {sum: number}>(
      pool,
      rolledUp,
      ranges,
      reading,
    )
    return rows.map(({sum, ...row}) => ({...row, mean: sum / row.points / scale}))
  })
}

const startOf = (range: Range | undefined): EpochMs => range?.startTs ?? 0
