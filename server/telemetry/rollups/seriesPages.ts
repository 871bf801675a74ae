import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {KIND} from '../ingest/value'
import type {SeriesRef} from '../read/series'

export interface LatestOfSeries extends SeriesRef {
  /** The time of the latest point. */
  latest: EpochMs
  /** Whether that is a number, and neither a text nor true or false. */
  isNumber: boolean
}

const SERIES_PER_PAGE = 500

/** Yields all series that have points, in pages. */
export async function* pagesOfSeries({pool}: Pick<Database, 'pool'>): AsyncGenerator<LatestOfSeries[], void> {
  let after: SeriesRef = {deviceNumber: 0, keyId: 0}
  for (;;) {
    const {rows} = await pool.query<LatestOfSeries>(SERIES, [after.deviceNumber, after.keyId, SERIES_PER_PAGE])
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last
  }
}

const SERIES = `
  select device_number as "deviceNumber", key_id as "keyId", ts::float8 as latest,
    kind in (${KIND.double}, ${KIND.long}) as "isNumber"
  from latest
  where (device_number, key_id) > ($1::int4, $2::int4) order by device_number, key_id limit $3`
