import type {EpochMs} from '../../contract/wire/common'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database} from '../database/connect'
import {inTransactionAlone} from '../database/transaction'
import {nextUnpacked, pack} from './pack'
import type {SeriesRef} from './series'
import {pagesOfSeries} from './seriesPages'

const SERIES_PER_STEP = 5

/**
 * Packs the days that are over by `until`, in steps of one transaction each, and ends early when another server does it. The
 * rows that are left of a series tell where to go on.
 */
export async function* packSteps({pool}: Pick<Database, 'pool'>, until: EpochMs): AsyncGenerator<void, void> {
  for await (const page of pagesOfSeries({pool})) {
    let left = await nextUnpacked(pool, page, until)
    while (left.length > 0) {
      const [some, others] = [left.slice(0, SERIES_PER_STEP), left.slice(SERIES_PER_STEP)]
      const packed: SeriesRef[] | undefined = await inTransactionAlone(pool, ADVISORY_LOCKS.pack, client =>
        pack(client, some),
      )
      if (packed === undefined) return
      yield
      // A series of which nothing could be packed waits for the next pass.
      left = [...(packed.length === 0 ? [] : await nextUnpacked(pool, packed, until)), ...others]
    }
  }
}
