import type {Pool} from 'pg'
import {HOUR} from '../../contract/rules/durations'
import type {EpochMs} from '../../contract/wire/common'
import {only} from '../database/only'
import type {Span} from './pieces'
import {rollupsOf} from './rollUp'
import {findExtent, RANGE, type Range, rangeValues, type SeriesRef} from './series'

/** The hours of a range of which rollups are kept without the values they are of; undefined when there are none. */
export async function findKept(pool: Pool, series: SeriesRef, range: Range): Promise<Span | undefined> {
  const {rows} = await pool.query<{since: EpochMs | null; until: EpochMs | null}>({
    name: 'kept',
    text: KEPT,
    values: rangeValues(series, range),
  })
  const {since, until} = only(rows)
  return since === null || until === null ? undefined : {since, until}
}

/** Each end is one look-up in the index of such hours. */
const end = (order: 'asc' | 'desc') => `(
  select ts from ${rollupsOf(60)}
  where device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId} and minutes = 60 and is_kept and points > 0
    and ts > ${RANGE.startTs} - ${HOUR} and ts <= ${RANGE.endTs}
  order by ts ${order} limit 1
)`

const KEPT = `select ${end('asc')}::float8 as since, (${end('desc')} + ${HOUR})::float8 as until`

/** Finds the times between which a range has numbers, or rollups of such; undefined without any. */
export async function findExtentWith(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  kept: Span | undefined,
): Promise<Range | undefined> {
  const stored = await findExtent(pool, series, range)
  if (kept === undefined) return stored
  return {
    startTs: Math.max(range.startTs, Math.min(kept.since, stored?.startTs ?? kept.since)),
    endTs: Math.min(range.endTs, Math.max(kept.until - 1, stored?.endTs ?? 0)),
  }
}
